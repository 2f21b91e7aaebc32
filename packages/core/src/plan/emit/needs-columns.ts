import type { SqlExpression } from '../../sql/index.ts'

/** Whether part of the expression is a nested SELECT, or is stored in a session variable and read from there. */
export function needsColumns(expression: SqlExpression): boolean {
  switch (expression.kind) {
    case 'fragment':
      return expression.strings.some((text) => /SELECT | := /.test(text)) || expression.args.some(needsColumns)
    case 'list':
      return expression.items.some(needsColumns)
    case 'null-safe-equal':
      return needsColumns(expression.left) || needsColumns(expression.right)
    case 'cast':
      return needsColumns(expression.expression)
    case 'case':
      return (
        expression.branches.some(({ when, value: then }) => needsColumns(when) || needsColumns(then)) ||
        (expression.otherwise !== undefined && needsColumns(expression.otherwise))
      )
    default:
      return false
  }
}
