import type { SqlExpression, SqlFrom, SqlQuery, SqlSelect, SqlUnion } from './tree.ts'

type Relation = SqlSelect | SqlUnion

const measured = new WeakMap<SqlExpression, number>()

/**
 * The approximate number of characters of a printed expression. A repeated expression counts each time, but is visited once: nodes of a
 * tree are shared, and the printed form can exceed any memory.
 */
export function printedSizeOf(expression: SqlExpression): number {
  const known = measured.get(expression)
  if (known !== undefined) return known
  const size = sizeOfNode(expression)
  measured.set(expression, size)
  return size
}

function sizeOfNode(expression: SqlExpression): number {
  switch (expression.kind) {
    case 'column':
      return expression.name.length + (expression.relation?.length ?? 0) + 1
    case 'value':
      return 2
    case 'fragment':
      return expression.strings.reduce((size, text) => size + text.length, 0) + sum(expression.args)
    case 'list':
      return sum(expression.items) + expression.separator.length * expression.items.length
    case 'null-safe-equal':
      return 4 + sum([expression.left, expression.right])
    case 'cast':
      return 16 + printedSizeOf(expression.expression)
    case 'case': {
      const { branches, otherwise } = expression
      return 8 + sum(branches.flatMap(({ when, value }) => [when, value])) + 12 * branches.length + sum(some(otherwise))
    }
    case 'window': {
      const orders = expression.orderBy.map((order) => order.expression)
      return 30 + sum([expression.call, ...expression.partitionBy, ...orders])
    }
    case 'subquery':
      return sizeOfQuery(expression.query)
    case 'exists':
      return 10 + sizeOfRelation(expression.query)
  }
}

function sum(expressions: readonly SqlExpression[]): number {
  return expressions.reduce((size, item) => size + printedSizeOf(item), 0)
}

function some<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item]
}

function sizeOfQuery({ ctes, body }: SqlQuery): number {
  return ctes.reduce((size, { query }) => size + sizeOfAny(query), sizeOfRelation(body))
}

function sizeOfAny(relation: SqlQuery['ctes'][number]['query']): number {
  if (relation.kind === 'raw') return relation.strings.join('').length
  return relation.kind === 'rows' || relation.kind === 'entries' ? 100 : sizeOfRelation(relation)
}

function sizeOfRelation(relation: Relation): number {
  if (relation.kind === 'union') return relation.selects.reduce((size, select) => size + sizeOfRelation(select), 0)
  const { columns, from, where = [], groupBy = [], having = [], orderBy = [] } = relation
  const parts = [...columns, ...orderBy].map(({ expression }) => expression)
  return 20 + sum([...parts, ...where, ...groupBy, ...having]) + (from ? sizeOfFrom(from) : 0)
}

function sizeOfFrom(from: SqlFrom): number {
  switch (from.kind) {
    case 'table':
      return from.path.join('.').length
    case 'relation':
      return from.name.length
    case 'derived':
      return sizeOfAny(from.query)
    case 'join':
      return sizeOfFrom(from.left) + sizeOfFrom(from.right) + sum(some(from.on))
  }
}
