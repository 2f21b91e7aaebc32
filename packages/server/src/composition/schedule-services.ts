import { deliverySettingRoutes } from '../http/routes/delivery-settings.ts'
import { mailSubscriptionRoutes } from '../http/routes/mail-subscriptions.ts'
import { workbookScheduleRoutes } from '../http/routes/workbook-schedules.ts'
import { workbookSendRoutes } from '../http/routes/workbook-sends.ts'
import { createHttpPost } from '../outbound/index.ts'
import type { ReportMaker } from '../render/index.ts'
import { createStorageIntegrations } from '../services/audit-trail/storage-integrations.ts'
import { createExportFiles } from '../services/exports/export-files.ts'
import { createDeliveryCancels } from '../services/schedules/delivery-cancels.ts'
import { createDeliveryReads } from '../services/schedules/delivery-reads.ts'
import { createDestinationSettings } from '../services/schedules/destinations/destination-settings.ts'
import { createScheduleDestinations } from '../services/schedules/destinations/destinations.ts'
import { createMailServerSettings } from '../services/schedules/destinations/mail/mail-server-settings.ts'
import { createMailSubscriptions } from '../services/schedules/destinations/mail/mail-subscriptions.ts'
import { createSlackApi } from '../services/schedules/destinations/slack/slack-api.ts'
import { createStorageApi } from '../services/schedules/destinations/storage/storage-api.ts'
import { createStorageSettings } from '../services/schedules/destinations/storage/storage-settings.ts'
import { createExportRules } from '../services/schedules/export-rules.ts'
import { createScheduleAudiences } from '../services/schedules/schedule-audiences.ts'
import { createScheduleBursts } from '../services/schedules/schedule-bursts.ts'
import { createScheduleChecks } from '../services/schedules/schedule-checks.ts'
import { createScheduleConditions } from '../services/schedules/schedule-conditions.ts'
import { createScheduleConnections } from '../services/schedules/schedule-connections.ts'
import { createScheduleDue } from '../services/schedules/schedule-due.ts'
import { createScheduleEnds } from '../services/schedules/schedule-ends.ts'
import { createScheduleNotices } from '../services/schedules/schedule-notices.ts'
import { createScheduleOutbox } from '../services/schedules/schedule-outbox.ts'
import { createScheduleRecipients } from '../services/schedules/schedule-recipients.ts'
import { createScheduleRuns } from '../services/schedules/schedule-runs.ts'
import { createScheduleTexts } from '../services/schedules/schedule-texts.ts'
import { createScheduleTrials } from '../services/schedules/schedule-trials.ts'
import { createSchedules } from '../services/schedules/schedules.ts'
import { createSends } from '../services/schedules/sends.ts'
import type { DocumentServices } from './document-services.ts'
import type { organizationServices } from './organization-services.ts'
import type { QueryServices } from './query-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const scheduleResources = [
  deliverySettingRoutes,
  mailSubscriptionRoutes,
  workbookScheduleRoutes,
  workbookSendRoutes,
]

export function scheduleServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { reports: ReportMaker },
) {
  const given = { ...base, ...services }
  const { blobs, destinations } = base
  const bursts = createScheduleBursts(given)
  const texts = createScheduleTexts(given)
  const rules = createExportRules(given)
  const checks = createScheduleChecks({ ...given, bursts, texts, rules })
  const ends = createScheduleEnds(given)
  const subscriptions = createMailSubscriptions(given)
  const post = createHttpPost({ destinations })
  const slack = createSlackApi({ post, address: base.slackUrl })
  const destinationSettings = createDestinationSettings({ ...given, slack })
  const storage = createStorageApi({ destinations })
  const storageSettings = createStorageSettings({ ...given, storage })
  const scheduleDestinations = createScheduleDestinations({
    ...given,
    subscriptions,
    blobs,
    post,
    slack,
    destinationSettings,
    storage,
    storageSettings,
  })
  const conditions = createScheduleConditions(given)
  const connections = createScheduleConnections(given)
  const schedules = createSchedules({ ...given, checks, connections, rules, subscriptions })
  const sends = createSends({ ...given, checks, connections })
  const outbox = createScheduleOutbox({ ...given, scheduleDestinations, ends })
  return {
    destinationSettings,
    storageSettings,
    mailServerSettings: createMailServerSettings(given),
    mailSubscriptions: subscriptions,
    exportRules: rules,
    schedules,
    storageIntegrations: createStorageIntegrations({ ...given, storage }),
    sends,
    deliveryReads: createDeliveryReads(given),
    deliveryCancels: createDeliveryCancels(given),
    scheduleTrials: createScheduleTrials({ ...given, schedules, sends, checks, conditions, bursts, rules }),
    scheduleDue: createScheduleDue({ ...given, ends, outbox }),
    scheduleOutbox: outbox,
    scheduleRuns: createScheduleRuns({
      ...given,
      checks,
      connections,
      ends,
      outbox,
      texts,
      rules,
      conditions,
      files: createExportFiles(given),
      audiences: createScheduleAudiences({
        ...given,
        subscriptions,
        checks,
        bursts,
        rules,
        recipients: createScheduleRecipients(given),
      }),
    }),
    scheduleNotices: createScheduleNotices(given),
  }
}
