import { type Expression, functions } from '../../formula/index.ts'
import { baseLevel, type ElementModel, keysOf } from '../model/element-model.ts'
import { walkAtLevel } from './lookup-targets.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * The level whose rows an aggregate ranges over: the finest level in its argument, but at least its own level; the rows of the element when
 * it reads no column. `home` is the level of the column.
 */
export function levelOfArgument(model: ElementModel, call: Call, home: number): number {
  const levels: number[] = []
  for (const arg of call.args) collectLevels(model, arg, home, levels)
  return levels.length === 0 ? baseLevel(model) : Math.max(home, ...levels)
}

function collectLevels(model: ElementModel, expression: Expression, home: number, levels: number[]): void {
  walkAtLevel(expression, (node) => {
    if (node.kind === 'call' && (node.class === 'aggregate' || node.class === 'level-shift')) {
      levels.push(home)
      return false
    }
    if (node.kind !== 'reference') return undefined
    const { target } = node
    if (target.kind === 'source-column') levels.push(baseLevel(model))
    if (target.kind === 'column') levels.push(model.byId.get(target.columnId)?.level ?? baseLevel(model))
    return undefined
  })
}

/** Whether a function such as First or Last picks one row of a group: its argument is at a finer level than the column. */
export function isPickOfRows(model: ElementModel, call: Call, home: number): boolean {
  const definition = functions.find(call.name)
  return definition?.class === 'window' && definition.dual === true && levelOfArgument(model, call, home) > home
}

/**
 * Where a Subtotal, GrandTotal or PercentOfTotal is computed: at a level, or grouped by some keys only; null for a mode that does not fit
 * the element.
 */
export function subtotalLevel(
  model: ElementModel,
  call: Call,
  home: number,
): number | { keys: readonly string[] } | null {
  const fallback = call.name === 'GrandTotal' || model.shape !== 'table' ? 'grand_total' : 'parent_grouping'
  const mode = textOf(call.args[1]) ?? fallback
  const depth = numberOf(call.args[2])
  if (mode === 'parent_grouping') return model.shape === 'table' ? Math.max(0, home - 1 - depth) : null
  // The argument may be a column, which is then computed again for other keys.
  const isColumn = call.args[0]?.kind === 'reference' && call.args[0].target.kind === 'column'
  if (mode === 'grand_total') return isColumn ? { keys: [] } : 0
  const { rows, columns, xAxis, color, trellisRow, trellisColumn } = model.shelves
  const outer = (keys: readonly string[]) => keys.slice(0, Math.max(0, keys.length - 1 - depth))
  const isGrouped = home === 1 && keysOf(model, 1).length > 0
  const only = (keys: readonly string[]) =>
    isGrouped ? { keys: keysOf(model, 1).filter((key) => keys.includes(key)) } : 0
  if (model.shape === 'pivot') {
    switch (mode) {
      case 'row':
        return only(rows)
      case 'column':
        return only(columns)
      case 'row_parent':
        return only([...outer(rows), ...columns])
      case 'column_parent':
        return only([...rows, ...outer(columns)])
      default:
        return null
    }
  }
  if (model.shape !== 'chart') return null
  const shelves: Record<string, readonly string[]> = {
    x_axis: xAxis,
    color,
    trellis_row: trellisRow,
    trellis_column: trellisColumn,
  }
  const shelf = shelves[mode]
  return shelf && shelf.length > 0 ? only(shelf) : null
}

function textOf(expression: Expression | undefined): string | null {
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : null
}

function numberOf(expression: Expression | undefined): number {
  return expression?.kind === 'literal' && expression.value !== null ? Number(expression.value) : 0
}
