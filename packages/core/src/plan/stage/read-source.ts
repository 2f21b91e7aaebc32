import { unreachable } from '../../errors/index.ts'
import { scaleWithoutRoom } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { EnginePlace } from '../model/across-connections.ts'
import type {
  BoundHole,
  ColumnsAsRows,
  CustomSqlRows,
  ElementRows,
  ScanRows,
  SourceModel,
} from '../model/element-model.ts'
import type { PlanColumn, SqlHole, StepId } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import { fenced } from './fence.ts'
import { PlanBuilder } from './plan-builder.ts'
import { readJoin } from './read-join.ts'
import { readKept, readLinked } from './read-kept.ts'

/** How the rows of another element are read: staging an element also stages the elements that it reads. */
export type ReadElement = (builder: PlanBuilder, rows: ElementRows) => StepId

/** Adds the steps that read the rows of a source: one slot `source/<column id>` for each column, and the slots of its row key. */
export function readSource(builder: PlanBuilder, reader: SourceModel, readElement: ReadElement): StepId {
  const { rows } = reader
  const read = (of: PlanBuilder, source: SourceModel) =>
    fromPlace(of, source, reader, source.prefixes[0] ?? 'Rows', readSource(of, source, readElement))
  switch (rows.kind) {
    case 'scan':
      return builder.once(rows, () => readTable(builder, rows))
    case 'custom-sql':
      return builder.once(rows, () => readCustomSql(builder, rows, readElement))
    case 'kept':
      return builder.once(rows, () => readKept(builder, rows))
    case 'linked':
      return builder.once(rows, () => readLinked(builder, rows, read))
    case 'element':
      return readElement(builder, rows)
    case 'join':
      return readJoin(builder, rows, reader.dialect, read)
    case 'union': {
      const inputs = rows.inputs.map(({ source, slots }) => ({ step: read(builder, source), slots: [...slots] }))
      const withoutRoom = rows.columns.flatMap(({ id, type }, index) =>
        rows.inputs.some(({ source, slots }) => isTooNarrow(type, typeOfSlot(source, slots[index]))) ? [id] : [],
      )
      return builder.add({ kind: 'union', name: rows.name, inputs, columns: [...rows.columns], withoutRoom })
    }
    case 'values-as-columns':
      return builder.add({
        kind: 'aggregate',
        name: rows.name,
        input: read(builder, rows.input),
        keys: [...rows.keys],
        measures: [...rows.measures],
      })
    case 'columns-as-rows':
      return readColumnsAsRows(builder, rows, read(builder, rows.input))
    case 'brought':
      return read(builder, rows.source)
    default:
      return unreachable(rows)
  }
}

/** Rows of one place as another place reads them. */
export function fromPlace(
  builder: PlanBuilder,
  { connectionId, dialect }: EnginePlace,
  reader: EnginePlace,
  name: string,
  input: StepId,
): StepId {
  if (connectionId === reader.connectionId) return input
  return builder.add({ kind: 'side', name, input, connectionId, dialect })
}

function readTable(builder: PlanBuilder, { conditions, ...scan }: ScanRows): StepId {
  const { name } = scan
  const rows = builder.add({ ...scan, columns: [...scan.columns] })
  return conditions.length === 0
    ? rows
    : builder.add({ kind: 'filter', name, input: rows, conditions: [...conditions] })
}

function readCustomSql(
  builder: PlanBuilder,
  { name, sql, columns, dependsOn }: CustomSqlRows,
  readElement: ReadElement,
): StepId {
  const rows = builder.add({
    kind: 'custom-sql',
    name: `${name} sql`,
    strings: sql.strings,
    values: sql.values.map((hole) => sqlHole(hole, readElement)),
    columns: [...columns],
  })
  return fenced(builder, { name, dependsOn }, rows)
}

/** A hole of custom SQL; the rows of an element become a plan of their own, which the emitter writes as a query. */
export function sqlHole(hole: BoundHole, readElement: ReadElement): SqlHole {
  if (hole.kind !== 'element') return hole
  const { source } = hole
  const builder = new PlanBuilder()
  const step = readSource(builder, source, readElement)
  const columns = source.columns.map(({ id, names: [name = id] }) => ({ slot: sourceSlot(id), name }))
  return { kind: 'element', plan: builder.plan, result: { step, columns, orderBy: [] } }
}

function readColumnsAsRows(
  builder: PlanBuilder,
  { name, input, merged, others, label, columns }: ColumnsAsRows,
  rows: StepId,
): StepId {
  const inputs = merged.map(({ name: text, slot }, index) => {
    const labelled: PlanColumn = {
      slot: { ...label, id: `label/${index}` },
      expression: {
        kind: 'formula',
        expression: { kind: 'literal', value: text, type: { kind: 'text' }, span: { start: 0, end: 0 } },
      },
    }
    const step = builder.add({ kind: 'project', name, input: rows, keep: null, columns: [labelled] })
    return { step, slots: [...others, `label/${index}`, slot] }
  })
  const value = columns.at(-1)
  const withoutRoom =
    value && merged.some(({ slot }) => isTooNarrow(value.type, typeOfSlot(input, slot))) ? [value.id] : []
  return builder.add({ kind: 'union', name: `${name} transposed`, inputs, columns: [...columns], withoutRoom })
}

/** Whether a type of decimals may be too small for a number of the other type. */
export function isTooNarrow(type: ValueType, given: ValueType | undefined): boolean {
  return given !== undefined && scaleWithoutRoom([type, given]) !== null
}

function typeOfSlot(source: SourceModel, slot: string | null | undefined): ValueType | undefined {
  return source.columns.find(({ id }) => sourceSlot(id) === slot)?.type
}
