import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A contiguous range of events of the chain, in a file that never changes. */
export interface TrailPart {
  file: string
  from: number
  to: number
  /** Time of the newest event. */
  newestAt: number
}

/** Paths of one organization's copy. */
export interface TrailPlaces {
  all: string
  parts: string
  snapshots: string
  /** Folder of files that are being written. */
  work: string
}

/**
 * Folder of the parts, by their columns and words: with another number all parts are written again. It is inside `parts`, which the engine may read, as
 * are the parts of earlier versions, which the snapshots of those versions still read.
 */
export const partsFolder = 'parts/4'

export function trailPlaces(folder: string, organizationId: string): TrailPlaces {
  const all = join(folder, organizationId)
  return { all, parts: join(all, partsFolder), snapshots: join(all, 'snapshots'), work: join(all, 'work') }
}

export function makePlaces(places: TrailPlaces): void {
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The database file's name is the catalogue name that people see. */
export const snapshotFile = (places: TrailPlaces, snapshot: number): string =>
  join(places.snapshots, String(snapshot), 'AUDIT_LOG.duckdb')

const nameForm = /^(\d+)-(\d+)-(\d+)\.parquet$/

export const partName = ({ from, to, newestAt }: Omit<TrailPart, 'file'>): string => `${from}-${to}-${newestAt}.parquet`

/** All parts, including ones that a joined part covers. */
export function readParts({ parts }: Pick<TrailPlaces, 'parts'>): TrailPart[] {
  return readdirSync(parts).flatMap((name) => {
    const [, from, to, newestAt] = nameForm.exec(name) ?? []
    if (from === undefined) return []
    return [{ file: join(parts, name), from: Number(from), to: Number(to), newestAt: Number(newestAt) }]
  })
}

/** Parts that form a sequence without gaps or duplicate events, whatever a killed process left behind. */
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

/** Number of parts of one size that are joined to one of the next size. */
const fanIn = 8
/** Parts with more events are not joined any more. */
const mostJoined = 2_000_000

/** The last parts that should be joined; empty when none should. */
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
/** Longer than any statement that started on an older snapshot can run. */
const inUseMs = 15 * 60_000

/**
 * Removes old snapshots and the parts that the current one does not need, once no statement can still read them. Parts with only expired
 * events are removed a day after they expired.
 */
export function sweepTrail(
  places: TrailPlaces,
  { snapshot, kept, since }: { snapshot: number; kept: readonly TrailPart[]; since: number },
  now: number,
): void {
  const isOld = (path: string) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > inUseMs
  const numbers = readdirSync(places.snapshots).map(Number)
  // A snapshot counts as used until this long after its successor was written.
  const replaced = numbers.filter((number) => number < snapshot && isOld(snapshotFile(places, number)))
  const lastReplaced = Math.max(0, ...replaced)
  for (const number of numbers) {
    if (number < lastReplaced) rmSync(join(places.snapshots, String(number)), { recursive: true, force: true })
  }
  if (kept.some(({ file }) => isOld(file))) {
    const former = readParts({ parts: dirname(places.parts) })
    for (const { file } of former) rmSync(file, { force: true })
  }
  const files = new Set(kept.map(({ file }) => file))
  for (const { file, from, to, newestAt } of readParts(places)) {
    if (files.has(file)) continue
    const cover = kept.find((part) => part.from <= from && part.to >= to)
    if (cover ? isOld(cover.file) : newestAt < since - dayMs) rmSync(file, { force: true })
  }
}
