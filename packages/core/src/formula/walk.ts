import type { Expression } from './api.ts'
import { definitionOf } from './emit.ts'

/** Visits an expression and all its operands, outer before inner. A visitor that returns `false` skips the arguments. */
export function walkExpression(expression: Expression, visit: (node: Expression) => boolean | undefined): void {
  if (visit(expression) === false || expression.kind !== 'call') return
  for (const arg of expression.args) walkExpression(arg, visit)
}

/** The tree with some nodes replaced; when the function returns null, the node is kept and its arguments are visited. */
export function mapExpression(expression: Expression, replace: (node: Expression) => Expression | null): Expression {
  const replaced = replace(expression)
  if (replaced) return replaced
  if (expression.kind !== 'call') return expression
  return { ...expression, args: expression.args.map((arg) => mapExpression(arg, replace)) }
}

/** True when the outermost node is a call of an aggregate. */
export function isAggregate(expression: Expression): boolean {
  return expression.kind === 'call' && expression.class === 'aggregate'
}

/** Whether the expression contains an aggregate; a metric counts as one. */
export function containsAggregate(expression: Expression): boolean {
  const isMetric = (node: Expression) => node.kind === 'reference' && node.target.kind === 'metric'
  return contains(expression, (node) => isAggregate(node) || isMetric(node))
}

export function containsWindow(expression: Expression): boolean {
  return contains(expression, (node) => node.kind === 'call' && node.class === 'window')
}

/** What the cache key of a result of this expression must contain. */
export function dependencesOf(expression: Expression): { now: boolean; today: boolean; viewer: boolean } {
  const found = { now: false, today: false, viewer: false }
  walkExpression(expression, (node) => {
    const dependsOn = node.kind === 'call' ? definitionOf(node.name).dependsOn : undefined
    if (dependsOn) found[dependsOn] = true
    return undefined
  })
  return found
}

function contains(expression: Expression, is: (node: Expression) => boolean): boolean {
  if (is(expression)) return true
  return expression.kind === 'call' && expression.args.some((arg) => contains(arg, is))
}
