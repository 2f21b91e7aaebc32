/** Where the lines of a bundle come from, in a form that the program can read entry by entry (cli/source-traces.ts). */
import { dirname, join, relative } from 'node:path'
import type { OutputChunk } from 'rolldown'
import { bytesOfEntry, noSource } from '../../packages/server/src/cli/source-traces.ts'
import { root } from '../lib/setup.mjs'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Collects the names of sources, and makes the table of each chunk. */
export function lineTables(folder: string) {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
  return {
    names: () => [...numbers.keys()],
    /** Null for a file that has no source of this repository: traces name its own lines. */
    tableOf({ fileName, map, moduleIds }: OutputChunk): Buffer | null {
      if (map === null || moduleIds.every((id) => id.includes('node_modules'))) return null
      const from = join(folder, dirname(fileName))
      const sources = map.sources.map((source) => numberOf(relative(root, join(from, source)).replaceAll('\\', '/')))
      const lines = firstOrigins(map.mappings)
      const table = Buffer.alloc(lines.length * bytesOfEntry)
      for (const [at, origin] of lines.entries()) {
        table.writeUInt16LE(origin === null ? noSource : (sources[origin.source] ?? noSource), at * bytesOfEntry)
        table.writeUIntLE(origin === null ? 0 : origin.line + 1, at * bytesOfEntry + 2, 3)
      }
      return table
    },
  }
}

/** For each line of a source map the origin of its first part; null for a line without any. */
export function firstOrigins(mappings: string): ({ source: number; line: number } | null)[] {
  let source = 0
  let line = 0
  return mappings.split(';').map((parts) => {
    let first: { source: number; line: number } | null = null
    for (const part of parts.split(',')) {
      const [, sourceStep, lineStep] = stepsOf(part)
      if (sourceStep === undefined || lineStep === undefined) continue
      source += sourceStep
      line += lineStep
      first ??= { source, line }
    }
    return first
  })
}

/** The numbers of a part of a source map: base 64, five bits each, the lowest one first, with the sign in the lowest bit. */
function stepsOf(part: string): number[] {
  const steps: number[] = []
  let value = 0
  let shift = 0
  for (const digit of part) {
    const bits = digits.indexOf(digit)
    value |= (bits & 31) << shift
    shift += 5
    if ((bits & 32) !== 0) continue
    steps.push((value & 1) === 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return steps
}
