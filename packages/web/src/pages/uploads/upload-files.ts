import type { Upload, UploadImport } from '@octavo/core/contract'
import { call } from '../../api.ts'

/** File name extensions of files that can become tables. */
export const uploadEndings = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,.parquet,.xlsx,.xlsm'

export const isUploadable = ({ name }: File): boolean =>
  uploadEndings.split(',').some((ending) => name.toLowerCase().endsWith(ending))

const pathOf = (connectionId: string) => `/v2/connections/${encodeURIComponent(connectionId)}/uploads`

/** Sends a file and returns its columns and first rows; no table is created yet. */
export async function previewFile(connectionId: string, file: File, signal: AbortSignal): Promise<Upload> {
  const body = await formOf(file)
  return call<Upload>(pathOf(connectionId), { method: 'POST', query: { preview: true }, body, signal })
}

export interface UploadedTable {
  connectionId: string
  uploadId: string
}

/** The table, for the member who uploaded it and for administrators; for others the server responds with 404. */
export const readUpload = ({ connectionId, uploadId }: UploadedTable, signal: AbortSignal): Promise<Upload> =>
  call<Upload>(`${pathOf(connectionId)}/${uploadId}`, { signal })

/** Replaces the rows of a table with the rows of a file, or appends them. */
export async function sendRows(
  { connectionId, uploadId }: UploadedTable,
  way: 'replace' | 'append',
  file: File,
  signal: AbortSignal,
): Promise<Upload> {
  const path = `${pathOf(connectionId)}/${uploadId}`
  const body = await formOf(file)
  if (way === 'replace') return call<Upload>(path, { method: 'PUT', body, signal })
  return call<Upload>(`${path}/rows`, { method: 'POST', body, signal })
}

async function formOf(file: File): Promise<FormData> {
  const form = new FormData()
  const encoding = await encodingOf(file)
  if (encoding !== null) form.set('encoding', encoding)
  form.set('file', file)
  return form
}

export function importFile({ connectionId, uploadId }: Upload, body: UploadImport): Promise<Upload> {
  return call<Upload>(`${pathOf(connectionId)}/${uploadId}/import`, { method: 'POST', body })
}

export function forgetFile({ connectionId, uploadId }: Upload): Promise<unknown> {
  return call(`${pathOf(connectionId)}/${uploadId}`, { method: 'DELETE' })
}

const askEveryMs = 700

/** Sends a file, and reports meanwhile how much the server has received. */
export async function withProgress<Answer>(
  connectionId: string,
  signal: AbortSignal,
  report: (progress: Upload | null) => void,
  sending: Promise<Answer>,
): Promise<Answer> {
  const timer = setInterval(() => {
    progressOf(connectionId, signal)
      .then((progress) => signal.aborted || report(progress))
      // The request that sends the file reports errors.
      .catch(() => undefined)
  }, askEveryMs)
  try {
    return await sending
  } finally {
    clearInterval(timer)
  }
}

/** How much of a file being sent the server has received; null if it does not know the file any more. */
async function progressOf(connectionId: string, signal: AbortSignal): Promise<Upload | null> {
  const { entries } = await call<{ entries: Upload[] }>(pathOf(connectionId), { query: { limit: 5 }, signal })
  return entries.find(({ state }) => state === 'receiving' || state === 'reading') ?? null
}

const examinedBytes = 1024 * 1024

/**
 * Windows-1252 for a text that is not UTF-8, which spreadsheets of western Europe and America still write; null if the
 * server detects the encoding by itself.
 */
async function encodingOf(file: File): Promise<'windows-1252' | null> {
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return null
  const bytes = new Uint8Array(await file.slice(0, examinedBytes).arrayBuffer())
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return null
  try {
    // The end of the examined part may cut a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return null
  } catch {
    return 'windows-1252'
  }
}
