import { resource } from '../resource.ts'

export const impact = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listConnectionSyncs               404     404     404     200     200     200     200     -       -
listConnectionSyncAffected        404     404     404     200     200     200     200     -       -
checkConnectionImpact             404     404     404     200     200     200     200     -       -
listWorkbookMissingSources        404     404     404     200     200     200     200     200     200
listDataModelMissingSources       404     404     404     200     200     200     200     200     200
`,
  ids: {
    syncId: (things, { ask, connectionId }) =>
      things.one('sync', async () => {
        await ask('admin', 'POST', `/v2/connections/${connectionId}/sync`, { path: ['RETAIL', 'PUBLIC', 'ORDERS'] })
        const { body } = await ask('admin', 'GET', `/v2/connections/${connectionId}/syncs?limit=1`)
        return (body as { entries: { syncId: string }[] }).entries[0]?.syncId ?? ''
      }),
  },
  requests: {
    checkConnectionImpact: () => ({ body: { changes: [{ path: ['RETAIL', 'PUBLIC', 'ORDERS'] }] } }),
  },
  notPublished: {
    listConnectionSyncs: 'What a sync found is published nowhere; the published sync answers an empty object.',
    listConnectionSyncAffected: 'Part of what a sync found.',
    checkConnectionImpact: 'What would break before it does: nothing published answers it.',
    listWorkbookMissingSources: 'What the last sync found gone, for the banner of the app; open to every client.',
    listDataModelMissingSources: 'As for workbooks.',
  },
})
