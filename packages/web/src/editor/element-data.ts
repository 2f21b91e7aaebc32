import type { ElementRows } from '@octavo/core/display'
import type { LevelName } from '@octavo/core/types'

export interface Failure {
  code: string
  message: string
  /** The text of the server, if `message` has other words. */
  sent?: string | undefined
  hint?: string | undefined
  requestId?: string | undefined
  /** The column of the element whose formula has the error. */
  columnId?: string | undefined
  /** What is asked cannot be reached now; asking again may help. */
  isPassing?: boolean | undefined
  /** Id of the connection that the reader has to sign in at. */
  signIn?: string | undefined
  /** Each thing that is wrong with what was sent, in words; only for edits that were refused. */
  problems?: readonly string[] | undefined
}

export interface ColumnError {
  id: string
  name: string
  /** Code of the formula's error, such as `unknown_column` when it names a column that does not exist. */
  code?: string | undefined
  message: string
  hint?: string | undefined
}

/** What is known of the data of one element. A new object whenever something changes. */
export interface ElementData extends ElementRows {
  /** `absent`: the stream ended without data for this element, because this version does not compute it. */
  status: 'waiting' | 'ready' | 'failed' | 'absent'
  /** The rows belong to the previous request, and are shown until the current one is answered. */
  isStale: boolean
  failure?: Failure
  /** Columns without cells, because their formula has an error. */
  columnErrors?: readonly ColumnError[]
  /** Control values as text with which the rows were asked for. */
  controls?: Readonly<Record<string, string>>
  /** Queries that run or start before its own, while it waits for its place. */
  ahead?: number
  /** When the rows came, as an instant. */
  readAt?: string
  /** Why newer rows are missing, so that the previous ones are still shown. `attempts` counts the failures since those were loaded. */
  outdated?: { failure: Failure; attempts: number }
  milliseconds?: number
  isCached?: boolean
  /** How many connections the rows come from, where it is more than one. */
  connections?: number | undefined
  /** Of the rows of an input table, or an earlier one. */
  inputRevision?: number | undefined
  /** Why the rows of an input table cannot be edited now: its connection refuses changes. */
  editsStopped?: string | undefined
}

export interface ElementSort {
  level: LevelName
  columnId: string
  direction: 'ascending' | 'descending'
}

/** An element that was not asked for yet. */
export const noData: ElementData = { status: 'waiting', isStale: false, levels: new Map(), children: new Map() }

export function withoutOutdated({ outdated: _, ...data }: ElementData): ElementData {
  return data
}

export function waitingAgain(data: ElementData): ElementData {
  const { failure: _, ahead: _before, ...rest } = data
  return { ...rest, status: 'waiting', isStale: data.levels.size > 0 }
}

export function concluded(data: ElementData, outcome: 'complete' | Failure): ElementData {
  if (data.status !== 'waiting') return data
  if (outcome !== 'complete') return failed(data, outcome)
  return { ...data, status: data.levels.size > 0 && !data.isStale ? 'ready' : 'absent', isStale: false }
}

/** The previous rows stay when the failed request may succeed soon, or was cancelled by the reader. */
export function failed(data: ElementData, failure: Failure): ElementData {
  if (data.isStale && failure.isPassing) {
    const outdated = { failure, attempts: (data.outdated?.attempts ?? 0) + 1 }
    return { ...data, status: 'ready', isStale: false, outdated }
  }
  return { ...withoutOutdated(data), status: 'failed', isStale: false, failure }
}
