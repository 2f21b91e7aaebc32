import type { CatalogChange as ChangeEntry, ConnectionSync } from '@octavo/core/contract'
import type { CatalogChange } from '../../catalog/index.ts'
import type { CatalogSyncRow } from '../../store/catalog-syncs.ts'
import { systemActor } from '../../store/index.ts'
import { timestamp } from '../answers/timestamp.ts'

/** Maximum changes of one sync that are stored. */
const mostKept = 1_000

type Counts = ConnectionSync['counts']

/** The stored changes of a sync. */
export interface KeptChanges {
  counts: Counts
  list: ChangeEntry[]
}

/** Changes that may break documents come first, so that the limit drops additions. */
const order: readonly ChangeEntry['kind'][] = [
  'table-dropped',
  'column-dropped',
  'column-retyped',
  'column-added',
  'table-added',
]

export const isBreaking = ({ kind }: Pick<ChangeEntry, 'kind'>): boolean => order.indexOf(kind) < 3

export function keptChanges(changes: readonly CatalogChange[]): KeptChanges {
  const list = changes
    .map(({ objectId, ...change }): ChangeEntry => ({ ...change, inodeId: objectId }))
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  return { counts: countsOf(list), list: list.slice(0, mostKept) }
}

export function changesOf({ changes }: Pick<CatalogSyncRow, 'changes'>): KeptChanges {
  return JSON.parse(changes) as KeptChanges
}

/** A sync whose process died ends at its deadline. `mayKnow` says which tables the reader may see. */
export function syncEntry(
  row: CatalogSyncRow,
  now: number,
  mayKnow: (path: readonly string[]) => boolean,
): ConnectionSync {
  const { counts, list } = changesOf(row)
  const changes = list.filter(({ path }) => mayKnow(path))
  const isLost = row.state === 'running' && now > row.deadline_at
  const endedAt = isLost ? row.deadline_at : row.finished_at
  const reason = isLost ? 'The server stopped before the sync ended. Sync again.' : row.reason
  return {
    syncId: row.id,
    connectionId: row.connection_id,
    path: JSON.parse(row.path) as string[],
    state: isLost ? 'failed' : row.state,
    startedBy: row.member_id === systemActor.id ? null : row.member_id,
    startedAt: timestamp(row.started_at),
    endedAt: endedAt === null ? null : timestamp(endedAt),
    objects: row.objects,
    ...(reason === null ? {} : { reason }),
    counts: changes.length === list.length ? counts : countsOf(changes),
    changes,
  }
}

function countsOf(changes: readonly ChangeEntry[]): Counts {
  const of = (kind: ChangeEntry['kind']) => changes.filter((change) => change.kind === kind).length
  return {
    'table-added': of('table-added'),
    'table-dropped': of('table-dropped'),
    'column-added': of('column-added'),
    'column-dropped': of('column-dropped'),
    'column-retyped': of('column-retyped'),
  }
}
