import { type Cell, type Statement, uploadedRow, type ValueType } from '../types/index.ts'
import type { RelationToStore, StoredPlace } from './model/api.ts'
import { baseLevel, type ElementModel, type ElementRows } from './model/element-model.ts'
import type { PlanCondition, ScanStep, Slot } from './model/logical.ts'
import { rowSlot, sourceSlot } from './model/source-slots.ts'
import type { LevelRelation } from './stage/levels-together.ts'
import { PlanBuilder } from './stage/plan-builder.ts'
import { readElement } from './stage/stage-levels.ts'

/** Adds the relation of a level to a plan. With cells for the outer keys, only the rows of that group are read. */
export type ReadLevel = (builder: PlanBuilder, parentKey?: Cell[]) => LevelRelation

/** Prints a relation with its order and a limit. */
export type WriteRelation = (builder: PlanBuilder, relation: LevelRelation & { limit?: number }) => Statement

type FindStored = (identity: Statement) => StoredPlace | null

/** The number of a row among the stored rows. */
const storedRow: Slot = { id: rowSlot('stored'), name: uploadedRow, type: { kind: 'int64' }, nullable: false }

const storable: ReadonlySet<ValueType['kind']> = new Set([
  'text',
  'int64',
  'decimal',
  'float64',
  'logical',
  'date',
  'timestamp',
])
const isStorable = (columns: readonly Slot[]) => columns.every(({ type }) => storable.has(type.kind))

/** What a materialization stores for a level; null when a type cannot be stored. */
export function levelToStore(
  name: RelationToStore['name'],
  live: ReadLevel,
  write: WriteRelation,
): RelationToStore | null {
  const probe = new PlanBuilder()
  const relation = live(probe)
  if (!isStorable(relation.columns)) return null
  return {
    name,
    identity: identityOf(probe, relation, write),
    types: relation.columns.map(({ type }) => type),
    statement: (limit) => {
      const builder = new PlanBuilder()
      return write(builder, { ...live(builder), limit })
    },
  }
}

/** What a materialization stores for the elements that read this one; null when a type cannot be stored. */
export function rowsToStore(model: ElementModel, write: WriteRelation): RelationToStore | null {
  const rows = rowsOf(model)
  const columns = columnsOf(rows)
  if (columns.length === 0 || !isStorable(columns)) return null
  const { identity } = relationOfRows(rows, write)
  const ordered = (limit: number) => {
    const { builder, relation } = relationOfRows(rows, write)
    const orderBy = rows.rowKey.map(({ id }) => ({ slot: id, direction: 'ascending', nulls: 'last' }) as const)
    return write(builder, { ...relation, ties: orderBy, limit })
  }
  return { name: 'rows', identity, types: columns.map(({ type }) => type), statement: ordered }
}

/** The rows of an element, as `elementSource` of the analysis describes them. */
function rowsOf(model: ElementModel): ElementRows {
  const level = baseLevel(model)
  const columns = model.columns.filter((column) => column.level <= level && column.expression && column.type)
  return { kind: 'element', model, level, columnIds: columns.map(({ id }) => id), rowKey: model.source.rowKey }
}

function columnsOf({ model, columnIds, rowKey }: ElementRows): (Slot & { of: string })[] {
  const columns = columnIds.flatMap((id) => {
    const column = model.byId.get(id)
    if (!column?.type) return []
    return [{ id: sourceSlot(id), name: column.name, type: column.type, nullable: true, of: id }]
  })
  return [...columns, ...rowKey.map((slot) => ({ ...slot, of: slot.id }))]
}

function relationOfRows(rows: ElementRows, write: WriteRelation) {
  const builder = new PlanBuilder()
  const relation: LevelRelation = { step: readElement(builder, rows), columns: columnsOf(rows), orderBy: [] }
  return { builder, relation, identity: write(builder, relation) }
}

/** The stored rows of an element that another one reads; null when they are not stored. */
export function storedRowsOf(
  rows: ElementRows,
  write: WriteRelation,
  find: FindStored,
): { scan: ScanStep; at: string } | null {
  const columns = columnsOf(rows)
  if (!isStorable(columns) || rows.model.dependsOn.viewer) return null
  const found = find(relationOfRows(rows, write).identity)
  return found && { scan: scanOf(rows.model.name, found, columns), at: found.at }
}

/**
 * The relation of a level, read from its stored rows. `keys`: the key columns of the level, outermost first. Null when the rows are not
 * stored.
 */
export function storedLevel(
  name: string,
  keys: readonly string[],
  live: ReadLevel,
  write: WriteRelation,
  find: FindStored,
): ReadLevel | null {
  const probe = new PlanBuilder()
  const relation = live(probe)
  const { columns } = relation
  if (!isStorable(columns)) return null
  const found = find(identityOf(probe, relation, write))
  if (!found) return null
  const inRows = [{ slot: storedRow.id, direction: 'ascending', nulls: 'last' }] as const
  const sorted = ordersByColumns(relation) ? relation.orderBy : inRows
  const ordered = relation.orderBy.length > 0 ? { orderBy: [...sorted], ties: [] } : { orderBy: [], ties: inRows }
  return (builder, parentKey = []) => {
    const rows = builder.addStored({ scan: scanOf(name, found, columns), at: found.at })
    const conditions = parentKey.flatMap((value, index): PlanCondition[] => {
      const key = columns.find(({ of }) => of === keys[index])
      if (!key) throw new Error(`The stored rows of ${name} lack a key.`)
      return [{ kind: 'same', slot: key.id, value: { value, type: key.type } }]
    })
    const step = conditions.length === 0 ? rows : builder.add({ kind: 'filter', name, input: rows, conditions })
    return { step, columns, ...ordered }
  }
}

const ordersByColumns = ({ orderBy, columns }: LevelRelation) =>
  orderBy.every(({ slot }) => columns.some(({ id }) => id === slot))

/** When rows are sorted by a column that is not stored, they are stored in that order, so it is part of their identity. */
function identityOf(builder: PlanBuilder, relation: LevelRelation, write: WriteRelation): Statement {
  const { orderBy, ...rows } = relation
  return write(builder, { ...rows, orderBy: ordersByColumns(relation) ? [] : orderBy, ties: [] })
}

function scanOf(name: string, { catalog, schema, table }: StoredPlace, columns: readonly Slot[]): ScanStep {
  const stored = columns.map(({ id, name: title, type }, index) => ({
    slot: { id, name: title, type, nullable: true },
    column: `c_${index + 1}`,
    isInstant: false,
  }))
  return {
    kind: 'scan',
    name,
    path: [catalog, schema, table].filter((part) => part !== undefined),
    columns: [...stored, { slot: storedRow, column: uploadedRow, isInstant: false, isRaw: true }],
    // Tables of a data platform return rows in any order.
    isStoredInOrder: schema === undefined,
    ...(schema === undefined ? { isUpload: true } : {}),
  }
}
