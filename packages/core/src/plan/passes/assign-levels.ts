import { type Expression, walkExpression } from '../../formula/index.ts'
import { baseLevel, type ElementModel } from '../model.ts'

type Call = Extract<Expression, { kind: 'call' }>

/**
 * The level whose rows an aggregate ranges over: the finest that occurs in its argument, at least its own; the rows
 * of the element when it reads no column (formula page 3.2). `home` is the level of the column.
 */
export function levelOfArgument(model: ElementModel, call: Call, home: number): number {
  const levels: number[] = []
  for (const arg of call.args) collectLevels(model, arg, home, levels)
  return levels.length === 0 ? baseLevel(model) : Math.max(home, ...levels)
}

function collectLevels(model: ElementModel, expression: Expression, home: number, levels: number[]): void {
  walkExpression(expression, (node) => {
    if (node.kind === 'call' && (node.class === 'aggregate' || node.class === 'level-shift')) {
      levels.push(home)
      return false
    }
    if (node.kind !== 'reference') return undefined
    const { target } = node
    if (target.kind === 'source-column') levels.push(baseLevel(model))
    if (target.kind === 'column') levels.push(model.byId.get(target.columnId)?.level ?? baseLevel(model))
    if (target.kind === 'metric') levels.push(home)
    return undefined
  })
}

/** The level at which a Subtotal, GrandTotal or PercentOfTotal is computed; null for a mode that does not fit yet. */
export function subtotalLevel(model: ElementModel, call: Call, home: number): number | null {
  const mode = textOf(call.args[1])
  const fallback = call.name === 'GrandTotal' || model.shape !== 'table' ? 'grand_total' : 'parent_grouping'
  const depth = numberOf(call.args[2])
  switch (mode ?? fallback) {
    case 'grand_total':
      return 0
    case 'parent_grouping':
      return model.shape === 'table' ? Math.max(0, home - 1 - depth) : null
    default:
      return null
  }
}

function textOf(expression: Expression | undefined): string | null {
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : null
}

function numberOf(expression: Expression | undefined): number {
  return expression?.kind === 'literal' && expression.value !== null ? Number(expression.value) : 0
}
