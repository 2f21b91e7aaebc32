import type { Readable } from 'node:stream'
import type { Viewer } from '@octavo/core/access'
import type { SentFile } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireMember } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import { type Blobs, whileOpen } from '../../blobs/index.ts'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { listDeliveries, type ScheduleDeliveryRow } from '../../store/schedule-deliveries.ts'
import { findRunById, type ScheduleRunRow, scheduleFileKey } from '../../store/schedule-runs.ts'
import type { ReadyFile } from './destinations/message/message.ts'

/** Sent files can be downloaded for this long; afterwards only name, size and checksum remain. */
export const sentFilesMs = 7 * 24 * 3_600_000

/** The retained facts about a file of a message. */
interface KeptFile extends Pick<ReadyFile, 'name' | 'mediaType' | 'sizeBytes' | 'sha256' | 'ofMember' | 'rowCount'> {
  /** Number among the files of the run. */
  number: number
}

export function sentFile({ blobKey, name, mediaType, sizeBytes, sha256, ofMember, rowCount }: ReadyFile): KeptFile {
  return {
    number: Number(blobKey.slice(blobKey.lastIndexOf('.') + 1)),
    name,
    mediaType,
    sizeBytes,
    sha256,
    ofMember,
    rowCount,
  }
}

const keptFiles = ({ files }: Pick<ScheduleDeliveryRow, 'files'>): KeptFile[] => JSON.parse(files ?? '[]') as KeptFile[]

/** The files of a message as the ledger shows them. */
export function sentFileEntries(
  run: Pick<ScheduleRunRow, 'file_count' | 'finished_at'>,
  row: Pick<ScheduleDeliveryRow, 'files' | 'state'>,
  now: number,
): SentFile[] {
  const isKept = row.state === 'sent' && run.file_count > 0 && !isOver(run, now)
  return keptFiles(row).map(({ number, name, sizeBytes, sha256, rowCount }) => ({
    fileId: String(number),
    name,
    sizeBytes,
    rowCount,
    sha256,
    isKept,
  }))
}

const isOver = ({ finished_at }: Pick<ScheduleRunRow, 'finished_at'>, now: number): boolean =>
  finished_at !== null && finished_at <= now - sentFilesMs

interface Parts {
  store: Store
  clock: Clock
  blobs: Blobs
}

/** A sent file, while it is retained; only for the member whose rows it contains and administrators. */
export async function openSentFile(
  { store, clock, blobs }: Parts,
  viewer: Viewer,
  { scheduleId, deliveryId, fileId }: { scheduleId: string; deliveryId: string; fileId: string },
): Promise<{ content: Readable; mediaType: string; fileName: string; sizeBytes: number }> {
  const missing = new AppError('not_found', { kind: 'file', id: fileId })
  const run = await findRunById(store.db, viewer.organizationId, deliveryId)
  if (run?.schedule_id !== scheduleId || isOver(run, clock.now())) throw missing
  const sent = (await listDeliveries(store.db, run)).filter(({ state }) => state === 'sent')
  const file = sent.flatMap(keptFiles).find(({ number }) => String(number) === fileId)
  if (!file) throw missing
  if (file.ofMember !== viewer.memberId) requireMember(viewer, file.ofMember, 'exportAs')
  const opened = await blobs.open(scheduleFileKey(run, file.number))
  if (!opened) throw missing
  const details = { deliveryId, name: file.name, sha256: file.sha256 }
  const object = { kind: 'schedule' as const, id: scheduleId }
  const downloaded = eventOf(viewer, { category: 'EXPORTS', action: 'SENT_FILE_DOWNLOADED', object, details })
  await whileOpen(opened, () => store.write(downloaded, async () => {}))
  return { content: opened.stream, mediaType: file.mediaType, fileName: file.name, sizeBytes: opened.sizeBytes }
}
