import { cast, sql, value } from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import { FLOAT64, NUMBER_OF_TEXT, numberLiteralType } from '../value-types.ts'
import { moment } from './dates.ts'
import { defineFunction, type FunctionDefinition } from './define.ts'

const NULL = sql`NULL`
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?$/

/** The number of a text literal, as exact as a number literal. */
function numberOfConstant(constant: string): { value: Cell; type: ValueType } | null {
  if (!PLAIN_NUMBER.test(constant)) return null
  const digits = constant.replace(/^[+-]/, '')
  const type = numberLiteralType(digits)
  const sign = constant.startsWith('-') ? '-' : ''
  return { value: type.kind === 'float64' ? Number(constant) : `${sign}${digits}`, type }
}

function numberType(type: ValueType | null | undefined, constant: Cell | undefined): ValueType {
  switch (type?.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return type
    case 'text':
      return (typeof constant === 'string' ? numberOfConstant(constant)?.type : null) ?? NUMBER_OF_TEXT
    case 'variant':
    case 'array':
      return NUMBER_OF_TEXT
    default:
      return FLOAT64
  }
}

/** Functions that convert other values to numbers. */
export const numberConversions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Number',
    class: 'row',
    category: 'type',
    summary:
      'Converts to a number; null for text that is not a plain number. Text is read exactly, with 20 digits before and 18 behind the point. A date gives Unix seconds.',
    params: [{ name: 'input', type: ['text', 'number', 'date', 'variant'] }],
    returns: ([type], [constant]) => numberType(type, constant),
    sql: {
      portable: ([x], info, words) => {
        const [type] = info.types
        const [constant] = info.constants
        if (!x) return NULL
        switch (type?.kind) {
          case 'text': {
            if (typeof constant !== 'string') return words.numberOfText(x)
            const read = numberOfConstant(constant)
            return value(read?.value ?? null, info.returns)
          }
          case 'date':
          case 'timestamp':
          case 'instant':
            return cast(words.epoch(moment([x], info, words, 0)), FLOAT64)
          case 'variant':
          case 'array':
            return words.numberOfText(words.json.text(type.kind === 'array' ? words.json.of(x, type) : x))
          default:
            return x
        }
      },
    },
    examples: [
      ['Number("-3.75")', -3.75],
      ['Number("1,000")', null],
      ['Number("5%")', null],
      ['Number("5e3")', 5000],
      ['Number("")', null],
      ['Number(Date("1970-01-02"))', 86400],
      ['Number(7)', 7],
      ['Text(Number("9007199254740993"))', '9007199254740993'],
      {
        formula: 'Number([T]) - 9007199254740992',
        rows: [{ T: '9007199254740993' }, { T: '1e30' }, { T: '9007199254740992.5' }, { T: 'x' }],
        results: [1, null, 0.5, null],
      },
      ['Number(Json("{\\"id\\": 9007199254740993}").id) - 9007199254740992', 1],
    ],
  }),
]
