import { createHash } from 'node:crypto'
import { decide, type ObjectFacts, type Viewer } from '@octavo/core/access'
import { exportMediaTypes, type ScheduleTarget } from '@octavo/core/contract'
import { findElement } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import { type ZipPart, zipFile } from '../../render/index.ts'
import type { Store } from '../../store/index.ts'
import { findRun, type ScheduleRunRow, updateOpenRun } from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents, OpenDocument } from '../documents/documents.ts'
import { shownContent } from '../documents/shown-content.ts'
import type { ExportFiles } from '../exports/export-files.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Inodes } from '../inodes/inodes.ts'
import type { OrganizationSettingsReader } from '../organization/settings/organization-settings.ts'
import { queriedDocument } from '../queries/element-compiler.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import type { ScheduleConditions } from './schedule-conditions.ts'
import type { SavedConfig } from './schedule-config.ts'
import {
  DeliveryFailed,
  type Message,
  type ReadyFile,
  requireMailSize,
  type ScheduleDeliveries,
} from './schedule-deliveries.ts'
import type { ScheduleEnds } from './schedule-ends.ts'
import { controlTextsOf, filesOf, type ScheduledFile } from './schedule-files.ts'
import type { ScheduleRecipients } from './schedule-recipients.ts'

export interface ScheduleAttempt {
  organizationId: string
  scheduleId: string
  dueAt: number
  attempt: number
  signal: AbortSignal
}

/** Those who get the same files: all, or one recipient who gets what that member may see. */
interface Audience {
  viewer: Viewer
  /** What they get, of the pages that are shown to the viewer. */
  files: readonly ScheduledFile[]
  to: string[]
  cc: string[]
  bcc: string[]
  webhooks: string[]
  /** Names the audience within the run. */
  suffix: string
}

type Outcome = { state: 'sent'; remarks: string[] } | { state: 'skipped'; reason: string }

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>

/**
 * Sends a scheduled export for one of its due times, with the rights that its owner has at that moment. An attempt may
 * end anywhere and be made again: what a receiver has taken is noted and not sent again, and what it may have taken is
 * sent again under the same id.
 */
export function createScheduleRuns(given: Given) {
  return serviceOf(partsOf(given), { run })
}

interface Given {
  store: Store
  clock: Clock
  blobs: Blobs
  viewers: Viewers
  inodes: Inodes
  documents: Documents
  addresses: Addresses
  settings: OrganizationSettingsReader
  checks: ScheduleChecks
  conditions: ScheduleConditions
  files: ExportFiles
  recipients: ScheduleRecipients
  deliveries: ScheduleDeliveries
  ends: ScheduleEnds
}

type Parts = ReturnType<typeof partsOf>

function partsOf({
  store,
  clock,
  blobs,
  viewers,
  inodes,
  documents,
  addresses,
  settings,
  checks,
  conditions,
  files: exportFiles,
  recipients,
  deliveries,
  ends,
}: Given) {
  return {
    store,
    clock,
    blobs,
    viewers,
    inodes,
    documents,
    addresses,
    settings,
    checks,
    conditions,
    exportFiles,
    recipients,
    deliveries,
    ends,
  }
}

function note({ store }: Parts, run: ScheduleRunRow, change: Parameters<typeof updateOpenRun>[2]) {
  return store.maintain('progress of a run', (tx) => updateOpenRun(tx, run, change))
}

async function audiencesOf(
  { documents, recipients, settings }: Parts,
  schedule: ScheduleRow,
  owner: Viewer,
  config: SavedConfig,
  open: OpenDocument,
): Promise<Audience[]> {
  const { organization_id: organizationId } = schedule
  const organization = await settings.read(organizationId)
  const filesFor = (viewer: Viewer, facts: ObjectFacts) => {
    const shown = shownContent(viewer, facts, open.content)
    const { files, problems } = filesOf(config, { name: open.record.inode.name, shown }, viewer, organization)
    const asked = config.conditionOptions?.condition?.elementId
    const isAsked = asked === undefined || findElement(shown, asked) !== undefined
    const [problem] = isAsked ? problems : [{ message: `No element has the id "${asked}".` }]
    return { files, problem }
  }
  const own = filesFor(owner, open.record.facts)
  if (own.problem) {
    throw new DeliveryFailed(`The workbook has changed since it was scheduled. ${own.problem.message}`, false)
  }
  const all = await recipients.of(organizationId, JSON.parse(schedule.targets) as ScheduleTarget[])
  if (config.runAsRecipient !== true) return [{ viewer: owner, files: own.files, ...all, suffix: '' }]
  const audiences: Audience[] = []
  for (const { viewer, address } of await recipients.members(organizationId, all)) {
    // Refused as a whole: a part that is silently missing would look like a day without data.
    const { facts } = await documents.find(viewer, 'workbook', schedule.document_id).catch((error: unknown) => {
      if (!isAppError(error)) throw error
      throw new DeliveryFailed(`${address} may not see the workbook, so nothing was sent.`, false)
    })
    const isTagged = open.record.facts.isTagged === true
    const { files, problem } = filesFor(viewer, { ...facts, isTagged })
    if (problem) {
      throw new DeliveryFailed(`${address} is not shown what is to be sent, so nothing was sent.`, false)
    }
    const suffix = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 12)
    audiences.push({ viewer, files, to: [address], cc: [], bcc: [], webhooks: [], suffix: `.${suffix}` })
  }
  return audiences
}

/** Makes the files whole before anything is sent. */
async function makeFiles(
  { blobs, exportFiles }: Parts,
  run: ScheduleRunRow,
  { viewer, suffix, files }: Audience,
  open: OpenDocument,
  { attachmentSettings }: SavedConfig,
  made: string[],
  signal: AbortSignal,
): Promise<ReadyFile[]> {
  const document = queriedDocument(open)
  const rows: { rowCount: number; truncated: boolean }[] = []
  const failed: string[] = []
  const content = async ({ order }: ScheduledFile) => {
    const file = await exportFiles.open({ viewer, document, owner: `schedules of ${viewer.memberId}` }, order, signal)
    rows.push(file.rows)
    failed.push(...file.leftOut)
    return file.content
  }
  const put = async (name: string, mediaType: string, bytes: AsyncIterable<Uint8Array>): Promise<ReadyFile> => {
    const blobKey = `schedules/${run.id}${suffix}.${made.length}`
    made.push(blobKey)
    const { sizeBytes } = await blobs.put(blobKey, bytes, { signal })
    const rowCount = rows.reduce((sum, each) => sum + each.rowCount, 0)
    const isTruncated = rows.some(({ truncated }) => truncated)
    rows.length = 0
    return { name, mediaType, blobKey, sizeBytes, rowCount, isTruncated, leftOut: failed.splice(0) }
  }
  if (attachmentSettings?.zipAttachments === true && files.length > 0) {
    async function* parts(): AsyncGenerator<ZipPart> {
      for (const file of files) yield { path: file.name, content: await content(file) }
    }
    return [await put('merged-report.zip', 'application/zip', zipFile(parts()))]
  }
  const ready: ReadyFile[] = []
  for (const file of files) {
    ready.push(await put(file.name, exportMediaTypes[file.order.format], await content(file)))
  }
  return ready
}

async function send(
  parts: Parts,
  run: ScheduleRunRow,
  schedule: ScheduleRow,
  made: string[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { viewers, documents, inodes, checks, conditions, clock, deliveries } = parts
  const owner = await viewers.load(schedule.organization_id, schedule.owner_id, { kind: 'job' })
  if (!owner) throw new DeliveryFailed('The member who owns the schedule is not active any more.', false)
  const config = JSON.parse(schedule.config) as SavedConfig
  const targets = JSON.parse(schedule.targets) as ScheduleTarget[]
  const record = await documents.find(owner, 'workbook', schedule.document_id)
  if (decide(owner, record.facts, 'schedule').because.rule === 'archived') {
    return { state: 'skipped', reason: 'The workbook is in the archive.' }
  }
  inodes.requireEdit(owner, record, 'schedule')
  checks.requireFeatures(owner, { targets, config })
  const open = await checks.read(owner, schedule.document_id, config)
  const delivered = new Set(JSON.parse(run.delivered) as string[])
  const remarks: string[] = []
  let isMet = delivered.size > 0
  for (const audience of await audiencesOf(parts, schedule, owner, config, open)) {
    const mailKey = `mail${audience.suffix}`
    const hookKeys = audience.webhooks.map(
      (url) => `hook${createHash('sha256').update(url).digest('hex').slice(0, 12)}`,
    )
    const hasMail = audience.to.length + audience.cc.length + audience.bcc.length > 0
    const wanted = [...(hasMail ? [mailKey] : []), ...hookKeys].filter((key) => !delivered.has(key))
    if (wanted.length === 0) continue
    const asked = {
      viewer: audience.viewer,
      document: queriedDocument(open),
      controls: controlTextsOf(config).texts,
      condition: config.conditionOptions,
    }
    const isMetHere = await conditions.isMet(asked, signal)
    await note(parts, run, { checked_at: clock.now() })
    if (!isMetHere) continue
    isMet = true
    const ready = await makeFiles(parts, run, audience, open, config, made, signal)
    await note(parts, run, { files_at: clock.now() })
    const message = await messageOf(parts, run, schedule, owner, open, config, ready)
    const taken = async (key: string) => {
      delivered.add(key)
      await note(parts, run, { delivered: JSON.stringify([...delivered]) })
    }
    if (hasMail && !delivered.has(mailKey)) {
      requireMailSize(ready)
      signal.throwIfAborted()
      remarks.push(...(await deliveries.mail({ ...message, deliveryId: `${run.id}${audience.suffix}` }, audience)))
      await taken(mailKey)
    }
    for (const [index, url] of audience.webhooks.entries()) {
      const key = hookKeys[index] ?? url
      if (delivered.has(key)) continue
      signal.throwIfAborted()
      await deliveries.webhook({ ...message, deliveryId: `${run.id}.${key}` }, url, signal)
      await taken(key)
    }
  }
  return isMet ? { state: 'sent', remarks } : { state: 'skipped', reason: 'The condition was not met.' }
}

async function messageOf(
  { addresses }: Parts,
  run: ScheduleRunRow,
  schedule: ScheduleRow,
  owner: Viewer,
  open: OpenDocument,
  config: SavedConfig,
  files: readonly ReadyFile[],
): Promise<Message> {
  const { inode } = open.record
  const link = config.includeLink === false ? null : (await addresses.of(owner, config.baseUrl))(inode)
  const name = config.exportName ?? inode.name
  const who = `${owner.firstName} ${owner.lastName}`.trim() || owner.email
  const cut = files.filter(({ isTruncated }) => isTruncated).map((file) => `${file.name} has more rows than it holds.`)
  const leftOut = files.flatMap((file) => file.leftOut.map((column) => `${file.name} lacks a column. ${column}`))
  return {
    deliveryId: run.id,
    subject: config.title.trim() === '' ? name : config.title,
    body: config.messageBody,
    link,
    footer: [
      ...cut,
      ...leftOut,
      `Scheduled export "${name}" by ${who}, for ${localTime(run.due_at, schedule.zone)}.`,
    ].join('\n'),
    files,
    facts: {
      scheduleId: schedule.id,
      workbookId: schedule.document_id,
      workbookName: inode.name,
      exportName: name,
      dueAt: timestamp(run.due_at),
    },
  }
}

/** One attempt. What trying again cannot mend ends the run; what it may is thrown, for the queue to try again. */
async function run(
  parts: Parts,
  { organizationId, scheduleId, dueAt, attempt, signal }: ScheduleAttempt,
): Promise<Record<string, unknown>> {
  const { store, ends, clock, blobs } = parts
  const run = await findRun(store.db, organizationId, scheduleId, dueAt)
  const schedule = await findSchedule(store.db, organizationId, scheduleId)
  if (!run || !schedule || (run.state !== 'waiting' && run.state !== 'running'))
    return { state: run?.state ?? 'missing' }
  const whyNot =
    schedule.ended_at !== null
      ? 'The schedule was removed before it was sent.'
      : schedule.state !== 'active' && run.is_manual === 0
        ? 'The schedule was paused before it was sent.'
        : null
  if (whyNot !== null) {
    await ends.skipped(run, whyNot)
    return { state: 'skipped' }
  }
  await note(parts, run, {
    state: 'running',
    attempts: attempt,
    ...(run.started_at === null ? { started_at: clock.now() } : {}),
  })
  const made: string[] = []
  try {
    const outcome = await send(parts, run, schedule, made, signal)
    if (outcome.state === 'sent') await ends.sent(run, outcome.remarks.join(' ') || null)
    else await ends.skipped(run, outcome.reason)
    return { state: outcome.state }
  } catch (error) {
    if (signal.aborted) {
      if (signal.reason === 'deadline_passed') await ends.failed(run, 'It took longer than it may.')
      throw error
    }
    const known = isAppError(error) || error instanceof DeliveryFailed
    const reason = known ? error.message : 'Something went wrong on our side.'
    if (isFinal(error) || attempt >= jobKinds['schedule.run'].maxAttempts) {
      await ends.failed(run, reason)
      if (known) return { state: 'error' }
    } else await note(parts, run, { reason: `${reason} It is tried again.` })
    throw error instanceof DeliveryFailed ? new AppError('export_failed', { reason }, { cause: error }) : error
  } finally {
    for (const key of made) await blobs.delete(key)
  }
}

/** Trying again would fail again. */
function isFinal(error: unknown): boolean {
  if (error instanceof DeliveryFailed) return !error.isPassing
  if (isAppError(error, 'source_unavailable') && error.details.isPassing) return false
  return isAppError(error) && error.status < 500
}

function localTime(at: number, zone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return `${local} (${zone})`
}
