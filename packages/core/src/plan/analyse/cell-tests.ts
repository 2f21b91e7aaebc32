import type { DateClock } from '../../document/index.ts'
import type { Expression } from '../../formula/index.ts'
import type { ValueType } from '../../types/index.ts'
import type { CellOrder, CellTest, CellTestValue } from '../model/api.ts'
import type { PlanCondition, PlanValue } from '../model/logical.ts'
import { numberValue } from './filters.ts'

interface TestedCell {
  /** Slot of the cell. */
  slot: string
  type: ValueType
  /** Slot that is true where the cell represents several values; such a cell is tested as null. */
  severalSlot: string | null
}

/**
 * The rows whose cell passes the test or, with `isPassing` false, the rows whose cell does not pass. Each row is in exactly one of the two.
 */
export function cellCondition(
  cell: TestedCell,
  { test, isPassing }: { test: CellTest; isPassing: boolean },
  clock: DateClock,
): PlanCondition {
  const isEmpty = emptyCell(cell)
  if (test.operator === 'is-null') return isPassing ? isEmpty : not(isEmpty)
  if (test.operator === 'is-not-null') return isPassing ? not(isEmpty) : isEmpty
  const passes = valueCondition(cell, test, clock)
  return isPassing ? every(not(isEmpty), passes) : some(isEmpty, not(passes))
}

function emptyCell({ slot, severalSlot }: TestedCell): PlanCondition {
  const isNull: PlanCondition = { kind: 'is-null', slot }
  return severalSlot === null ? isNull : some(isNull, isTrue(severalSlot))
}

/** True or false for each cell that is not null. */
function valueCondition(cell: TestedCell, test: CellTest, clock: DateClock): PlanCondition {
  switch (test.operator) {
    case 'is-null':
    case 'is-not-null':
      return { kind: 'true' }
    case 'contains':
      return formula('Contains', asText(cell), text(test.value))
    case 'starts-with':
      return formula('StartsWith', asText(cell), text(test.value))
    case 'ends-with':
      return formula('EndsWith', asText(cell), text(test.value))
    default:
      return orderCondition(cell, test.operator, test.value, clock)
  }
}

function orderCondition(cell: TestedCell, order: CellOrder, value: CellTestValue, clock: DateClock): PlanCondition {
  switch (value.kind) {
    case 'logical':
      return cell.type.kind === 'logical' ? logicalOrder(cell.slot, order, value.value) : unlike(order)
    case 'number':
      return numberOrder(cell, order, value.value)
    case 'text':
      return formula(order, asText(cell), text(value.value))
    case 'date':
      return dateOrder(cell, order, value.value, clock)
  }
}

/** A cell that cannot be compared with a value is different from it, and neither before nor after it. */
const unlike = (order: CellOrder): PlanCondition => ({ kind: order === '!=' ? 'true' : 'false' })

/** False is before true. */
function logicalOrder(slot: string, order: CellOrder, wanted: boolean): PlanCondition {
  const cell = isTrue(slot)
  const passes = (given: boolean) => {
    const difference = Number(given) - Number(wanted)
    switch (order) {
      case '=':
        return difference === 0
      case '!=':
        return difference !== 0
      case '<':
        return difference < 0
      case '<=':
        return difference <= 0
      case '>':
        return difference > 0
      case '>=':
        return difference >= 0
    }
  }
  return some(...(passes(true) ? [cell] : []), ...(passes(false) ? [not(cell)] : []))
}

function numberOrder(cell: TestedCell, order: CellOrder, written: string): PlanCondition {
  const { kind } = cell.type
  const isNumber = kind === 'int64' || kind === 'decimal' || kind === 'float64'
  const value = numberValue(written, isNumber ? cell.type : decimal)
  if (value === null || (!isNumber && kind !== 'text')) return unlike(order)
  if (isNumber) return compared(cell, order, value)
  const number = call('Number', [asText(cell)], decimal)
  const isNoNumber: PlanCondition = { kind: 'formula', expression: call('IsNull', [number], logical) }
  const literal: Expression = { kind: 'literal', value: String(value.value), type: value.type, span: nowhere }
  const passes: PlanCondition = { kind: 'formula', expression: call(order, [number, literal], logical) }
  return order === '!=' ? some(isNoNumber, passes) : every(not(isNoNumber), passes)
}

/** A value without a time is a day, and cells are then compared as days; a cell without a time turns the value into a day. */
function dateOrder(cell: TestedCell, order: CellOrder, written: string, clock: DateClock): PlanCondition {
  const local = clock.localOf(written)
  if (local === null) return unlike(order)
  const day = local.slice(0, 10)
  const isDay = !written.includes('T')
  switch (cell.type.kind) {
    case 'date':
      return compared(cell, order, { value: day, type: { kind: 'date' } })
    case 'timestamp':
    case 'instant':
      return isDay ? dayOrder(cell, order, day, clock) : compared(cell, order, moment(local))
    case 'text': {
      const isDate = formula('RegexpMatch', asText(cell), text('^[0-9]{4}-[0-9]{2}-[0-9]{2}'))
      const length: Expression = { kind: 'literal', value: '10', type: { kind: 'int64' }, span: nowhere }
      const read = isDay ? call('Left', [asText(cell), length], textType) : asText(cell)
      const passes = formula(order, read, text(isDay ? day : local))
      return order === '!=' ? some(not(isDate), passes) : every(isDate, passes)
    }
    default:
      return unlike(order)
  }
}

/** Times within a day are equal to the day. The column itself is compared with both ends of the day, so that an index can be used. */
function dayOrder(cell: TestedCell, order: CellOrder, day: string, clock: DateClock): PlanCondition {
  const start = moment(`${day}T00:00:00`)
  const end = moment(`${clock.dayAfter(day)}T00:00:00`)
  switch (order) {
    case '=':
      return every(compared(cell, '>=', start), compared(cell, '<', end))
    case '!=':
      return some(compared(cell, '<', start), compared(cell, '>=', end))
    case '<':
      return compared(cell, '<', start)
    case '<=':
      return compared(cell, '<', end)
    case '>':
      return compared(cell, '>=', end)
    case '>=':
      return compared(cell, '>=', start)
  }
}

function compared({ slot, type }: TestedCell, order: CellOrder, value: PlanValue): PlanCondition {
  if (order === '!=') return not({ kind: 'compare', slot, type, operator: '=', value })
  return { kind: 'compare', slot, type, operator: order, value }
}

const nowhere = { start: 0, end: 0 }
const logical = { kind: 'logical' } as const
const textType = { kind: 'text' } as const
/** The type that the function `Number` returns for a text. */
const decimal = { kind: 'decimal', precision: 38, scale: 18 } as const

const moment = (local: string): PlanValue => ({ value: local, type: { kind: 'timestamp' } })
const not = (item: PlanCondition): PlanCondition => ({ kind: 'not', item })
const every = (...items: PlanCondition[]): PlanCondition => ({ kind: 'and', items })

function some(...items: PlanCondition[]): PlanCondition {
  const [first] = items
  if (!first) return { kind: 'false' }
  return items.length === 1 ? first : { kind: 'or', items }
}

function reference(slot: string, type: ValueType): Expression {
  return { kind: 'reference', target: { kind: 'column', columnId: slot }, type, nullable: true, span: nowhere }
}

function isTrue(slot: string): PlanCondition {
  return { kind: 'formula', expression: reference(slot, logical) }
}

function asText({ slot, type }: TestedCell): Expression {
  const cell = reference(slot, type)
  return type.kind === 'text' ? cell : call('Text', [cell], textType)
}

function text(value: string | CellTestValue): Expression {
  const written = typeof value === 'string' ? value : String(value.value)
  return { kind: 'literal', value: written, type: textType, span: nowhere }
}

function formula(name: string, left: Expression, right: Expression): PlanCondition {
  return { kind: 'formula', expression: call(name, [left, right], logical) }
}

function call(name: string, args: Expression[], type: ValueType): Expression {
  return { kind: 'call', name, class: 'row', args, type, span: nowhere }
}
