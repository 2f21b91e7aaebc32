import { get } from 'node:http'
import { send } from './measure.ts'

export interface ExportedFile {
  /** From the request to the last byte of the file. */
  ms: number
  bytes: number
}

/** Exports an element with the API and reads the file as a stream without storing it. Throws unless it has the expected rows. */
export async function exportFile({
  url,
  headers,
  workbookId,
  elementId,
  type,
  rows,
}: {
  url: string
  headers: Record<string, string>
  workbookId: string
  elementId: string
  type: string
  rows: number
}): Promise<ExportedFile> {
  const started = performance.now()
  const body = JSON.stringify({ elementId, format: { type }, rowLimit: rows })
  const answer = await send({ method: 'POST', url: `${url}/v2/workbooks/${workbookId}/export`, headers, body })
  const { queryId } = JSON.parse(answer.text) as { queryId: string }
  for (;;) {
    const file = await download(`${url}/v2/query/${queryId}/download`, headers)
    if (file.status === 200) {
      if (file.rows !== rows) throw new Error(`The ${type} export holds ${file.rows} rows, not ${rows}.`)
      return { ms: performance.now() - started, bytes: file.bytes }
    }
    // As often as the limit of downloads per minute allows for a long export.
    await new Promise((again) => setTimeout(again, rows > 2_000_000 ? 500 : 50))
  }
}

function download(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; rows: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const { statusCode: status = 0 } = answer
      if (status !== 200 && status !== 204) reject(new Error(`The download answered ${status}.`))
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
      })
      answer.on('end', () => resolve({ status, rows: Number(answer.headers['x-octavo-rows']), bytes }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}
