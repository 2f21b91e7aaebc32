import { resource } from '../resource.ts'

export const connections = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listConnections                   200     200     200     200     200     200     200     -       -
getConnection                     404     404     404     200     200     200     200     -       -
setConnectionPassthrough          404     404     404     403     403     403     200     -       -
lookupConnection                  404     404     404     200     200     200     200     -       -
listConnectionPaths               200     200     200     200     200     200     200     -       -
getInodeConnectionPath            404     404     404     200     200     200     200     -       -
listConnectionTableColumns        404     404     404     200     200     200     200     -       -
`,
  ids: {
    connectionId: (_, world) => world.connectionId,
    tableId: (_, world) => world.tableId,
  },
  requests: {
    lookupConnection: () => ({ body: { path: ['RETAIL', 'PUBLIC', 'ORDERS'] } }),
    getInodeConnectionPath: (_, { tableId }) => ({ ids: { inodeId: tableId } }),
    setConnectionPassthrough: async (things) => ({
      ids: { connectionId: await things.connection() },
      body: { isAllowed: true },
    }),
  },
  withoutEtag: ['getConnection', 'getInodeConnectionPath'],
  notPublished: {
    setConnectionPassthrough: 'The setting that passthrough functions need; the published connection does not have it.',
  },
})
