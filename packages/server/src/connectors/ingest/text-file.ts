import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { UploadEncoding } from '@octavo/core/contract'
import { ingestLimits, Refused } from './messages.ts'

/** The encoding in a file's byte order mark; null without one. */
export async function markedEncoding(path: string): Promise<UploadEncoding | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
    const [first, second, third] = buffer.subarray(0, bytesRead)
    if (first === 0xff && second === 0xfe) return 'utf-16le'
    if (first === 0xfe && second === 0xff) return 'utf-16be'
    return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
  } finally {
    await file.close()
  }
}

/**
 * A text file in pieces, without its byte order mark. Throws Refused, with the line, for invalid bytes, for a character with the code 0,
 * and for a line that is too long.
 */
export async function* piecesOf(path: string, encoding: UploadEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  /** Characters since the last line end. */
  let length = 0
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      throw new Refused(
        `The file is not ${encoding.toUpperCase()} text: after line ${line} there are bytes of another encoding.`,
        {
          hint: 'Save the file as UTF-8, or send "encoding": windows-1252, utf-16le or utf-16be.',
        },
      )
    }
  }
  const examine = (text: string): string => {
    const nul = text.indexOf('\0')
    const ends = countOf(nul < 0 ? text : text.slice(0, nul))
    if (nul >= 0) {
      throw new Refused(`Line ${line + ends} holds a character with the code 0.`, {
        hint: 'Is it a text file? Send "encoding" for one in UTF-16 without a byte order mark.',
      })
    }
    line += ends
    const lastEnd = text.lastIndexOf('\n')
    length = lastEnd < 0 ? length + text.length : text.length - lastEnd - 1
    if (length > ingestLimits.lineBytes) {
      throw new Refused(`Line ${line} is longer than ${ingestLimits.lineBytes} characters.`)
    }
    return text
  }
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const text = examine(decode(bytes as Buffer))
    if (text !== '') yield text
  }
  const rest = examine(decode())
  if (rest !== '') yield rest
}

/** Lines of a text in pieces, without their ends. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line
  }
  if (rest !== '') yield rest
}

function countOf(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The line where the record after this many others begins, counting the header; blank lines are not records. */
export async function lineOfRecord(pieces: AsyncIterable<string>, wanted: number): Promise<number> {
  let line = 1
  let record = 0
  let isQuoted = false
  let isBlank = true
  for await (const piece of pieces) {
    for (const character of piece) {
      if (character === '"') isQuoted = !isQuoted
      const isEnd = character === '\n'
      if (isBlank && !isEnd && character !== '\r') {
        isBlank = false
        record += 1
        if (record === wanted) return line
      }
      if (!isEnd) continue
      line += 1
      if (!isQuoted) isBlank = true
    }
  }
  return line
}
