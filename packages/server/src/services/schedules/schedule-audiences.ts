import { createHash } from 'node:crypto'
import { jobOn, namedConnection, type ObjectFacts, type Viewer } from '@octavo/core/access'
import type { ScheduleTarget } from '@octavo/core/contract'
import { findElement } from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import { emailKeyOf } from '../../store/members.ts'
import type { ScheduleRow } from '../../store/schedules.ts'
import type { Documents } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import { fileName } from '../exports/exports.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import type { OpenView } from '../views/view-reader.ts'
import { isAddress } from './destinations/mail/is-address.ts'
import type { MailSubscriptions } from './destinations/mail/mail-subscriptions.ts'
import { DeliveryFailed } from './destinations/message/message.ts'
import type { ExportRulesOf } from './export-rules.ts'
import { type BurstValue, mostMessages, type ScheduleBursts } from './schedule-bursts.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import { conditionsOf, type SavedConfig } from './schedule-config.ts'
import { filesOf, limitsInStorage, type ScheduledFile } from './schedule-files.ts'
import {
  mostMemberRecipients,
  mostRecipients,
  type Recipients,
  type ScheduleRecipients,
} from './schedule-recipients.ts'

/** Recipients of the same files: all of them, or one recipient with the rows that this member may see. */
export interface Audience extends Recipients {
  viewer: Viewer
  /** The content to send, opened with the viewer's rights. */
  view: OpenView
  /** Files for these recipients, from the pages that are shown to the viewer. */
  files: readonly ScheduledFile[]
  /** The same files with the limits of cloud storage; empty when there is no such destination. */
  storedFiles: readonly ScheduledFile[]
  /** Recipients whose mails contain an unsubscribe link: all except those from a column. */
  linked: readonly string[]
  /** Identifies the audience within the run. */
  suffix: string
}

/** A recipient who was left out of a run, as the ledger records it. */
export interface LeftOut {
  name: string
  recipient: string | null
  value: string | null
  reason: string
}

/** The part of a run for one value of its burst, or the whole run. */
export interface Share {
  /** Null for the whole run. */
  value: string | null
  config: SavedConfig
  audiences: Audience[]
  leftOut: LeftOut[]
}

export interface AudienceRequest {
  schedule: ScheduleRow
  owner: Viewer
  config: SavedConfig
  view: OpenView
  /** For a burst: recipients that the schedule names directly instead of through a column. */
  standard?: readonly string[]
}

export type ScheduleAudiences = ReturnType<typeof createScheduleAudiences>

/** Determines which recipients get which files of a scheduled export at this moment. */
export function createScheduleAudiences(parts: Parts) {
  return serviceOf(parts, { of })
}

interface Parts {
  documents: Documents
  settings: OrganizationSettingsReader
  checks: ScheduleChecks
  recipients: ScheduleRecipients
  bursts: ScheduleBursts
  rules: Pick<ExportRulesOf, 'refusal'>
  subscriptions: Pick<MailSubscriptions, 'unsubscribedFrom'>
}

async function of(parts: Parts, asked: AudienceRequest, signal: AbortSignal): Promise<Share[]> {
  const { schedule, owner, config, view } = asked
  const { organization_id: organizationId } = schedule
  const targets = JSON.parse(schedule.targets) as ScheduleTarget[]
  if (!config.burst) {
    const named = await parts.recipients.of(organizationId, targets)
    await requireAllowed(parts, owner, [...named.to, ...named.cc, ...named.bcc])
    const { all, leftOut } = await subscribersOf(parts, schedule, named)
    const isEmpty = Object.values(all).every((each) => each.length === 0)
    return [{ value: null, config, audiences: isEmpty ? [] : await audiencesOf(parts, asked, all), leftOut }]
  }
  const values = await parts.bursts.values(owner, view, config, signal)
  const to = await parts.recipients.standard(organizationId, targets)
  await requireAllowed(parts, owner, to)
  const { all, leftOut } = await subscribersOf(parts, schedule, { ...nobody, to })
  const standard = all.to
  requireFewRecipients(standard, values, config.runAsRecipient === true ? mostMemberRecipients : mostRecipients)
  const shares: Share[] = leftOut.length > 0 ? [{ value: null, config, audiences: [], leftOut }] : []
  for (const value of values) shares.push(await shareOf(parts, asked, standard, value))
  return shares
}

const nobody: Recipients = { to: [], cc: [], bcc: [], webhooks: [], slack: [], storage: [] }

/** The recipients who have not unsubscribed. */
async function subscribersOf(
  { subscriptions }: Parts,
  { organization_id: organizationId, id }: ScheduleRow,
  named: Recipients,
): Promise<{ all: Recipients; leftOut: LeftOut[] }> {
  const gone = await subscriptions.unsubscribedFrom(organizationId, id)
  const stays = (address: string) => !gone.has(emailKeyOf(address))
  const { to, cc, bcc } = named
  return {
    all: { ...named, to: to.filter(stays), cc: cc.filter(stays), bcc: bcc.filter(stays) },
    leftOut: [...to, ...cc, ...bcc]
      .filter((address) => !stays(address))
      .map((address) => leftOutOf(null, address, 'They have unsubscribed.')),
  }
}

/** The organization's rules may have changed since the schedule was created. */
async function requireAllowed({ rules }: Parts, owner: Viewer, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const reason = await rules.refusal(owner, address)
    if (reason !== null) throw new DeliveryFailed(`${address} gets nothing, so nothing was sent. ${reason}`, false)
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Identifies a recipient of a burst value within the run. */
export const burstSuffix = (value: string, recipient: string): string =>
  `.${hashOf(value)}.${hashOf(recipient.toLowerCase())}`

/** The share of one value: each recipient gets a separate mail, so that addresses are not disclosed to the others. */
async function shareOf(
  parts: Parts,
  asked: AudienceRequest,
  standard: readonly string[],
  { text: value, config, recipients }: BurstValue,
): Promise<Share> {
  const known = new Set(standard.map((address) => address.toLowerCase()))
  const dynamic = recipients.filter((address) => !known.has(address.toLowerCase()))
  const leftOut: LeftOut[] = []
  for (const recipient of dynamic) {
    const reason = await whyLeftOut(parts, asked, recipient)
    if (reason !== null) leftOut.push(leftOutOf(value, recipient, reason))
  }
  const isLeftOut = new Set(leftOut.map(({ recipient }) => recipient))
  const addresses = [...standard, ...dynamic.filter((address) => !isLeftOut.has(address))]
  if (recipients.length + standard.length === 0) leftOut.push(leftOutOf(value, null, 'The value has no recipient.'))
  if (addresses.length === 0) return { value, config, audiences: [], leftOut }
  const all = { ...nobody, to: addresses }
  const audiences = (await audiencesOf(parts, { ...asked, config, standard }, all)).map((audience) => ({
    ...audience,
    files: audience.files.map((file) => ({ ...file, name: nameWithValue(file.name, value) })),
  }))
  return { value, config, audiences, leftOut }
}

/** Why a recipient from a column gets nothing; null for one who does. */
async function whyLeftOut(
  { recipients, rules }: Parts,
  { schedule, owner, config }: AudienceRequest,
  recipient: string,
): Promise<string | null> {
  if (!isAddress(recipient)) return `${JSON.stringify(recipient.slice(0, 60))} is not one email address.`
  const refused = await rules.refusal(owner, recipient)
  if (refused !== null) return refused
  if (config.runAsRecipient !== true) return null
  const member = await recipients.member(schedule.organization_id, recipient)
  return member ? null : 'They are not a member, so they have no data of their own.'
}

/** A ledger entry for a recipient who is left out of a value's share, or for the value itself. */
export const leftOutOf = (value: string | null, recipient: string | null, reason: string): LeftOut => ({
  name: `mail${value === null ? `.left.${hashOf((recipient ?? '').toLowerCase())}` : burstSuffix(value, recipient ?? '')}`,
  recipient,
  value,
  reason,
})

/** `Orders.csv` becomes `Orders - West.csv`. */
function nameWithValue(name: string, value: string): string {
  const at = name.lastIndexOf('.')
  return fileName(name.slice(0, at), value, name.slice(at + 1))
}

function requireFewRecipients(standard: readonly string[], values: readonly BurstValue[], most: number): void {
  const all = new Set(
    [...standard, ...values.flatMap(({ recipients }) => recipients)].map((each) => each.toLowerCase()),
  )
  if (all.size > most) {
    throw new DeliveryFailed(`It has ${all.size} recipients; it goes to at most ${most}.`, false)
  }
  const messages = values.reduce((sum, { recipients }) => sum + standard.length + recipients.length, 0)
  if (messages > mostMessages) {
    const advice = `a burst sends at most ${mostMessages}. Name fewer recipients who get every value.`
    throw new DeliveryFailed(`It would send ${messages} messages; ${advice}`, false)
  }
}

/** A view is opened with the rights of each recipient: it may be personal, or read sources that only its owner may use. */
function viewOf({ checks }: Parts, viewer: Viewer, { schedule, config, view }: AudienceRequest) {
  const { bookmarkId, exploreKey } = config.workbookVariant ?? {}
  if (bookmarkId === undefined && exploreKey === undefined) return Promise.resolve(view)
  return checks.read(viewer, schedule.document_id, config)
}

async function audiencesOf(parts: Parts, asked: AudienceRequest, all: Recipients): Promise<Audience[]> {
  const { documents, recipients, settings } = parts
  const { schedule, owner, config, view } = asked
  const { organization_id: organizationId } = schedule
  const organization = await settings.read(organizationId)
  const own = filesFor(config, owner, view, view.open.record.facts, organization)
  if (own.problem) {
    throw new DeliveryFailed(`The workbook has changed since it was scheduled. ${own.problem.message}`, false)
  }
  if (config.runAsRecipient !== true) {
    const limits = limitsInStorage(organization)
    const stored = all.storage.length > 0 ? filesFor(config, owner, view, view.open.record.facts, limits).files : []
    return [
      { viewer: owner, view, files: own.files, storedFiles: stored, ...all, linked: linkedOf(asked, all), suffix: '' },
    ]
  }
  const audiences: Audience[] = []
  for (const { viewer, address } of await recipients.members(organizationId, all, jobOn(namedConnection(owner)))) {
    // The whole run is refused: a silently missing part would look like a day without data.
    const { facts } = await documents.find(viewer, 'workbook', schedule.document_id).catch((error: unknown) => {
      if (!isAppError(error)) throw error
      throw new DeliveryFailed(`${address} may not see the workbook, so nothing was sent.`, false)
    })
    const ofRecipient = await viewOf(parts, viewer, asked).catch((error: unknown) => {
      if (!isAppError(error)) throw error
      throw new DeliveryFailed(`${address} may not open the view, so nothing was sent. ${error.message}`, false)
    })
    const isTagged = view.open.record.facts.isTagged === true
    const { files, problem } = filesFor(config, viewer, ofRecipient, { ...facts, isTagged }, organization)
    if (problem) {
      throw new DeliveryFailed(`${address} is not shown what is to be sent, so nothing was sent.`, false)
    }
    audiences.push(audienceOfOne({ viewer, view: ofRecipient, files, address, linked: linkedOf(asked, all) }))
  }
  return audiences
}

/** A single send is not a subscription. */
const linkedOf = ({ schedule, standard }: AudienceRequest, { to, cc, bcc }: Recipients): readonly string[] =>
  schedule.is_once === 1 ? [] : (standard ?? [...to, ...cc, ...bcc])

function filesFor(
  config: SavedConfig,
  viewer: Viewer,
  { open, controls }: OpenView,
  facts: ObjectFacts,
  limits: OrganizationSettings,
) {
  const shown = shownContent(viewer, facts, open.content)
  const { files, problems } = filesOf(config, { name: open.record.inode.name, shown, controls }, viewer, limits)
  const asked = conditionsOf(config).flatMap(({ condition }) => condition?.elementId ?? [])
  const gone = asked.find((id) => findElement(shown, id) === undefined)
  const [problem] = gone === undefined ? problems : [{ message: `No element has the id "${gone}".` }]
  return { files, problem }
}

/** One recipient by mail, with separate files whose names identify them. */
function audienceOfOne({
  address,
  ...own
}: Pick<Audience, 'viewer' | 'view' | 'files' | 'linked'> & { address: string }): Audience {
  return {
    ...own,
    to: [address],
    cc: [],
    bcc: [],
    webhooks: [],
    slack: [],
    storage: [],
    storedFiles: [],
    suffix: `.${hashOf(address.toLowerCase())}`,
  }
}
