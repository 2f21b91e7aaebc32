import { resource } from '../resource.ts'

export const apiConnectors = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listApiConnectors                 200     200     200     200     200     200     200     -       -
createApiConnector                200     403     403     403     403     403     200     -       -
getApiConnector                   404     404     404     404     404     404     200     -       -
updateApiConnector                404     403     403     403     403     403     200     -       -
deleteApiConnector                404     403     403     403     403     403     200     -       -
testApiConnector                  404     403     403     403     403     403     200     -       -
`,
  ids: {
    apiConnectorId: (things) => things.apiConnector(),
  },
  requests: {
    createApiConnector: (_, { elsewhere: url }) => ({
      body: {
        name: 'Connector',
        params: { method: 'GET', url, headers: [], pathParams: [], queryParams: [], body: '' },
      },
    }),
    updateApiConnector: () => ({ body: { name: 'Other' } }),
  },
  auditsNoChange: {
    testApiConnector: 'a call changes nothing here; the event says which host was called and what it answered',
  },
  withoutEtag: ['getApiConnector'],
  notPublished: {
    testApiConnector: 'Connectors are called by actions alone; who writes one has to see what comes back.',
  },
})
