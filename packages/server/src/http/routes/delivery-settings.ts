import {
  deleteSlackSetting,
  deleteStorageSetting,
  getExportRules,
  getSlackSetting,
  getWebhookSecret,
  listStorageSettings,
  putStorageSetting,
  rotateWebhookSecret,
  updateExportRules,
  updateSlackSetting,
} from '@octavo/core/contract'
import type { DestinationSettings } from '../../services/schedules/destinations/destination-settings.ts'
import type { StorageSettings } from '../../services/schedules/destinations/storage/storage-settings.ts'
import type { ExportRulesOf } from '../../services/schedules/export-rules.ts'
import { handle, type Route } from '../handle.ts'

export const deliverySettingRoutes = ({
  destinationSettings,
  storageSettings,
  exportRules,
}: {
  destinationSettings: DestinationSettings
  storageSettings: StorageSettings
  exportRules: ExportRulesOf
}): Route[] => [
  handle(getExportRules, ({ viewer }) => exportRules.get(viewer)),
  handle(updateExportRules, ({ viewer, body }) => exportRules.change(viewer, body)),
  handle(getWebhookSecret, ({ viewer }) => destinationSettings.webhookSecret(viewer)),
  handle(rotateWebhookSecret, ({ viewer }) => destinationSettings.rotateWebhookSecret(viewer)),
  handle(getSlackSetting, ({ viewer }) => destinationSettings.slack(viewer)),
  handle(updateSlackSetting, ({ viewer, body, request }) =>
    destinationSettings.setSlack(viewer, body.token, request.signal),
  ),
  handle(deleteSlackSetting, async ({ viewer }) => {
    await destinationSettings.removeSlack(viewer)
    return {}
  }),
  handle(listStorageSettings, ({ viewer }) => storageSettings.list(viewer)),
  handle(putStorageSetting, ({ viewer, params, body, request }) =>
    storageSettings.set(viewer, params.storageName, body, request.signal),
  ),
  handle(deleteStorageSetting, async ({ viewer, params }) => {
    await storageSettings.remove(viewer, params.storageName)
    return {}
  }),
]
