import type { Cell, ValueType } from '../types/index.ts'
import { type SqlExpression, sql } from './tree.ts'

export function column(relation: string, name: string): SqlExpression {
  return { kind: 'column', relation, name }
}

/** A bound value. Null becomes a typed NULL in the text. */
export function value(cell: Cell, type: ValueType): SqlExpression {
  return { kind: 'value', value: cell, type }
}

export function textValue(text: string): SqlExpression {
  return value(text, { kind: 'text' })
}

export function cast(expression: SqlExpression, type: ValueType): SqlExpression {
  return { kind: 'cast', expression, type }
}

/** All conditions; TRUE when there are none. */
export function and(...items: readonly SqlExpression[]): SqlExpression {
  return joined(items, ' AND ', sql`TRUE`)
}

/** Any of the conditions; FALSE when there are none. */
export function or(...items: readonly SqlExpression[]): SqlExpression {
  return joined(items, ' OR ', sql`FALSE`)
}

export function not(item: SqlExpression): SqlExpression {
  return sql`NOT ${item}`
}

export function eq(left: SqlExpression, right: SqlExpression): SqlExpression {
  return sql`${left} = ${right}`
}

export function isNull(item: SqlExpression): SqlExpression {
  return sql`${item} IS NULL`
}

/**
 * A condition that also compares the column that an expression reads, where the expression is that column or null: engines find rows with
 * an index of the column only by conditions on itself.
 */
export function alsoOnColumns(condition: SqlExpression): SqlExpression {
  if (condition.kind === 'list' && condition.separator === ' AND ')
    return { ...condition, items: condition.items.map(alsoOnColumns) }
  if (condition.kind !== 'fragment') return condition
  const { strings, args } = condition
  const [read, ...limits] = args
  if (!read?.reads || !COMPARED.test(strings.join('?')) || !limits.every(isFixed)) return condition
  return and({ ...condition, args: [read.reads, ...limits] }, condition)
}

const COMPARED = /^\? (=|<|<=|>|>=|BETWEEN \? AND|IN) \(?\?\)?$/

const isFixed = (limit: SqlExpression): boolean =>
  limit.kind === 'list' ? limit.items.every(isFixed) : isConstant(limit)

/** Equality in which null equals null, for joins of levels on their keys. */
export function nullSafeEqual(left: SqlExpression, right: SqlExpression): SqlExpression {
  return { kind: 'null-safe-equal', left, right }
}

export function caseWhen(
  branches: readonly { when: SqlExpression; value: SqlExpression }[],
  otherwise?: SqlExpression,
): SqlExpression {
  return { kind: 'case', branches, otherwise }
}

/** Comma-separated items, for the arguments of a call. */
export function list(items: readonly SqlExpression[]): SqlExpression {
  return { kind: 'list', items, separator: ', ' }
}

/** `operand IN (items)`; FALSE without items. */
export function inList(operand: SqlExpression, items: readonly SqlExpression[]): SqlExpression {
  return items.length === 0 ? sql`FALSE` : sql`${operand} IN (${list(items)})`
}

/**
 * True for an expression of columns and values of one row, without an aggregate, a window or a subquery. This cannot be seen in the text of
 * a fragment, so code that builds one from row expressions marks it with `ofRow`.
 */
export function isOfRow(expression: SqlExpression): boolean {
  if (expression.isOfRow) return true
  switch (expression.kind) {
    case 'column':
    case 'value':
      return true
    case 'cast':
      return isOfRow(expression.expression)
    case 'list':
      return expression.items.every(isOfRow)
    case 'case':
      return (
        expression.branches.every(({ when, value: then }) => isOfRow(when) && isOfRow(then)) &&
        (expression.otherwise === undefined || isOfRow(expression.otherwise))
      )
    default:
      return false
  }
}

/** Marks an expression for `isOfRow`. */
export function ofRow(expression: SqlExpression): SqlExpression {
  return isOfRow(expression) ? expression : { ...expression, isOfRow: true }
}

/**
 * True for an expression with the same value in every row of the statement. This cannot be seen in the text of most fragments, so code that
 * builds one from constants marks it with `constant`.
 */
export function isConstant(expression: SqlExpression): boolean {
  if (expression.isConstant || expression.kind === 'value') return true
  if (expression.kind === 'fragment')
    return expression.args.length === 0 && /^\(?-?\d+\)?$/.test(expression.strings.join(''))
  return expression.kind === 'cast' && isConstant(expression.expression)
}

/** Marks an expression for `isConstant`. */
export function constant(expression: SqlExpression): SqlExpression {
  return isConstant(expression) ? expression : { ...expression, isConstant: true }
}

/** True for integers that are known to be far from the limits of 64 bits, such as counts and years. */
export function isSmall(expression: SqlExpression): boolean {
  if (expression.kind !== 'value') return expression.isSmall === true
  return expression.type.kind === 'int64' && Math.abs(Number(expression.value)) < 2 ** 53
}

/** Marks an expression for `isSmall`. */
export function small(expression: SqlExpression): SqlExpression {
  return { ...expression, isSmall: true }
}

/** True for totals of decimals with less than 38 digits, and for what is computed from them: no sum of rows comes near 38 digits. */
export function isTotal(expression: SqlExpression): boolean {
  return expression.isTotal === true
}

/** Marks an expression for `isTotal`. */
export function total(expression: SqlExpression): SqlExpression {
  return { ...expression, isTotal: true }
}

/** The expressions that an expression is made of; none of a window or a subquery, whose parts are computed elsewhere. */
export function partsOf(expression: SqlExpression): readonly SqlExpression[] {
  switch (expression.kind) {
    case 'fragment':
      return expression.args
    case 'list':
      return expression.items
    case 'cast':
      return [expression.expression]
    case 'null-safe-equal':
      return [expression.left, expression.right]
    case 'case': {
      const branches = expression.branches.flatMap(({ when, value: then }) => [when, then])
      return expression.otherwise ? [...branches, expression.otherwise] : branches
    }
    default:
      return []
  }
}

/** The number of nodes of an expression, counted up to a limit. */
export function weightOf(expression: SqlExpression, limit: number): number {
  if (expression.kind === 'window' || expression.kind === 'subquery' || expression.kind === 'exists') return limit
  let weight = 1
  for (const part of partsOf(expression)) {
    if (weight >= limit) break
    weight += weightOf(part, limit - weight)
  }
  return weight
}

function joined(items: readonly SqlExpression[], separator: string, none: SqlExpression): SqlExpression {
  const [only] = items
  if (items.length === 1 && only) return only
  return items.length === 0 ? none : { kind: 'list', items, separator }
}
