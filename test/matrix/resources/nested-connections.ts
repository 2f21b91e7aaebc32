import { resource } from '../resource.ts'

const nestedPostgres = {
  type: 'postgres',
  serverHostname: '127.0.0.1',
  port: 1,
  database: 'shop',
  authentication: {
    type: 'service-account',
    serviceAccount: { type: 'basic-auth', username: 'reader', password: 'x' },
  },
}

export const nestedConnections = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
v3alpha_createConnection          201     403     403     403     403     403     201     -       -
v3alpha_getConnection             404     404     404     200     200     200     200     -       -
v3alpha_patchConnection           404     404     404     403     403     200     200     -       -
`,
  requests: {
    v3alpha_createConnection: (things) => ({ body: { name: things.name('Connection'), details: nestedPostgres } }),
    v3alpha_getConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
    v3alpha_patchConnection: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: { name: things.name('Connection') },
    }),
  },
  withoutEtag: ['v3alpha_getConnection'],
})
