import type { Viewer } from '@octavo/core/access'
import type {
  AuditVerb,
  CustomFunction,
  CustomFunctionArgument,
  CustomFunctionChange,
  NewCustomFunction,
} from '@octavo/core/contract'
import { AppError, conflict } from '@octavo/core/errors'
import {
  checkCustomFunction,
  type CustomFunction as Definition,
  definitionCalls,
  type FunctionRegistry,
  signatureOfCustom,
  withCustomFunctions,
} from '@octavo/core/formula'
import { formulaTypeOf } from '@octavo/core/types'
import { requireRight } from '../../access/index.ts'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import {
  type CustomFunctionRow,
  deleteCustomFunctionRow,
  insertCustomFunction,
  listCustomFunctionRows,
  updateCustomFunctionRow,
} from '../../store/custom-functions.ts'
import { type AuditEvent, newUuid, type ObjectChange, type Queryable, type Store } from '../../store/index.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import { timestamp } from '../answers/timestamp.ts'
import { serviceOf } from '../service/service.ts'

export type CustomFunctions = ReturnType<typeof createCustomFunctions>

const MOST = 1000

/** Named formulas with arguments that every formula of the organization may call. */
export function createCustomFunctions(parts: Parts) {
  return serviceOf(parts, { list, get, create, update, remove })
}

interface Parts {
  store: Store
  clock: Clock
}

function rowOf(rows: readonly CustomFunctionRow[], id: string): CustomFunctionRow {
  const row = rows.find((candidate) => candidate.id === id)
  if (!row) throw new AppError('not_found', { kind: 'custom function', id })
  return row
}

function event(viewer: Viewer, id: string, verb: AuditVerb<'CUSTOM_FUNCTION'>, change: ObjectChange): AuditEvent {
  return eventOf(viewer, {
    category: 'CUSTOM_FUNCTION',
    action: `CUSTOM_FUNCTION_${verb}`,
    object: { kind: 'custom_function', id },
    change,
  })
}

function others(rows: readonly CustomFunctionRow[], id: string) {
  return rows.filter((other) => other.id !== id).map(definitionOf)
}

/** Ordered by name. */
async function list({ store }: Parts, viewer: Viewer, window: Window): Promise<Slice<CustomFunction>> {
  const rows = await listCustomFunctionRows(store.db, viewer.organizationId)
  const { entries, ...rest } = sliceOfList(rows, window)
  return { ...rest, entries: entries.map((row) => entry(row, rows)) }
}

async function get({ store }: Parts, viewer: Viewer, id: string): Promise<CustomFunction> {
  const rows = await listCustomFunctionRows(store.db, viewer.organizationId)
  return entry(rowOf(rows, id), rows)
}

async function create({ clock, store }: Parts, viewer: Viewer, given: NewCustomFunction): Promise<CustomFunction> {
  requireRight(viewer, 'manageCustomFunctions')
  const now = clock.now()
  const row: CustomFunctionRow = {
    organization_id: viewer.organizationId,
    id: newUuid(),
    name: given.name,
    lower_name: given.name.toLowerCase(),
    former_names: '[]',
    description: given.description ?? '',
    arguments: JSON.stringify(given.arguments),
    body: given.body,
    version: 1,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
  const rows = await store.write<CustomFunctionRow[]>(
    () => event(viewer, row.id, 'CREATED', { before: null, after: definitionOf(row) }),
    async (tx) => {
      const known = await listCustomFunctionRows(tx, viewer.organizationId)
      if (known.length >= MOST) {
        throw conflict({ rule: 'functions_full', most: MOST })
      }
      requireSound(definitionOf(row), known.map(definitionOf))
      await insertCustomFunction(tx, row)
      return known
    },
  )
  return entry(row, [...rows, row])
}

/** Fields that are absent keep their values. */
async function update(
  { clock, store }: Parts,
  viewer: Viewer,
  id: string,
  change: CustomFunctionChange,
): Promise<CustomFunction> {
  requireRight(viewer, 'manageCustomFunctions')
  const { rows, row } = await store.write<{
    rows: CustomFunctionRow[]
    before: CustomFunctionRow
    row: CustomFunctionRow
  }>(
    ({ before, row }) => event(viewer, id, 'UPDATED', { before: definitionOf(before), after: definitionOf(row) }),
    async (tx) => {
      const rows = await listCustomFunctionRows(tx, viewer.organizationId)
      const before = rowOf(rows, id)
      const row = changed(before, change, { at: clock.now(), by: viewer.memberId })
      requireSound(definitionOf(row), others(rows, id))
      await updateCustomFunctionRow(tx, viewer.organizationId, id, row)
      return { rows, before, row }
    },
  )
  return entry(row, [...rows.filter((other) => other.id !== id), row])
}

async function remove({ store }: Parts, viewer: Viewer, id: string): Promise<void> {
  requireRight(viewer, 'manageCustomFunctions')
  await store.write<CustomFunctionRow>(
    (row) => event(viewer, id, 'DELETED', { before: definitionOf(row), after: null }),
    async (tx) => {
      const rows = await listCustomFunctionRows(tx, viewer.organizationId)
      const row = rowOf(rows, id)
      const callers = rows.filter((other) => other.id !== id && calls(other, row)).map(({ name }) => name)
      if (callers.length > 0) {
        throw conflict({ rule: 'function_called', name: row.name, callers: callers.join(', ') })
      }
      await deleteCustomFunctionRow(tx, viewer.organizationId, id)
      return row
    },
  )
}

/** The functions that formulas of the organization may call, with a key of this state. */
export async function functionsOf(
  db: Queryable,
  organizationId: string,
): Promise<{ functions: FunctionRegistry; revision: string }> {
  const rows = await listCustomFunctionRows(db, organizationId)
  const revision = JSON.stringify(rows.map(({ id, version }) => [id, version]))
  return { functions: withCustomFunctions(rows.map(definitionOf)), revision }
}

function definitionOf(row: CustomFunctionRow): Definition {
  return {
    name: row.name,
    formerNames: JSON.parse(row.former_names) as string[],
    description: row.description,
    arguments: JSON.parse(row.arguments) as CustomFunctionArgument[],
    body: row.body,
  }
}

function changed(
  row: CustomFunctionRow,
  change: CustomFunctionChange,
  { at, by }: { at: number; by: string },
): CustomFunctionRow {
  const { name = row.name, description = row.description, body = row.body } = change
  const former = JSON.parse(row.former_names) as string[]
  const names = name.toLowerCase() === row.lower_name ? former : [...former, row.name]
  const kept = [...new Set(names)].filter((each) => each.toLowerCase() !== name.toLowerCase())
  return {
    ...row,
    name,
    lower_name: name.toLowerCase(),
    former_names: JSON.stringify(kept),
    description,
    arguments: change.arguments === undefined ? row.arguments : JSON.stringify(change.arguments),
    body,
    version: row.version + 1,
    updated_by: by,
    updated_at: at,
  }
}

function calls(caller: CustomFunctionRow, called: CustomFunctionRow): boolean {
  const names = new Set([called.name, ...(definitionOf(called).formerNames ?? [])].map((name) => name.toLowerCase()))
  return definitionCalls(caller.body).some((name) => names.has(name.toLowerCase()))
}

/** Refuses a definition that cannot work in any formula, with all of its problems at once. */
function requireSound(definition: Definition, others: readonly Definition[]): void {
  const errors = checkCustomFunction(definition, others).problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (!first) return
  const taken = errors.find(({ path, code }) => path === 'name' && code === 'name_taken')
  if (taken) {
    const { name } = definition
    const isOwn = others.some((other) => other.name.toLowerCase() === name.toLowerCase())
    throw conflict({ rule: isOwn ? 'function_named' : 'function_built_in', name })
  }
  const problems = errors.map(({ path, message, hint }) => ({ path, message, ...(hint ? { hint } : {}) }))
  throw new AppError('invalid_request', {
    reason: first.message,
    problems,
    ...(first.hint ? { hint: first.hint } : {}),
  })
}

function entry(row: CustomFunctionRow, rows: readonly CustomFunctionRow[]): CustomFunction {
  const definition = definitionOf(row)
  const { type, problems } = checkCustomFunction(
    definition,
    rows.filter((other) => other.id !== row.id).map(definitionOf),
  )
  return {
    customFunctionId: row.id,
    name: row.name,
    formerNames: [...(definition.formerNames ?? [])],
    description: row.description,
    arguments: [...definition.arguments] as CustomFunctionArgument[],
    body: row.body,
    signature: signatureOfCustom(definition),
    type: type ? formulaTypeOf(type) : null,
    problems: problems
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message, hint }) => ({ path, message, ...(hint ? { hint } : {}) })),
    version: row.version,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
