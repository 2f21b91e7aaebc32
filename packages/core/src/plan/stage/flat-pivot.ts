import { formulaTypeOf, type ResultColumn, type ValueType } from '../../types/index.ts'
import { commonType } from '../analyse/union-source.ts'
import type { CompiledLevel, StateColumn } from '../model/api.ts'
import type { PlanExpression, PlanOrder, Slot } from '../model/logical.ts'
import { type LevelRelation, numbered, part as partOf, place } from './levels-together.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { isTooNarrow } from './read-source.ts'

type FlatLevel = Pick<CompiledLevel, 'columns' | 'stateColumns'> & {
  relation(builder: PlanBuilder): LevelRelation
}

/** The cells of a calculated line that have every key of the other axis. */
export interface FlatLine {
  name: string
  level: FlatLevel
  /** Values that have a formula on the line. */
  values: readonly string[]
}

/** The column of a flat relation that names the calculated line of a row. */
const LINE: ResultColumn = { id: 'adhocCalcs', name: 'Calculated line', type: { kind: 'text' }, nullable: true }

/** Id of the column of a flat relation for the cells of a value on calculated lines. */
export function onLine(columnId: string): string {
  return `${LINE.id}/${columnId}`
}

/**
 * The cells of a pivot table with the cells of its calculated lines below them, in separate columns after the name of the line. A sum over
 * the column of a value then includes only cells, and its numbers keep their format.
 */
export function flatWithLines(
  cells: FlatLevel,
  lines: readonly FlatLine[],
  keys: readonly string[],
  name: string,
): FlatLevel {
  const columns = [...cells.columns, LINE, ...columnsOnLines(cells.columns, lines)]
  const several = columns.filter(({ id }) => canHoldSeveral(id, cells, lines))
  const marks = several.map(
    ({ id }, at): StateColumn => ({ columnId: id, state: 'several', index: columns.length + at }),
  )
  const parts = partsOf(cells, lines, keys)
  return {
    columns,
    stateColumns: [...cells.stateColumns.filter(({ state }) => state === 'restricted'), ...marks],
    relation(builder) {
      const line = { id: 'line', name: LINE.name, type: LINE.type, nullable: true }
      const withoutRoom = new Set<string>()
      const inputs = parts.map((part, index) => {
        const made = part.level.relation(builder)
        const ownSlot = (of: string | undefined) => made.columns.find((column) => column.of === of)
        const input = numbered(builder, made, index, null)
        const nameOfLine = [{ slot: line, expression: textOf(part.name) }]
        const step = builder.add({ kind: 'project', name, input, keep: null, columns: nameOfLine })
        const slots = columns.map(({ id, type }) => {
          if (id === LINE.id) return line.id
          const slot = ownSlot(part.flatIds.get(id))
          if (isTooNarrow(type, slot?.type)) withoutRoom.add(`flat/${id}`)
          return slot && formulaTypeOf(slot.type) === formulaTypeOf(type) ? slot.id : null
        })
        const marked = several.map(({ id }) => {
          const of = part.flatIds.get(id)
          return (of === undefined ? undefined : ownSlot(`several/${of}`))?.id ?? null
        })
        return { step, slots: [...slots, ...marked, partOf.id, place.id] }
      })
      const flat = columns.map(({ id, name: column, type }) => ({
        ...slotOf(`flat/${id}`, type),
        name: column,
        of: id,
      }))
      const states = several.map(({ id }) => ({ ...slotOf(`several/${id}`, { kind: 'logical' }), of: `several/${id}` }))
      const own = [...flat, ...states]
      const step = builder.add({
        kind: 'union',
        name,
        inputs,
        columns: [...own, partOf, place],
        withoutRoom: [...withoutRoom],
      })
      const orderBy = [partOf, place].map(({ id }): PlanOrder => ({ slot: id, direction: 'ascending', nulls: 'last' }))
      return { step, columns: own, orderBy }
    },
  }
}

/** The cells and each line, with the own column of each column of the flat relation. */
function partsOf(cells: FlatLevel, lines: readonly FlatLine[], keys: readonly string[]) {
  return [
    { name: null, level: cells, flatIds: new Map(cells.columns.map(({ id }) => [id, id])) },
    ...lines.map((line) => ({
      ...line,
      flatIds: new Map([
        ...keys.map((key) => [key, key] as const),
        ...line.values.map((value) => [onLine(value), value] as const),
      ]),
    })),
  ]
}

/** Whether a column of the cells, or of a line, may contain cells that represent several values. */
function canHoldSeveral(id: string, cells: FlatLevel, lines: readonly FlatLine[]): boolean {
  return [cells, ...lines.map(({ level }) => level)].some((level, index) =>
    level.stateColumns.some(
      ({ columnId, state }) => state === 'several' && (index > 0 ? onLine(columnId) : columnId) === id,
    ),
  )
}

/** One column for each value with formulas on lines; a formula whose type differs from the first one has no cell there. */
function columnsOnLines(columns: readonly ResultColumn[], lines: readonly FlatLine[]): ResultColumn[] {
  return columns.flatMap(({ id, name }) => {
    const types = lines
      .filter(({ values }) => values.includes(id))
      .flatMap(({ level }) => level.columns.find((column) => column.id === id)?.type ?? [])
    const [first, ...others] = types
    if (!first) return []
    const alike = others.filter((other) => formulaTypeOf(other) === formulaTypeOf(first))
    const type = alike.reduce<ValueType>((all, next) => commonType(all, next), first)
    return [{ id: onLine(id), name: `${name} (calculated line)`, type, nullable: true }]
  })
}

function slotOf(id: string, type: ValueType): Slot {
  return { id, name: id, type, nullable: true }
}

function textOf(value: string | null): PlanExpression {
  if (value === null) return { kind: 'null', type: LINE.type }
  return { kind: 'formula', expression: { kind: 'literal', value, type: LINE.type, span: { start: 0, end: 0 } } }
}
