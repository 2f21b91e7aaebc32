import type { Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  SourceSwapPolicy,
  SourceSwapPolicyInput,
  SourceSwapPolicyPatch,
  SwapTo,
  SwapToPath,
} from '@octavo/core/contract'
import { AppError, conflict, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { findConnection } from '../../store/connections.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import {
  countSourceSwapPolicies,
  deleteSourceSwapPolicyRow,
  findSourceSwapPolicy,
  insertSourceSwapPolicy,
  isPolicyAwaited,
  listSourceSwapPolicyRows,
  type SourceSwapPolicyRow,
  updateSourceSwapPolicyRow,
} from '../../store/source-swap-policies.ts'
import { findUserAttributes } from '../../store/user-attributes.ts'
import { type Slice, sliceOfRows, type Window } from '../answers/slice.ts'
import { createTotals } from '../answers/totals.ts'
import { serviceOf } from '../service/service.ts'
import { refuse } from './swap-plan.ts'

export type SwapPolicies = ReturnType<typeof createSwapPolicies>

/** Policies for swapping sources; requires the Admin account type. */
export function createSwapPolicies(given: Given) {
  return serviceOf({ ...given, totals: createTotals(given) }, { list, get, create, update, remove })
}

interface Given {
  store: Store
  clock: Clock
}
type Parts = Given & { totals: ReturnType<typeof createTotals> }

async function find(db: Queryable, viewer: Viewer, id: string): Promise<SourceSwapPolicyRow> {
  const row = await findSourceSwapPolicy(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'source swap policy', id })
  return row
}

async function list({ store, totals }: Parts, viewer: Viewer, window: Window): Promise<Slice<SourceSwapPolicy>> {
  requireRight(viewer, 'manageDeployments')
  const { organizationId } = viewer
  const after = window.after === null ? null : { createdAt: Number(window.after[0]), id: String(window.after[1]) }
  const rows = await listSourceSwapPolicyRows(store.db, organizationId, { after, limit: window.limit })
  const total = await totals([organizationId], (atMost) => countSourceSwapPolicies(store.db, organizationId, atMost))
  const { page, next } = sliceOfRows(rows, window.limit, (row) => [row.created_at, row.id])
  return { entries: page.map(policyOf), next, total }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<SourceSwapPolicy> {
  requireRight(viewer, 'manageDeployments')
  return policyOf(await find(store.db, viewer, id))
}

async function create(
  { store, clock }: Parts,
  viewer: Viewer,
  input: SourceSwapPolicyInput,
): Promise<{ policyId: string }> {
  requireRight(viewer, 'manageDeployments')
  const now = clock.now()
  const row: SourceSwapPolicyRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    type: input.type,
    name: input.name,
    from_connection_id: input.fromConnectionId,
    swaps: JSON.stringify(input.swaps),
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  await store.write(event(viewer, row.id, 'CREATED', { before: null, after: policyOf(row) }), async (tx) => {
    await requireWhole(tx, viewer, policyOf(row))
    await insertSourceSwapPolicy(tx, row)
  })
  return { policyId: row.id }
}

/** Absent fields keep their values; swaps that do not match the type are refused. */
async function update(
  { store, clock }: Parts,
  viewer: Viewer,
  id: string,
  patch: SourceSwapPolicyPatch,
): Promise<{ policyId: string }> {
  requireRight(viewer, 'manageDeployments')
  const now = clock.now()
  await store.write<{ before: SourceSwapPolicy; after: SourceSwapPolicy }>(
    (changed) => event(viewer, id, 'UPDATED', changed),
    async (tx) => {
      const row = await find(tx, viewer, id)
      const changed = {
        ...(patch.type === undefined ? {} : { type: patch.type }),
        ...(patch.name === undefined ? {} : { name: patch.name }),
        ...(patch.fromConnectionId === undefined ? {} : { from_connection_id: patch.fromConnectionId }),
        ...(patch.swaps === undefined ? {} : { swaps: JSON.stringify(patch.swaps) }),
      }
      const after = policyOf({ ...row, ...changed })
      await requireWhole(tx, viewer, after)
      const stamp = { updated_by: viewer.memberId, updated_at: now }
      await updateSourceSwapPolicyRow(tx, viewer.organizationId, id, { ...changed, ...stamp })
      return { before: policyOf(row), after }
    },
  )
  return { policyId: id }
}

async function remove({ store }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageDeployments')
  await store.write<SourceSwapPolicy>(
    (before) => event(viewer, id, 'DELETED', { before, after: null }),
    async (tx) => {
      const row = await find(tx, viewer, id)
      if (await isPolicyAwaited(tx, viewer.organizationId, id)) {
        throw conflict({ rule: 'swap_policy_requested', name: row.name })
      }
      await deleteSourceSwapPolicyRow(tx, viewer.organizationId, id)
      return policyOf(row)
    },
  )
}

/** Checks that the connection and the user attributes exist, and that the swaps match the type. */
async function requireWhole(tx: Queryable, viewer: Viewer, policy: SourceSwapPolicy): Promise<void> {
  const problems: Problem[] = []
  const connection = await findConnection(tx, viewer.organizationId, policy.fromConnectionId)
  if (!connection) {
    problems.push({ path: 'fromConnectionId', message: `There is no connection "${policy.fromConnectionId}".` })
  }
  const field = policy.type === 'connection' ? 'connectionSwaps' : 'deploymentSwaps'
  if (!(field in policy.swaps)) {
    problems.push({ path: 'swaps', message: `A policy of type "${policy.type}" has ${field}.` })
  }
  const ids = attributesOf(policy)
  const known = await findUserAttributes(tx, viewer.organizationId, ids)
  for (const id of ids.filter((each) => !known.has(each))) {
    problems.push({ path: 'swaps', message: `There is no user attribute "${id}".` })
  }
  refuse(problems)
}

/** Ids of the user attributes that a policy uses. */
export function attributesOf({ swaps }: SourceSwapPolicy): string[] {
  const paths: SwapToPath[] =
    'connectionSwaps' in swaps
      ? swaps.connectionSwaps.map(({ to }) => to)
      : (swaps.deploymentSwaps ?? []).map(({ to }) => to)
  const ends: SwapTo[] = paths.flatMap(({ path0, path1, path2 }) => [path0, path1, ...(path2 ? [path2] : [])])
  if ('toConnection' in swaps) ends.push(swaps.toConnection)
  return [...new Set(ends.flatMap((end) => (end.swapType === 'attribute' ? [end.userAttributeId] : [])))]
}

export function policyOf(row: SourceSwapPolicyRow): SourceSwapPolicy {
  return {
    policyId: row.id,
    type: row.type,
    name: row.name,
    fromConnectionId: row.from_connection_id,
    swaps: JSON.parse(row.swaps),
  } as SourceSwapPolicy
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'SOURCE_SWAP_POLICY'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'CONNECTION',
    action: `SOURCE_SWAP_POLICY_${verb}`,
    object: { kind: 'source_swap_policy', id },
    change,
  })
}
