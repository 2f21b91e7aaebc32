import { cast, type SqlExpression } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'

/** Concatenated texts; null when one is null. */
export function joinedText(args: readonly SqlExpression[]): SqlExpression {
  const [only] = args
  return args.length === 1 && only ? only : { kind: 'list', items: args, separator: ' || ' }
}

/** DuckDB assigns no type to `'a' || CAST(NULL AS VARCHAR)` when it sees the null during binding, so the type is added again. */
export function joinedTextOnDuckdb(args: readonly SqlExpression[]): SqlExpression {
  const joined = joinedText(args)
  return args.length > 1 && args.some(mayBeNullWhenBound) ? cast(joined, TEXT) : joined
}

/** Whether the expression is computed from constants only. */
function mayBeNullWhenBound(expression: SqlExpression): boolean {
  if (expression.kind === 'value') return expression.value === null
  return !readsColumn(expression)
}

function readsColumn(expression: SqlExpression): boolean {
  switch (expression.kind) {
    case 'column':
    case 'subquery':
    case 'exists':
      return true
    case 'value':
      return false
    case 'fragment':
      return expression.args.some(readsColumn)
    case 'list':
      return expression.items.some(readsColumn)
    case 'cast':
      return readsColumn(expression.expression)
    case 'null-safe-equal':
      return readsColumn(expression.left) || readsColumn(expression.right)
    case 'case':
      return (
        expression.branches.some(({ when, value }) => readsColumn(when) || readsColumn(value)) ||
        (expression.otherwise !== undefined && readsColumn(expression.otherwise))
      )
    case 'window':
      return true
  }
}
