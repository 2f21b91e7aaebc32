import type { Upload, UploadImport } from '@octavo/core/contract'
import { call } from '../../api.ts'

/** Ends of the names of files that become tables. */
export const uploadEndings = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,.parquet,.xlsx,.xlsm'

export const isUploadable = ({ name }: File): boolean =>
  uploadEndings.split(',').some((ending) => name.toLowerCase().endsWith(ending))

const pathOf = (connectionId: string) => `/v2/connections/${encodeURIComponent(connectionId)}/uploads`

/** Sends a file and answers with its columns and first rows; it is no table yet. */
export async function previewFile(connectionId: string, file: File, signal: AbortSignal): Promise<Upload> {
  const form = new FormData()
  const encoding = await encodingOf(file)
  if (encoding !== null) form.set('encoding', encoding)
  form.set('file', file)
  return call<Upload>(pathOf(connectionId), { method: 'POST', query: { preview: true }, body: form, signal })
}

export function importFile({ connectionId, uploadId }: Upload, body: UploadImport): Promise<Upload> {
  return call<Upload>(`${pathOf(connectionId)}/${uploadId}/import`, { method: 'POST', body })
}

export function forgetFile({ connectionId, uploadId }: Upload): Promise<unknown> {
  return call(`${pathOf(connectionId)}/${uploadId}`, { method: 'DELETE' })
}

/** What the server has of the file that is being sent to it; null where it is none any more. */
export async function progressOf(connectionId: string, signal: AbortSignal): Promise<Upload | null> {
  const { entries } = await call<{ entries: Upload[] }>(pathOf(connectionId), { query: { limit: 5 }, signal })
  return entries.find(({ state }) => state === 'receiving' || state === 'reading') ?? null
}

const examinedBytes = 1024 * 1024

/**
 * Windows-1252 for a text that is not UTF-8, which spreadsheets of western Europe and America still write; null where the server
 * finds out by itself.
 */
async function encodingOf(file: File): Promise<'windows-1252' | null> {
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return null
  const bytes = new Uint8Array(await file.slice(0, examinedBytes).arrayBuffer())
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return null
  try {
    // A character may be cut by the end of what is examined.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return null
  } catch {
    return 'windows-1252'
  }
}
