import { resource } from '../resource.ts'

const postgres = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u', password: 'p' }

export const connectionChanges = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
createConnection                  201     403     403     403     403     403     201     -       -
updateConnection                  404     404     404     403     403     200     200     -       -
updateConnectionDeprecated        404     404     404     403     403     200     200     -       -
deleteConnection                  404     404     404     403     403     200     200     -       -
testConnection                    404     404     404     200     200     200     200     -       -
testConnectionDetails             200     403     403     403     403     403     200     -       -
syncConnectionPath                404     404     404     200     200     200     200     -       -
`,
  requests: {
    createConnection: (things) => ({ body: { name: things.name('Connection'), details: postgres } }),
    updateConnection: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: { name: things.name('Connection'), details: postgres },
    }),
    updateConnectionDeprecated: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: { name: things.name('Connection') },
    }),
    deleteConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
    testConnectionDetails: () => ({ body: { name: 'Connection', details: postgres } }),
    testConnection: async (things) => ({ ids: { connectionId: await things.connection() } }),
    syncConnectionPath: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: { path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    }),
  },
  auditsNoChange: {
    syncConnectionPath: 'what the data platform has is read again; the event says how many objects there are',
  },
  notPublished: {
    testConnectionDetails: 'The published test needs a saved connection; a form has to say what is wrong before that.',
  },
})
