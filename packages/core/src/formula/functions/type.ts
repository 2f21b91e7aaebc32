import { caseWhen, type SqlExpression, sql, value } from '../../sql/index.ts'
import { TEXT, VARIANT } from '../value-types.ts'
import { defineFunction, type FunctionDefinition } from './define.ts'
import { textOfValue } from './text-of-value.ts'
import { NO_VARIANTS } from './variant.ts'

const NULL = sql`NULL`

function logicalOfText(text: SqlExpression): SqlExpression {
  return caseWhen([
    { when: sql`LOWER(${text}) = 'true'`, value: sql`TRUE` },
    { when: sql`LOWER(${text}) = 'false'`, value: sql`FALSE` },
  ])
}

/** Text literals are parsed here, so that the engine need not test whether they are JSON. */
function isJson(constant: unknown): boolean {
  try {
    JSON.parse(String(constant))
    return !/\\u0000/.test(String(constant))
  } catch {
    return false
  }
}

/** Functions that convert other values to a text, a logical value or a variant. */
export const typeFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'Text',
    class: 'row',
    category: 'type',
    summary: 'Converts to text; dates become full ISO date and time.',
    params: [{ name: 'input', type: 'any' }],
    returns: 'text',
    sql: {
      portable: ([x], info, words) => (x ? textOfValue(x, info, words) : NULL),
    },
    examples: [
      ['Text(42)', '42'],
      ['Text(1/2)', '0.5'],
      ['Text(84/2)', '42'],
      ['Text(2.50)', '2.50'],
      ['Text(True)', 'true'],
      ['Text(Date("2024-05-20"))', '2024-05-20 00:00:00'],
      ['Text(MakePoint(1, 2))', 'POINT(1 2)'],
      ['Text(Null)', null],
      ['Text(1e15)', '1e+15'],
      ['Text(-1234567890123456e0)', '-1.234567890123456e+15'],
      ['Text(1e22)', '1e+22'],
      ['Text(1.5e300)', '1.5e+300'],
      ['Text(123456789012345e0)', '123456789012345'],
      ['Text(-0e0)', '0'],
      {
        formula: 'Text([X])',
        rows: [1e-4, 9.5e-5, 1e-5, -2.5e-10, 1.2345678901234568e-10, -1.2345678901234567e-20, 7e-300].map((X) => ({
          X,
        })),
        results: [
          '0.0001',
          '9.5e-05',
          '1e-05',
          '-2.5e-10',
          '1.2345678901234568e-10',
          '-1.2345678901234567e-20',
          '7e-300',
        ],
      },
    ],
  }),
  defineFunction({
    name: 'Logical',
    class: 'row',
    category: 'type',
    summary: '"true" or "false" in any case, or a number, of which 0 is false; null for other text.',
    params: [{ name: 'input', type: ['text', 'number', 'logical', 'variant'] }],
    returns: 'logical',
    sql: {
      portable: ([x], { types }, words) => {
        const [type] = types
        if (!x) return NULL
        if (type?.kind === 'logical') return x
        if (type?.kind === 'text') return logicalOfText(x)
        return type?.kind === 'variant' ? logicalOfText(words.json.text(x)) : sql`${x} <> 0`
      },
    },
    examples: [
      ['Logical("TRUE")', true],
      ['Logical(0)', false],
      ['Logical(-2.5)', true],
      ['Logical("yes")', null],
    ],
  }),
  defineFunction({
    name: 'Json',
    class: 'row',
    category: 'type',
    summary: 'Reads text as JSON, or wraps a value.',
    nulls: 'Null for null, and for text that is not JSON.',
    params: [{ name: 'input', type: 'any' }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      portable: ([x], { types: [type], constants: [constant] }, words) => {
        if (!x) return NULL
        if (type?.kind !== 'text') return words.json.of(x, type ?? TEXT)
        if (typeof constant !== 'string') return words.json.parse(x)
        return isJson(constant) ? words.json.cast(x) : value(null, VARIANT)
      },
    },
    examples: [
      ['Json("{\\"a\\": 1}").a', 1],
      ['Json(MakePoint(1, 2))', { coordinates: [1, 2], type: 'Point' }],
      ['Number(Json("[1, 20]")[1])', 20],
      ['IsNull(Json("{\\"a\\": 1}").b)', true],
      ['Json(7)', 7],
      ['Json("{a")', null],
      {
        formula: 'Json([T])',
        rows: [
          { T: '{"a": [1, {"b": "x, y] }"}, null]}' },
          { T: '{"a": 1,}' },
          { T: '' },
          { T: '[1 2]' },
          { T: '"a\\u00e9"' },
          { T: 'nul' },
          { T: ' -1.5e3 ' },
        ],
        results: [{ a: [1, { b: 'x, y] }' }, null] }, null, null, null, 'aé', null, -1500],
      },
    ],
  }),
  defineFunction({
    name: 'Variant',
    class: 'row',
    category: 'type',
    summary: 'Types text as a variant.',
    nulls: 'Null for null, and for text that is not JSON.',
    params: [{ name: 'input', type: ['text', 'variant'] }],
    returns: 'variant',
    sql: {
      ...NO_VARIANTS,
      portable: ([x], { types: [type], constants: [constant] }, words) => {
        if (!x || type?.kind !== 'text') return x ?? NULL
        if (typeof constant !== 'string') return words.json.parse(x)
        return isJson(constant) ? words.json.cast(x) : value(null, VARIANT)
      },
    },
    examples: [
      ['Variant("{\\"a\\": 1}").a', 1],
      ['Text(Variant("{\\"a\\": \\"x\\"}").a)', 'x'],
    ],
  }),
]
