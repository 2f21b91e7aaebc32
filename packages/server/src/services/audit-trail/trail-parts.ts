import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Events of the chain from one number to another, in a file that never changes. */
export interface TrailPart {
  file: string
  from: number
  to: number
  /** When the newest of them happened. */
  newestAt: number
}

/** Where the copy of one organization lies. */
export interface TrailPlaces {
  all: string
  parts: string
  snapshots: string
  /** What is being written. */
  work: string
}

export function trailPlaces(folder: string, organizationId: string): TrailPlaces {
  const all = join(folder, organizationId)
  return { all, parts: join(all, 'parts'), snapshots: join(all, 'snapshots'), work: join(all, 'work') }
}

export function makePlaces(places: TrailPlaces): void {
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The name of its database is the name of the catalogue that people see. */
export const snapshotFile = (places: TrailPlaces, snapshot: number): string =>
  join(places.snapshots, String(snapshot), 'AUDIT_LOG.duckdb')

const nameForm = /^(\d+)-(\d+)-(\d+)\.parquet$/

export const partName = ({ from, to, newestAt }: Omit<TrailPart, 'file'>): string => `${from}-${to}-${newestAt}.parquet`

/** All parts, those too that others cover. */
export function readParts({ parts }: TrailPlaces): TrailPart[] {
  return readdirSync(parts).flatMap((name) => {
    const [, from, to, newestAt] = nameForm.exec(name) ?? []
    if (from === undefined) return []
    return [{ file: join(parts, name), from: Number(from), to: Number(to), newestAt: Number(newestAt) }]
  })
}

/** Parts that follow each other without a gap and without an event twice, whatever a process that was killed has left. */
export function coveringParts(parts: readonly TrailPart[]): TrailPart[] {
  const sorted = parts.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const covering: TrailPart[] = []
  for (const part of sorted) {
    const last = covering.at(-1)
    if (last === undefined || part.from === last.to + 1) covering.push(part)
    else if (part.from > last.to + 1) break
  }
  return covering
}

/** So many parts of one size become one of the next. */
const fanIn = 8
/** Larger ones are not joined any more. */
const mostJoined = 2_000_000

/** The parts at the end that should become one; empty where none should. */
export function partsToJoin(parts: readonly TrailPart[]): TrailPart[] {
  for (let size = fanIn; size <= mostJoined; size *= fanIn) {
    const start = parts.findLastIndex((part) => rowsOf(part) >= size) + 1
    const joined = parts.slice(start)
    if (joined.length >= fanIn) return joined
  }
  return []
}

const rowsOf = ({ from, to }: TrailPart): number => to - from + 1

const dayMs = 86_400_000
/** Longer than any statement runs that began with an older state. */
const inUseMs = 15 * 60_000

/**
 * Removes snapshots before the present one and parts that it does not need, once no statement can read them any more. Parts whose events are
 * all too old go when that has been so for a day.
 */
export function sweepTrail(
  places: TrailPlaces,
  { snapshot, kept, since }: { snapshot: number; kept: readonly TrailPart[]; since: number },
  now: number,
): void {
  const isOld = (path: string) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > inUseMs
  const numbers = readdirSync(places.snapshots).map(Number)
  // A snapshot is in use until so long after the one that took its place.
  const replaced = numbers.filter((number) => number < snapshot && isOld(snapshotFile(places, number)))
  const lastReplaced = Math.max(0, ...replaced)
  for (const number of numbers) {
    if (number < lastReplaced) rmSync(join(places.snapshots, String(number)), { recursive: true, force: true })
  }
  const files = new Set(kept.map(({ file }) => file))
  for (const { file, from, to, newestAt } of readParts(places)) {
    if (files.has(file)) continue
    const cover = kept.find((part) => part.from <= from && part.to >= to)
    if (cover ? isOld(cover.file) : newestAt < since - dayMs) rmSync(file, { force: true })
  }
}
