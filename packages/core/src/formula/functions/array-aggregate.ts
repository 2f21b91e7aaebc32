import { caseWhen, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { TEXT } from '../value-types.ts'
import { isMoment, pieces } from '../words/ansi.ts'
import { type GatherOrder, wordsOf } from '../words/index.ts'
import { onLists } from './array-lists.ts'
import {
  defineFunction,
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { mysqlGathered } from './mysql-arrays.ts'
import { inJson } from './variant.ts'

type Write = (value: SqlExpression, order: GatherOrder | null, type: ValueType) => SqlExpression

/** Distinct values are sorted by themselves, all values by the order of their rows if there is one. */
function aggregated(isDistinct: boolean): SqlByDialect {
  const emit =
    (write: Write): Emit =>
    ([x], info) =>
      x ? write(x, orderOf(x, info, isDistinct), info.types[0] ?? TEXT) : sql`NULL`
  const open = (name: string) => `${name}(${isDistinct ? 'DISTINCT ' : ''}`
  const inside = (name: string, item: SqlExpression, order: GatherOrder | null) =>
    order
      ? pieces([open(name), ' ORDER BY ', order.isDescending ? ' DESC)' : ')'], item, order.by)
      : pieces([open(name), ')'], item)
  return {
    ...unsupportedOn('This engine does not gather values into arrays.', 'redshift', 'sqlserver'),
    duckdb: emit((x, order, type) => {
      const item = inJson('duckdb', x, type)
      return sql`TO_JSON(${inside('LIST', item, sorted(order, x, item))} FILTER (WHERE ${x} IS NOT NULL))`
    }),
    postgres: emit((x, order, type) => {
      const item = inJson('postgres', x, type)
      return sql`${inside('JSONB_AGG', item, sorted(order, x, item))} FILTER (WHERE ${x} IS NOT NULL)`
    }),
    mysqlFamily: emit((x, order, type) => mysqlGathered(wordsOf('mariadb').json.of(x, type), order, isDistinct)),
    snowflake: emit((x, order) => {
      const gathered = pieces([open('ARRAY_AGG'), ')'], x)
      if (!order) return sql`TO_VARIANT(${gathered})`
      return pieces(
        ['TO_VARIANT(', ' WITHIN GROUP (ORDER BY ', order.isDescending ? ' DESC))' : '))'],
        gathered,
        order.by,
      )
    }),
    ...onLists((lists, dialect) =>
      emit((x, order, type) => {
        const item = isMoment(type) ? wordsOf(dialect).isoText(x) : x
        return caseWhen([
          { when: sql`COUNT(${x}) > 0`, value: lists.gathered(item, sorted(order, x, item), isDistinct) },
        ])
      }),
    ),
  }
}

function orderOf(x: SqlExpression, { constants, order }: EmitInfo, isDistinct: boolean): GatherOrder | null {
  if (!isDistinct) return order ? { by: order, isDescending: false } : null
  return { by: x, isDescending: String(constants[1] ?? 'asc').toLowerCase() === 'desc' }
}

/** Distinct values can only be sorted by the values themselves. */
function sorted(order: GatherOrder | null, x: SqlExpression, item: SqlExpression): GatherOrder | null {
  return order?.by === x ? { ...order, by: item } : order
}

/** Functions that collect the values of a group in an array. */
export const arrayAggregates: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'ArrayAgg',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Gathers the values of the group that are not null into an array, in the order of their rows.',
    params: [{ name: 'value', type: 'any' }],
    returns: 'variant',
    isOrdered: true,
    sql: aggregated(false),
    examples: [
      {
        formula: 'ArrayAgg([City])',
        rows: [{ City: 'Oslo' }, { City: null }, { City: 'Bergen' }],
        result: ['Oslo', 'Bergen'],
      },
      {
        formula: 'ArrayAgg(DateTrunc("day", [At]))',
        rows: [{ At: '2024-05-20 13:45:00' }],
        result: ['2024-05-20 00:00:00'],
      },
    ],
  }),
  defineFunction({
    name: 'ArrayAggDistinct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Gathers the different values of the group into a sorted array.',
    params: [
      { name: 'value', type: 'any' },
      {
        name: 'direction',
        type: 'text',
        optional: true,
        constant: true,
        values: ['asc', 'desc'],
        doc: 'That of the sort of the column, else "asc".',
      },
    ],
    returns: 'variant',
    sql: aggregated(true),
    examples: [
      {
        formula: 'ArrayAggDistinct([City], "desc")',
        rows: [{ City: 'Bergen' }, { City: 'Oslo' }, { City: 'Bergen' }],
        result: ['Oslo', 'Bergen'],
      },
    ],
  }),
]
