import { cast, list, sql } from '../../sql/index.ts'
import { TEXT } from '../value-types.ts'
import { asText } from '../words/ansi.ts'
import { defineFunction, type FunctionDefinition, type Param, unsupportedOn } from './define.ts'

const column: Param = { name: 'column', type: 'any' }
const separator: Param = {
  name: 'separator',
  type: 'text',
  optional: true,
  constant: true,
  doc: 'A comma when absent.',
}

/** Functions that join the values of a group in one text. */
export const listAggregates: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'ListAgg',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Joins the values of the group into one text, in the order of their rows; nulls are dropped.',
    isOrdered: true,
    params: [column, separator],
    returns: 'text',
    sql: {
      postgresFamily: ([x, separator], { order }) => {
        if (!x) return sql`NULL`
        const items = list([cast(x, TEXT), separator ?? sql`','`])
        return order ? sql`STRING_AGG(${items} ORDER BY ${order})` : sql`STRING_AGG(${items})`
      },
      portable: ([x, separator], { types, order }, words) => {
        if (!x) return sql`NULL`
        const by = order ? { by: order, isDescending: false } : null
        return words.statistics.listed(asText(x, types[0] ?? TEXT), separator ?? sql`','`, by, false)
      },
    },
    examples: [
      { formula: 'ListAgg([Port], "-")', rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }], result: 'Kiel-Bremen' },
      {
        formula: 'ListAgg([Port])',
        rows: [{ Port: 'Kiel' }, { Port: 'Bremen' }],
        result: 'Kiel,Bremen',
      },
      { formula: 'ListAgg([Port], "; ")', rows: [{ Port: 'Kiel' }, { Port: null }], result: 'Kiel' },
    ],
  }),
  defineFunction({
    name: 'ListAggDistinct',
    class: 'aggregate',
    category: 'aggregate',
    summary: 'Joins the different values of the group into one sorted text.',
    params: [
      column,
      separator,
      { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] },
    ],
    returns: 'text',
    sql: {
      postgresFamily: ([x, separator], { constants }) => {
        if (!x) return sql`NULL`
        const items = list([cast(x, TEXT), separator ?? sql`','`])
        return String(constants[2] ?? 'asc').toLowerCase() === 'desc'
          ? sql`STRING_AGG(DISTINCT ${items} ORDER BY ${cast(x, TEXT)} DESC)`
          : sql`STRING_AGG(DISTINCT ${items} ORDER BY ${cast(x, TEXT)})`
      },
      portable: ([x, separator], { types, constants }, words) => {
        if (!x) return sql`NULL`
        const item = asText(x, types[0] ?? TEXT)
        const isDescending = String(constants[2] ?? 'asc').toLowerCase() === 'desc'
        return words.statistics.listed(item, separator ?? sql`','`, { by: item, isDescending }, true)
      },
      ...unsupportedOn('SQL Server cannot list different values.', 'sqlserver'),
    },
    examples: [
      {
        formula: 'ListAggDistinct([Store], "; ", "desc")',
        rows: [{ Store: 'Mile' }, { Store: 'Soho' }, { Store: 'Mile' }],
        result: 'Soho; Mile',
      },
    ],
  }),
]
