import { decideRight, type Viewer } from '@octavo/core/access'
import { isAppError } from '@octavo/core/errors'
import { requireTeam } from '../../access/index.ts'
import { DestinationRefused, type Destinations } from '../../outbound/index.ts'
import type { Store } from '../../store/index.ts'
import { findTeams } from '../../store/teams.ts'
import type { Mails } from '../organization/mails/mails.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { isAddress } from './destinations/mail/is-address.ts'
import { noMailServer } from './destinations/mail/mail.ts'
import { isConversationId } from './destinations/slack/slack.ts'
import { addressOfExport, problemsOfExport } from './destinations/storage/storage-target.ts'
import {
  cloudExportsOf,
  destinationsOf,
  isEmail,
  isTeam,
  type LaterTarget,
  type ScheduleOrder,
} from './schedule-config.ts'
import type { ScheduleProblems } from './schedule-problems.ts'
import { mostRecipients } from './schedule-recipients.ts'

interface Parts {
  store: Store
  settings: OrganizationSettingsReader
  destinations: Destinations
  mails: Pick<Mails, 'isSet'>
}

const later = {
  googleSpreadsheetUrl: 'This version does not write online spreadsheets yet.',
  googleDriveFolderUrl: 'This version does not write to online drives yet.',
} as const satisfies Record<LaterTarget, string>

/** Checks each destination, and that mail can be sent where it is needed. */
export async function checkTargets(
  parts: Parts,
  owner: Viewer,
  { targets, config }: ScheduleOrder,
  problems: ScheduleProblems,
): Promise<void> {
  const { store, mails: mailServers } = parts
  const all = destinationsOf(targets)
  if (targets.length === 0 && !config.dynamicRecipientSettings) problems.add('target', 'Name at least one destination.')
  targets.forEach((target, index) => {
    if (destinationsOf([target]).length === 0) {
      problems.add(
        `target[${index}]`,
        'Name a destination, such as email, teamId, webhookUrl, slackConversationId or workbookCloudExport.',
      )
    }
  })
  const teamIds = all.flatMap(({ kind, value }) => (isTeam(kind) ? [value] : []))
  const teams = await findTeams(store.db, owner.organizationId, teamIds)
  for (const { kind, value, path } of all) {
    if (isEmail(kind)) {
      if (!isAddress(value)) {
        problems.add(path, `${JSON.stringify(value.slice(0, 60))} is not one email address.`)
      }
    } else if (isTeam(kind)) {
      const row = teams.get(value)
      const team = row && !row.is_archived ? { ...row, isTeamAdmin: false } : null
      try {
        requireTeam(owner, value, team, 'view')
      } catch (error) {
        if (!isAppError(error)) throw error
        problems.add(path, error.message)
      }
    } else if (kind === 'webhookUrl') await checkWebhook(parts, value, path, problems)
    else if (kind === 'slackConversationId') {
      if (!isConversationId(value)) {
        const shown = JSON.stringify(value.slice(0, 60))
        problems.add(path, `${shown} is not the id of a conversation in Slack, such as C0123456789.`)
      }
    } else if (kind === 'slackChannelName')
      problems.add(path, 'Channel names never worked; slackConversationId replaces them.')
    else if (kind in later) problems.addUnsupported(path, later[kind as keyof typeof later])
  }
  if (all.filter(({ kind }) => isEmail(kind)).length > mostRecipients) {
    problems.add('target', `A mail goes to at most ${mostRecipients} recipients.`)
  }
  const mails = all.find(({ kind }) => isEmail(kind) || isTeam(kind))
  if ((mails || config.burst) && !(await mailServers.isSet(owner.organizationId))) {
    const message = noMailServer
    problems.addUnsupported(mails?.path ?? 'configV2.burst', message, 'Ask for a mail server, or send to a webhook.')
  }
}

/** Checks the destinations in cloud storage, and that all attachments can be stored there. */
export async function checkCloudExports(
  { settings }: Parts,
  owner: Viewer,
  { targets, config }: ScheduleOrder,
  problems: ScheduleProblems,
): Promise<void> {
  const all = cloudExportsOf(targets)
  if (all.length === 0) return
  // Storage integrations of the audit log are only for administrators.
  const isAdmin = decideRight(owner, 'manageAuditLog').allowed
  const { storages: ofAll = [] } = await settings.read(owner.organizationId)
  const storages = ofAll.filter(({ integrationId }) => integrationId === undefined || isAdmin)
  const fileCount = config.exportAttachments.flatMap(
    ({ workbookExportSource: { elementIds = [] } }) => elementIds,
  ).length
  for (const { asked, path } of all) {
    if (/^(gcs|gs|azure):/i.test(addressOfExport(asked))) {
      problems.addUnsupported(
        path,
        'This version writes to S3 and stores that speak its API.',
        'Name an s3:// address.',
      )
      continue
    }
    for (const { field, message } of problemsOfExport(asked, storages, fileCount)) {
      problems.add(`${path}.${field}`, message)
    }
  }
  if (config.exportAttachments.length === 0) problems.add('configV2.exportAttachments', 'Nothing is to be written.')
  config.exportAttachments.forEach(({ formatOptions: { type } }, index) => {
    if (type === 'CSV') return
    const path = `configV2.exportAttachments[${index}].formatOptions.type`
    problems.add(path, `Cloud storage takes CSV files of elements, not ${type}.`)
  })
  if (config.attachmentSettings?.zipAttachments === true) {
    problems.add('configV2.attachmentSettings.zipAttachments', 'Cloud storage takes no archives: choose csv.gzip.')
  }
}

async function checkWebhook(
  { destinations }: Parts,
  value: string,
  path: string,
  problems: ScheduleProblems,
): Promise<void> {
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && destinations.isNamed(url.hostname))) {
    problems.add(path, 'A webhook is an address that begins with https://.')
    return
  }
  if (url.username !== '' || url.password !== '')
    problems.add(path, 'A webhook has no name and password in its address.')
  try {
    await destinations.assertAllowed(url.hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    if (!(error instanceof DestinationRefused)) throw error
    problems.add(path, error.message)
  }
}
