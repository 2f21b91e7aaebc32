import { dbtForm } from '../dbt-form.ts'
import { resource } from '../resource.ts'

export const tableDetails = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getConnectionTable                404     404     404     200     200     200     200     -       -
annotateConnectionTable           404     404     404     403     200     200     200     -       -
postConnectionDbtArtifacts        404     404     404     403     403     201     201     -       -
`,
  requests: {
    annotateConnectionTable: (things) => ({ body: { description: things.name('Orders') } }),
    postConnectionDbtArtifacts: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: await dbtForm(),
    }),
  },
  withoutEtag: ['getConnectionTable'],
  notPublished: {
    getConnectionTable: 'The published upload of dbt artifacts has nothing that shows what they say about a table.',
    annotateConnectionTable: 'Grants of annotate are published, and nothing that annotates.',
  },
})
