import { newUuid } from '../../../packages/server/src/store/index.ts'
import { resource } from '../resource.ts'
import type { World } from '../world.ts'

/** Enables the audit log connection of the organization. */
async function enableTrail({ ask }: World): Promise<void> {
  await ask('admin', 'PATCH', '/v2/audit/settings', { enabled: true })
}

export const audit = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listAuditEvents                   200     403     403     403     403     403     200     -       -
getAuditSettings                  200     403     403     403     403     403     200     -       -
updateAuditSettings               200     403     403     403     403     403     200     -       -
listStorageIntegrations           200     403     403     403     403     403     200     -       -
createStorageIntegration          409     403     403     403     403     403     200     -       -
updateStorageIntegration          404     403     403     403     403     403     200     -       -
deleteStorageIntegration          404     403     403     403     403     403     200     -       -
`,
  ids: {
    storageIntegrationId: (things, world) =>
      things.one('storage integration', async () => {
        await enableTrail(world)
        const body = { name: `n-${newUuid()}`, provider: 's3', s3: world.storageSetting }
        return things.create('/v2/audit/storageIntegrations', body, 'storageIntegrationId')
      }),
  },
  requests: {
    createStorageIntegration: async (_, world) => {
      await enableTrail(world)
      return { body: { name: `n-${newUuid()}`, provider: 's3', s3: world.storageSetting } }
    },
    updateStorageIntegration: (_, { storageSetting }) => ({ body: { s3: storageSetting } }),
    updateAuditSettings: () => ({ body: { retentionDays: 60 } }),
  },
  notPublished: {
    getAuditSettings: 'The published product switches its audit log on in the app alone.',
    updateAuditSettings: 'As for reading it.',
    listStorageIntegrations: 'The published product keeps the storages of its audit log in the app alone.',
    createStorageIntegration: 'As for their list.',
    updateStorageIntegration: 'As for their list.',
    deleteStorageIntegration: 'As for their list.',
    listAuditEvents: 'The audit log, which the published API does not reach.',
  },
})
