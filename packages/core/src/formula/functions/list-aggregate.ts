import { cast, type SqlExpression, sql } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'
import { type Words, wordsOf } from '../words/index.ts'
import {
  defineFunction,
  type EmitInfo,
  type FunctionDefinition,
  type Param,
  type PortableEmit,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { textOfValue } from './text-of-value.ts'

const column: Param = { name: 'column', type: 'any' }
const separator: Param = {
  name: 'separator',
  type: 'text',
  optional: true,
  constant: true,
  doc: 'A comma when absent.',
}

type Listed = (
  args: readonly [item: SqlExpression, separator: SqlExpression],
  info: EmitInfo,
  words: Words,
) => SqlExpression

/** Lists the values as `Text` writes them. DuckDB and PostgreSQL do not know the type of a text that is bound as a parameter. */
function onEachEngine(listed: Listed): SqlByDialect {
  const of =
    (isTyped: boolean): PortableEmit =>
    ([x, separator], info, words) => {
      if (!x) return sql`NULL`
      const text = textOfValue(x, info, words)
      return listed([isTyped ? cast(text, TEXT) : text, separator ?? sql`','`], info, words)
    }
  return {
    duckdb: (args, info) => of(true)(args, info, wordsOf('duckdb')),
    postgres: (args, info) => of(true)(args, info, wordsOf('postgres')),
    portable: of(false),
  }
}

/** Functions that join the values of a group in one text. */
export const listAggregates: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'ListAgg',
    class: 'aggregate',
    category: 'aggregate',
    summary:
      'Joins the values of the group, as Text writes them, into one text, in the order of their rows; nulls are dropped.',
    isOrdered: true,
    params: [column, separator],
    returns: 'text',
    sql: {
      ...onEachEngine(([item, separator], info, words) => {
        const by = info.order ? { by: info.order, isDescending: false } : null
        return words.statistics.listed(item, separator, by, false)
      }),
    },
    examples: [
      { formula: 'ListAgg([Port], "-")', rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }], result: 'Kiel-Bremen' },
      {
        formula: 'ListAgg([Port])',
        rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }],
        result: 'Kiel,Bremen',
      },
      { formula: 'ListAgg([Port], "; ")', rows: [{ Port: 'Kiel' }, { Port: null }], result: 'Kiel' },
      // MariaDB cuts the texts of floats off after 22 characters when they are sorted or stored.
      {
        formula: 'ListAgg([X], " ")',
        rows: [{ X: -1.2345678901234567e-20 }, { X: 2 }],
        result: '-1.2345678901234567e-20 2',
      },
      {
        formula: 'ListAgg([Sold])',
        rows: [{ Sold: true }, { Sold: false }, { Sold: null }],
        result: 'true,false',
      },
      {
        formula: 'ListAgg([When])',
        rows: [{ When: '2024-05-20 10:11:12' }, { When: '2024-05-21 00:00:00' }],
        result: '2024-05-20 10:11:12,2024-05-21 00:00:00',
      },
    ],
  }),
  defineFunction({
    name: 'ListAggDistinct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Joins the different values of the group, as Text writes them, into one sorted text.',
    params: [
      column,
      separator,
      { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] },
    ],
    returns: 'text',
    sql: {
      ...onEachEngine(([item, separator], { constants }, words) => {
        const isDescending = String(constants[2] ?? 'asc').toLowerCase() === 'desc'
        return words.statistics.listed(item, separator, { by: item, isDescending }, true)
      }),
      ...unsupportedOn('SQL Server cannot list different values.', 'sqlserver'),
    },
    examples: [
      {
        formula: 'ListAggDistinct([Store], "; ", "desc")',
        rows: [{ Store: 'Mile' }, { Store: 'Soho' }, { Store: 'Mile' }],
        result: 'Soho; Mile',
      },
      {
        formula: 'ListAggDistinct([X], " ")',
        rows: [{ X: -1.2345678901234567e-20 }, { X: 3 }, { X: -1.2345678901234567e-20 }, { X: 3 }],
        result: '-1.2345678901234567e-20 3',
      },
      {
        formula: 'ListAggDistinct([Sold])',
        rows: [{ Sold: true }, { Sold: false }, { Sold: true }],
        result: 'false,true',
      },
    ],
  }),
]
