import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Names of the sources, by their number in the tables of lines. */
export const namesFile = 'sources.json'
/** Beside each file of the bundle: for each of its lines the number of the source (two bytes) and the line in it (three bytes). */
export const tableOf = (file: string): string => `${file}.lines`
export const bytesOfEntry = 5
/** The number of a line that no source has, such as a helper of the bundler. */
export const noSource = 0xffff

const folder = fileURLToPath(new URL('..', import.meta.url))
let names: string[] | undefined

/**
 * Stack traces name lines of the sources although the program runs as a bundle. Node can do that with source maps, but keeps them in memory
 * from the start; here a few bytes are read for each line of a trace, when somebody reads it.
 */
export function traceToSources(): void {
  const isBundle = import.meta.url.endsWith('.js')
  if (isBundle) Error.prepareStackTrace = (error, calls) => [headOf(error), ...calls.map(lineOf)].join('\n    at ')
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function lineOf(call: NodeJS.CallSite): string {
  const text = String(call)
  return text.replace(/(file:\/\/[^()]+\.js):(\d+):\d+/, (place, url: string, line: string) => {
    try {
      return sourceOf(fileURLToPath(url), Number(line)) ?? place
    } catch {
      return place
    }
  })
}

/** Null for a line that no source has, and for files outside of the bundle. Throws for a file without a table. */
function sourceOf(file: string, line: number): string | null {
  if (relative(folder, file).startsWith('..')) return null
  const table = openSync(tableOf(file), 'r')
  try {
    const entry = Buffer.alloc(bytesOfEntry)
    if (readSync(table, entry, 0, bytesOfEntry, (line - 1) * bytesOfEntry) < bytesOfEntry) return null
    names ??= JSON.parse(readFileSync(`${folder}${namesFile}`, 'utf8')) as string[]
    const name = names[entry.readUInt16LE(0)]
    return name === undefined ? null : `${name}:${entry.readUIntLE(2, 3)}`
  } finally {
    closeSync(table)
  }
}
