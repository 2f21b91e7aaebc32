import {
  deleteMailServer,
  deleteSlackSetting,
  deleteStorageSetting,
  getExportRules,
  getMailServer,
  getSlackSetting,
  getWebhookSecret,
  listStorageSettings,
  putStorageSetting,
  rotateWebhookSecret,
  testMailServer,
  updateExportRules,
  updateMailServer,
  updateSlackSetting,
} from '@octavo/core/contract'
import type { DestinationSettings } from '../../services/schedules/destinations/destination-settings.ts'
import type { MailServerSettings } from '../../services/schedules/destinations/mail/mail-server-settings.ts'
import type { StorageSettings } from '../../services/schedules/destinations/storage/storage-settings.ts'
import type { ExportRulesOf } from '../../services/schedules/export-rules.ts'
import { handle, type Route } from '../handle.ts'

export const deliverySettingRoutes = ({
  destinationSettings,
  storageSettings,
  mailServerSettings,
  exportRules,
}: {
  destinationSettings: DestinationSettings
  storageSettings: StorageSettings
  mailServerSettings: MailServerSettings
  exportRules: ExportRulesOf
}): Route[] => [
  handle(getExportRules, ({ viewer }) => exportRules.get(viewer)),
  handle(updateExportRules, ({ viewer, body }) => exportRules.change(viewer, body)),
  handle(getMailServer, ({ viewer }) => mailServerSettings.get(viewer)),
  handle(updateMailServer, ({ viewer, body }) => mailServerSettings.set(viewer, body)),
  handle(testMailServer, async ({ viewer, body }) => {
    await mailServerSettings.test(viewer, body)
    return {}
  }),
  handle(deleteMailServer, async ({ viewer }) => {
    await mailServerSettings.remove(viewer)
    return {}
  }),
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
