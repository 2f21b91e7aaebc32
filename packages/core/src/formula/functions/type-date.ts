import { and, caseWhen, eq, type SqlExpression, sql, value } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { DATE, TIMESTAMP } from '../value-types.ts'
import { fromEpoch, moment, readIsoDate } from './dates.ts'
import { defineFunction, type FunctionDefinition } from './define.ts'
import { integerText } from './numbers.ts'

const NULL = sql`NULL`

function dateType(type: ValueType | null | undefined, constant: Cell | undefined): ValueType {
  if (type?.kind === 'date' || type?.kind === 'timestamp') return type
  if (type?.kind === 'text' && typeof constant === 'string')
    return readIsoDate(constant)?.type === 'date' ? DATE : TIMESTAMP
  return TIMESTAMP
}

/** Functions that convert other values to dates. */
export const dateConversions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Date',
    class: 'row',
    category: 'type',
    summary: 'Converts ISO text, or Unix seconds, to a date; null for text that is neither.',
    params: [{ name: 'value', type: ['text', 'number', 'date', 'variant'] }],
    returns: ([type], [constant]) => dateType(type, constant),
    sql: {
      portable: ([x], info, words) => {
        const [type] = info.types
        const [constant] = info.constants
        if (!x) return NULL
        switch (type?.kind) {
          case 'text': {
            if (typeof constant !== 'string') return words.timestampOfText(x)
            const read = readIsoDate(constant)
            return value(read?.value ?? null, info.returns.kind === read?.type ? info.returns : TIMESTAMP)
          }
          case 'int64':
          case 'decimal':
          case 'float64':
            return fromEpoch(words, x, type, constant, 1)
          case 'variant':
            return words.timestampOfText(words.json.text(x))
          case 'instant':
            return moment([x], info, words, 0)
          default:
            return x
        }
      },
    },
    examples: [
      ['Date("2024-05-20")', '2024-05-20 00:00:00'],
      ['Date("2024-05-20 10:11:12")', '2024-05-20 10:11:12'],
      ['Date(86400)', '1970-01-02 00:00:00'],
      ['Date("2024-02-31")', null],
      {
        formula: 'Date([T])',
        rows: [{ T: '2024-02-29' }, { T: '2023-02-29' }, { T: '20.5.2024' }, { T: '2024-05-20T01:02:03' }],
        results: ['2024-02-29 00:00:00', null, null, '2024-05-20 01:02:03'],
      },
      ['Date(1e300)', null],
    ],
  }),
  defineFunction({
    name: 'DateTime',
    class: 'row',
    category: 'type',
    unlisted: true,
    summary: 'Older form of Date, which also reads mm/dd/yyyy.',
    params: [{ name: 'input', type: ['text', 'date'] }],
    returns: 'timestamp',
    sql: {
      portable: ([x], info, words) => {
        if (!x) return NULL
        if (info.types[0]?.kind !== 'text') return moment([x], info, words, 0)
        const part = (from: number, length: number): SqlExpression =>
          words.substr(x, integerText(from), integerText(length))
        const swapped = words.joined([part(7, 4), sql`'-'`, part(1, 2), sql`'-'`, part(4, 2)])
        const isAmerican = and(eq(part(3, 1), sql`'/'`), eq(words.length(x), sql`10`))
        return caseWhen([{ when: isAmerican, value: words.timestampOfText(swapped) }], words.timestampOfText(x))
      },
    },
    examples: [
      ['DateTime("03/07/2024")', '2024-03-07 00:00:00'],
      ['DateTime("2024-03-07 01:02:03")', '2024-03-07 01:02:03'],
      ['DateTime("03/07/2024x")', null],
    ],
  }),
]
