import {
  deleteSlackSetting,
  getSlackSetting,
  getWebhookSecret,
  rotateWebhookSecret,
  updateSlackSetting,
} from '@octavo/core/contract'
import type { DestinationSettings } from '../../services/schedules/destinations/destination-settings.ts'
import { handle, type Route } from '../handle.ts'

export const deliverySettingRoutes = ({
  destinationSettings,
}: {
  destinationSettings: DestinationSettings
}): Route[] => [
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
]
