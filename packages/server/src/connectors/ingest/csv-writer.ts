import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Refused } from './messages.ts'

/** Maximum unpacked size: a small archive can contain any number of equal cells. */
const mostBytes = 2 * 1024 * 1024 * 1024
const chunkBytes = 256 * 1024

/**
 * Writes rows of texts as CSV that the engine reads back exactly: every text is quoted, null is empty. The first field of a row is its line
 * in the file.
 */
export function createCsvWriter(path: string) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let pending: string[] = []
  let pendingBytes = 0
  let bytes = 0

  async function flush(): Promise<void> {
    const text = pending.join('')
    pending = []
    pendingBytes = 0
    bytes += text.length
    if (bytes > mostBytes) throw new Refused('The file unpacks to more than 2 GB.')
    if (!file.write(text)) await once(file, 'drain')
  }

  return {
    async row(line: number, cells: readonly (string | null | undefined)[]): Promise<void> {
      const fields = cells.map((cell) => (cell === null || cell === undefined ? '' : `"${cell.replaceAll('"', '""')}"`))
      const text = `${line}${fields.length === 0 ? '' : ','}${fields.join(',')}\n`
      pending.push(text)
      pendingBytes += text.length
      if (pendingBytes >= chunkBytes) await flush()
    },
    async end(): Promise<void> {
      await flush()
      file.end()
      await finished(file)
    },
  }
}

export type CsvWriter = ReturnType<typeof createCsvWriter>

/** A text that no column can store is refused with its line. */
export function requirePlain(text: string, line: number): string {
  if (text.includes('\0')) throw new Refused(`Line ${line} holds a character with the code 0.`)
  return text
}
