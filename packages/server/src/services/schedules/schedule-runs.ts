import { Readable } from 'node:stream'
import { decide, type Viewer } from '@octavo/core/access'
import { exportMediaTypes, type ScheduleRun, type ScheduleTarget } from '@octavo/core/contract'
import { elementName, findControl } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import { jobKinds } from '@octavo/core/jobs'
import type { Blobs } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import { type ZipPart, zipFile } from '../../render/index.ts'
import type { Store } from '../../store/index.ts'
import { listDeliveries } from '../../store/schedule-deliveries.ts'
import { findRun, type ScheduleRunRow, scheduleFileKey, updateOpenRun } from '../../store/schedule-runs.ts'
import { findSchedule, type ScheduleRow } from '../../store/schedules.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { ExportFile, ExportFiles } from '../exports/export-files.ts'
import type { ExportOrder } from '../exports/export-requests.ts'
import { fileName } from '../exports/exports.ts'
import { progressNotes } from '../exports/progress-notes.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { mailTextFor } from '../mail-texts/mail-text.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import type { Parcel } from './destinations/destinations.ts'
import { DeliveryFailed, type Message, type ReadyFile } from './destinations/message/message.ts'
import type { ExportRulesOf } from './export-rules.ts'
import { footersOf } from './message-footer.ts'
import { type RunFiles, runFiles } from './run-progress.ts'
import { type Audience, type LeftOut, leftOutOf, type ScheduleAudiences, type Share } from './schedule-audiences.ts'
import type { ScheduleChecks } from './schedule-checks.ts'
import type { ScheduleConditions } from './schedule-conditions.ts'
import { conditionsOf, type SavedConfig } from './schedule-config.ts'
import type { ScheduleConnections } from './schedule-connections.ts'
import type { ScheduleEnds } from './schedule-ends.ts'
import { controlTextsOf, type ScheduledFile, withOwnNames } from './schedule-files.ts'
import { limitReached } from './schedule-limits.ts'
import { type AddressedParcel, type ScheduleOutbox, whyNotSent } from './schedule-outbox.ts'
import { addCopy, burstParcelsOf, parcelsOf, storageParcelsOf } from './schedule-parcels.ts'
import type { ScheduleTexts } from './schedule-texts.ts'

export interface ScheduleAttempt {
  organizationId: string
  scheduleId: string
  dueAt: number
  attempt: number
  signal: AbortSignal
}

export type ScheduleRuns = ReturnType<typeof createScheduleRuns>

/**
 * Produces and sends the content of a scheduled export for one due time, with the current rights of its owner. An attempt may be
 * interrupted anywhere and repeated.
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
  checks: ScheduleChecks
  connections: ScheduleConnections
  conditions: ScheduleConditions
  files: ExportFiles
  audiences: ScheduleAudiences
  texts: ScheduleTexts
  rules: Pick<ExportRulesOf, 'copyTo'>
  outbox: ScheduleOutbox
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
  checks,
  connections,
  conditions,
  files: exportFiles,
  audiences,
  texts,
  rules,
  outbox,
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
    checks,
    connections,
    conditions,
    exportFiles,
    audiences,
    texts,
    rules,
    outbox,
    ends,
  }
}

function note({ store }: Parts, run: ScheduleRunRow, change: Parameters<typeof updateOpenRun>[2]) {
  return store.maintain('progress of a run', (tx) => updateOpenRun(tx, run, change))
}

type Progress = NonNullable<ScheduleRun['progress']>

function noteProgress({ store }: Parts, run: ScheduleRunRow, progress: Progress) {
  return store.maintain('progress of a run', (tx) => updateOpenRun(tx, run, { progress: JSON.stringify(progress) }), {
    isolation: 'read committed',
  })
}

/** The finished files of a message, and a picture of the first one that has pages. */
interface MadeFiles {
  files: ReadyFile[]
  picture: ReadyFile | null
}

/** Maximum size of a mail's picture; larger ones are left out. */
const mostPictureBytes = 2 * 1024 * 1024

/** Completes all files before anything is sent. `made` counts the files of the run. */
async function makeFiles(
  making: Making,
  audience: Audience,
  files: readonly ScheduledFile[],
  signal: AbortSignal,
): Promise<MadeFiles> {
  const { exportFiles } = making.parts
  const { viewer, view, to, cc, bcc } = audience
  const document = queriedDocument(view.open)
  const shownFile = to.length + cc.length + bcc.length === 0 ? undefined : files.find(({ order }) => order.report)
  let preview: ExportFile | undefined
  const opened: ExportFile[] = []
  const content = async (file: ScheduledFile) => {
    const shown = { viewer, document, owner: `schedules of ${viewer.memberId}`, purpose: 'schedule' as const }
    const order = file === shownFile ? withPreview(file.order) : file.order
    const open = await exportFiles.open(shown, order, signal, making.progress.begin(file.name))
    opened.push(open)
    if (file === shownFile) preview = open
    return open.content
  }
  const put = putter(making, viewer.memberId, opened, signal)
  const ready: ReadyFile[] = []
  if (making.config.attachmentSettings?.zipAttachments === true && files.length > 0) {
    async function* zipped(): AsyncGenerator<ZipPart> {
      for (const file of files) yield { path: file.name, content: await content(file) }
    }
    ready.push(await put('merged-report.zip', 'application/zip', zipFile(zipped())))
  } else {
    for (const file of files) ready.push(await put(file.name, exportMediaTypes[file.order.format], await content(file)))
  }
  const picture = preview?.report.preview
  if (!shownFile || !picture || picture.byteLength > mostPictureBytes) return { files: ready, picture: null }
  const name = shownFile.name.replace(/\.\w+$/, '.png')
  return { files: ready, picture: await put(name, exportMediaTypes.png, Readable.from([picture])) }
}

const withPreview = (order: ExportOrder): ExportOrder =>
  order.report ? { ...order, report: { ...order.report, hasPreview: true } } : order

/** Stores a file of the run, with the facts about the exports that were opened for it. */
function putter({ parts, run, made }: Making, ofMember: string, opened: ExportFile[], signal: AbortSignal) {
  return async (name: string, mediaType: string, bytes: AsyncIterable<Uint8Array>): Promise<ReadyFile> => {
    const blobKey = scheduleFileKey(run, made.count)
    made.count += 1
    // Recorded before the file is written, so that the leftover of a process that dies now is found by its number.
    await note(parts, run, { file_count: Math.max(run.file_count, made.count) })
    const stored = await parts.blobs.put(blobKey, bytes, { signal })
    const contents = opened.splice(0)
    return {
      name,
      mediaType,
      blobKey,
      ...stored,
      ofMember,
      rowCount: contents.reduce((sum, { rows }) => sum + rows.rowCount, 0),
      isTruncated: contents.some(({ rows }) => rows.truncated),
      leftOut: contents.flatMap(({ leftOut }) => leftOut),
    }
  }
}

/** One attempt to make what a run sends. */
interface Making {
  parts: Parts
  run: ScheduleRunRow
  schedule: ScheduleRow
  owner: Viewer
  config: SavedConfig
  made: { count: number }
  progress: RunFiles
}

/** The parcels of a run by the names of their deliveries, and the recipients who are left out. */
interface Made {
  parcels: Map<string, AddressedParcel>
  leftOut: LeftOut[]
}

/** The messages for audiences whose condition is met, or the reason why nothing is sent. */
async function make(
  parts: Parts,
  run: ScheduleRunRow,
  schedule: ScheduleRow,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Made | { skipped: string }> {
  const { viewers, documents, inodes, checks, connections, audiences } = parts
  const config = JSON.parse(schedule.config) as SavedConfig
  const via = await connections.viaOf(schedule.organization_id, config)
  const owner = await viewers.load(schedule.organization_id, schedule.owner_id, via)
  if (!owner) throw new DeliveryFailed('The member who owns the schedule is not active any more.', false)
  const targets = JSON.parse(schedule.targets) as ScheduleTarget[]
  const record = await documents.find(owner, 'workbook', schedule.document_id)
  if (decide(owner, record.facts, 'schedule').because.rule === 'archived') {
    return { skipped: 'The workbook is in the archive.' }
  }
  if (schedule.is_once === 0) inodes.requireEdit(owner, record, 'schedule')
  checks.requireFeatures(owner, { targets, config })
  const view = await checks.read(owner, schedule.document_id, config)
  const count = { count: 0 }
  const made: Made = { parcels: new Map(), leftOut: [] }
  const shares = await audiences.of({ schedule, owner, config, view }, signal)
  const progress = runFiles(fileCountOf(shares), onProgress)
  for (const share of shares) {
    const making: Making = { parts, run, schedule, owner, config: share.config, made: count, progress }
    made.leftOut.push(...share.leftOut)
    for (const audience of share.audiences) await makeFor(making, audience, share.value, made, signal)
  }
  const copy = await parts.rules.copyTo(schedule.organization_id)
  if (copy !== null) for (const { parcel } of made.parcels.values()) addCopy(parcel, copy)
  if (made.parcels.size > 0 || made.leftOut.length > 0) return made
  return { skipped: config.burst ? 'The control of the burst has no values.' : notMet }
}

const notMet = 'The condition was not met.'

const fileCountOf = (shares: readonly Share[]): number =>
  shares.reduce((sum, { audiences }) => sum + audiences.reduce((count, each) => count + filesFor(each), 0), 0)

const filesFor = (audience: Audience): number =>
  (hasReaders(audience) ? audience.files.length : 0) + (audience.storage.length > 0 ? audience.storedFiles.length : 0)

/** The messages for one audience, when the condition is met for it. */
async function makeFor(
  making: Making,
  audience: Audience,
  value: string | null,
  { parcels, leftOut }: Made,
  signal: AbortSignal,
): Promise<void> {
  const { parts, run, config } = making
  const asked = {
    viewer: audience.viewer,
    document: queriedDocument(audience.view.open),
    controls: controlTextsOf(config, audience.view.controls).texts,
  }
  let isMet = true
  const conditions = conditionsOf(config).filter(({ type }) => type !== 'always')
  if (conditions.length > 0) {
    making.progress.checking()
    for (const condition of conditions) isMet &&= await parts.conditions.isMet({ ...asked, condition }, signal)
    await note(parts, run, { checked_at: parts.clock.now() })
  }
  if (!isMet) {
    making.progress.leaveOut(filesFor(audience))
    if (value !== null) leftOut.push(...audience.to.map((address) => leftOutOf(value, address, notMet)))
    return
  }
  const add = (found: ReadonlyMap<string, Parcel>) => {
    for (const [name, parcel] of found) parcels.set(name, { parcel, value })
  }
  if (hasReaders(audience)) {
    const written = await writtenFor(making, audience, audience.files, signal)
    const made = await makeFiles(making, audience, written.files, signal)
    const message = await messageOf(making, audience, { ...written, ...made }, value)
    const { id: scheduleId } = making.schedule
    const subscription = { scheduleId, baseUrl: config.baseUrl, emails: audience.linked }
    const found = value === null ? parcelsOf(audience, message) : burstParcelsOf(audience, message, value)
    for (const parcel of found.values()) if (parcel.kind === 'mail') parcel.subscription = subscription
    add(found)
  }
  if (audience.storage.length > 0) {
    const written = await writtenFor(making, audience, audience.storedFiles, signal)
    // Without mail recipients, because storages get the files only, without a picture.
    const made = await makeFiles(making, { ...audience, to: [], cc: [], bcc: [] }, written.files, signal)
    add(storageParcelsOf(audience, await messageOf(making, audience, { ...written, ...made }, value), run))
  }
}

interface Written {
  title: string
  body: string
  files: readonly ScheduledFile[]
}

/** The texts of a message and the names of its files, with formulas evaluated for its audience. */
async function writtenFor(
  { parts, run, schedule, config }: Making,
  { viewer, view }: Audience,
  files: readonly ScheduledFile[],
  signal: AbortSignal,
): Promise<Written> {
  const controls = controlTextsOf(config, view.controls).texts
  const asked = [config.title, config.messageBody, ...files.map(({ fileName: name = '' }) => name)]
  const [title = '', body = '', ...names] = await parts.texts.written({ viewer, view, controls }, asked, signal)
  const named = files.map((file, index) => {
    const name = names[index]?.trim() ?? ''
    return name === '' ? file : { ...file, name: fileName(name, null, file.order.format) }
  })
  const prefix = config.prefixFileNames === true ? `${localTime(run.due_at, schedule.zone, '-')} ` : ''
  const prefixed = named.map((file) => ({ ...file, name: `${prefix}${file.name}` }))
  // A subject must be a single line.
  return { title: title.replaceAll(/\s+/g, ' ').trim().slice(0, 500), body, files: withOwnNames(prefixed) }
}

const hasReaders = ({ to, cc, bcc, webhooks, slack }: Audience): boolean =>
  [to, cc, bcc, webhooks, slack].some((each) => each.length > 0)

async function messageOf(
  { parts: { addresses, store }, run, schedule, owner, config }: Making,
  { view: { open } }: Audience,
  { title, body, files, picture }: Omit<Written, 'files'> & MadeFiles,
  value: string | null,
): Promise<Message> {
  const { inode } = open.record
  const address = (await addresses.of(owner, config.baseUrl))(inode)
  const link = config.includeLink === false ? null : (config.sharingLink ?? `${address}${viewQuery(config)}`)
  const name = config.exportName ?? inode.name
  const who = `${owner.firstName} ${owner.lastName}`.trim() || owner.email
  const footers = footersOf({
    part: value === null ? null : { name: burstName(open, config), value },
    files,
    name,
    who,
    time: localTime(run.due_at, schedule.zone),
    isOnce: schedule.is_once === 1,
  })
  const { language } = await mailTextFor(store.db, schedule.organization_id, undefined)
  return {
    deliveryId: run.id,
    subject: title === '' ? name : title,
    body,
    link,
    footer: footers[language],
    footers,
    files,
    picture,
    facts: {
      scheduleId: schedule.id,
      workbookId: schedule.document_id,
      workbookName: inode.name,
      exportName: name,
      dueAt: timestamp(run.due_at),
    },
  }
}

/** The displayed name of a burst's control. */
function burstName({ content }: OpenDocument, { burst }: SavedConfig): string {
  const control = findControl(content, burst?.controlId ?? '')
  return (control && elementName(control)) ?? burst?.controlId ?? ''
}

/** URL query that opens the sent view of the workbook, at the page or element that the message is about. */
function viewQuery({ workbookVariant: { bookmarkId, exploreKey } = {}, linkNodeId }: SavedConfig): string {
  const view =
    bookmarkId !== undefined
      ? [`:savedView=${bookmarkId}`]
      : exploreKey !== undefined
        ? [`:customView=${exploreKey}`]
        : []
  const all = [...view, ...(linkNodeId === undefined ? [] : [`:nodeId=${encodeURIComponent(linkNodeId)}`])]
  return all.length === 0 ? '' : `?${all.join('&')}`
}

/**
 * Makes one attempt. A permanent error ends the run; any other one is thrown, so that the queue retries. The messages are sent by separate
 * jobs.
 */
async function run(
  parts: Parts,
  { organizationId, scheduleId, dueAt, attempt, signal }: ScheduleAttempt,
): Promise<Record<string, unknown>> {
  const { store, ends, clock, outbox } = parts
  const run = await findRun(store.db, organizationId, scheduleId, dueAt)
  const schedule = await findSchedule(store.db, organizationId, scheduleId)
  if (!run || !schedule || (run.state !== 'waiting' && run.state !== 'running'))
    return { state: run?.state ?? 'missing' }
  if ((await listDeliveries(store.db, run)).length > 0) return { state: 'sending' }
  const whyNot = whyNotSent(schedule, run) ?? (await limitReached(store.db, schedule, run))
  if (whyNot !== null) {
    await ends.skipped(run, whyNot)
    return { state: 'skipped' }
  }
  await note(parts, run, {
    state: 'running',
    attempts: attempt,
    progress: null,
    ...(run.started_at === null ? { started_at: clock.now() } : {}),
  })
  const notes = progressNotes((progress: Progress) => noteProgress(parts, run, progress))
  try {
    const found = await make(parts, run, schedule, signal, notes.note)
    await notes.end()
    if ('skipped' in found) {
      await ends.skipped(run, found.skipped)
      return { state: 'skipped' }
    }
    await outbox.put(run, schedule, found)
    return { state: 'sending', deliveries: found.parcels.size }
  } catch (error) {
    if (signal.aborted) {
      if (signal.reason === 'deadline_passed') await ends.failed(run, 'It took longer than the time limit.')
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
    await notes.end()
    await outbox.removeFiles(run)
  }
}

/** Whether a retry would fail again. */
function isFinal(error: unknown): boolean {
  if (error instanceof DeliveryFailed) return !error.isPassing
  if (isAppError(error, 'source_unavailable') && error.details.isPassing) return false
  return isAppError(error) && error.status < 500
}

/** With `joint`, the form for file names: it separates hours and minutes, and the zone is left out. */
function localTime(at: number, zone: string, joint?: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return joint === undefined ? `${local} (${zone})` : local.replace(':', joint)
}
