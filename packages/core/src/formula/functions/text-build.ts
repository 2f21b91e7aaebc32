import { and, caseWhen, cast, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { INT64, TEXT } from '../value-types.ts'
import { type Words, wordsOf } from '../words/index.ts'
import { type FunctionDefinition, type FunctionExample, type Param, unsupportedOn } from './define.ts'
import { joinedText, joinedTextOnDuckdb } from './joined-text.ts'
import { count, integerText } from './numbers.ts'
import { howMany, subject, text, textFunction } from './text-define.ts'

const NULL = sql`NULL`

/** The maximum length of texts that Repeat, LPad and RPad return: engines refuse the statement for longer ones, or run out of memory. */
const LONGEST = 1_000_000
const TOO_LONG = 'Null when an argument is null, and for a text of more than a million characters.'

function repeated(x: SqlExpression | undefined, n: SqlExpression | undefined, constant?: Cell): SqlExpression {
  if (!x || !n) return NULL
  return repeatedWithin(
    wordsOf('postgres'),
    x,
    n,
    constant,
    sql`REPEAT(${x}, ${count(wordsOf('postgres'), n, constant, [1, LONGEST])})`,
  )
}

/** The repeated text, when the result is not too long. */
function repeatedWithin(
  words: Words,
  x: SqlExpression,
  n: SqlExpression,
  constant: Cell | undefined,
  result: SqlExpression,
): SqlExpression {
  const times = count(words, n, constant, [1, LONGEST + 1])
  const fits = sql`${cast(words.length(x), INT64)} * ${times} <= ${integerText(LONGEST)}`
  return caseWhen([{ when: and(sql`${n} > 0`, fits), value: result }])
}

function pad(
  name: string,
  alias: string,
  call: 'LPAD' | 'RPAD',
  summary: string,
  examples: readonly FunctionExample[],
) {
  const params: readonly Param[] = [
    text,
    { name: 'length', type: 'number' },
    { name: 'fill', type: 'text', optional: true, doc: 'A blank when absent.' },
  ]
  return textFunction(
    { name, aliases: alias === name ? [] : [alias], summary, params, nulls: TOO_LONG, examples },
    {},
    ([x, length, fill], { constants }, words) => {
      if (!x || !length) return NULL
      const size = count(words, length, constants[1], [0, LONGEST])
      const isShort = Number(constants[1] ?? Number.NaN) <= LONGEST
      const side = call === 'LPAD' ? 'left' : 'right'
      const made = words.pad(side, x, size, fill ?? sql`' '`)
      const padded = isShort ? made : caseWhen([{ when: sql`${length} <= ${integerText(LONGEST)}`, value: made }])
      if (!fill) return padded
      if (typeof constants[2] === 'string' && constants[2] !== '') return padded
      // With an empty fill text, engines raise an error, return null or leave the text unchanged.
      return caseWhen([{ when: sql`${fill} = ''`, value: words.substr(x, integerText(1), size) }], padded)
    },
  )
}

const NO_DIGEST = unsupportedOn('SQL Server computes digests of its own encoding of text only.', 'sqlserver')

/** Functions that create texts from others: join, split, pad, hash. */
export const textBuilders: readonly FunctionDefinition[] = [
  textFunction(
    {
      name: 'Concat',
      summary: 'Joins texts with nothing between them; null when one is null.',
      params: [{ ...subject, repeats: true }],
      examples: [
        ['Concat("a", "-", "b")', 'a-b'],
        ['Concat("No ", Text(7))', 'No 7'],
        ['Concat("a", Null)', null],
      ],
    },
    { duckdb: joinedTextOnDuckdb, postgres: joinedText },
    (args, _info, words) => words.joined(args),
  ),
  textFunction(
    {
      name: 'TextJoin',
      summary: 'Joins texts with a delimiter between them; a null counts as an empty text.',
      nulls: 'A null value counts as an empty text; null when the delimiter is null.',
      params: [
        { name: 'delimiter', type: 'text' },
        { name: 'value', type: 'text', repeats: true },
      ],
      examples: [
        ['TextJoin("-", "a", "b", "c")', 'a-b-c'],
        ['TextJoin("-", "a", Null, "c")', 'a--c'],
      ],
    },
    ([delimiter, ...values]) =>
      delimiter ? sql`CONCAT_WS(${list([delimiter, ...values.map((item) => sql`COALESCE(${item}, '')`)])})` : NULL,
    ([delimiter, ...values], _info, words) => {
      if (!delimiter) return NULL
      const items = values.flatMap((item, at) => [...(at > 0 ? [delimiter] : []), sql`COALESCE(${item}, '')`])
      // The delimiter of a single text is not used, but a null delimiter still makes the result null.
      return caseWhen([{ when: sql`${delimiter} IS NOT NULL`, value: words.joined(items) }])
    },
  ),
  textFunction(
    {
      name: 'SplitPart',
      summary: 'The part at a position, counted from 1, or from the right when negative; empty past the end.',
      params: [subject, { name: 'delimiter', type: 'text' }, { name: 'position', type: 'number' }],
      examples: [
        ['SplitPart("a-b-c", "-", 2)', 'b'],
        ['SplitPart("a-b-c", "-", -1)', 'c'],
        ['SplitPart("a-b-c", "-", 9)', ''],
        ['SplitPart("a-b-c", "-", -9)', ''],
        ['SplitPart("abc", "", 1)', 'abc'],
        ['SplitPart("abc", "", 2)', ''],
        {
          formula: 'SplitPart([T], [D], [N])',
          rows: [
            { T: 'a-b-c', D: '-', N: -2 },
            { T: 'a-b-c', D: '', N: -1 },
            { T: 'a--b--c', D: '--', N: 2.4 },
            { T: 'a--b--c', D: '--', N: -1.5 },
            { T: 'a', D: null, N: 1 },
            { T: 'a', D: '-', N: 0 },
          ],
          results: ['b', 'a-b-c', 'b', 'b', null, null],
        },
      ],
    },
    unsupportedOn('SQL Server has no function that takes a text apart at a delimiter.', 'sqlserver'),
    ([x, delimiter, n], { constants }, words) => {
      if (!x || !delimiter || !n) return NULL
      const at = sql`NULLIF(${count(words, n, constants[2])}, 0)`
      const part = words.part(x, delimiter, at)
      if (typeof constants[1] === 'string' && constants[1] !== '') return part
      // With an empty delimiter engines split nowhere, or between all characters.
      const whole = caseWhen([
        { when: sql`${at} IN (1, -1)`, value: x },
        { when: sql`${x} IS NOT NULL AND ${at} IS NOT NULL`, value: sql`''` },
      ])
      return caseWhen([{ when: sql`${delimiter} = ''`, value: whole }], part)
    },
  ),
  pad('LPad', 'LPad', 'LPAD', 'Pads on the left, or cuts on the right, to a length.', [
    ['LPad("42", 5, "0")', '00042'],
    ['LPad("abcdef", 3)', 'abc'],
    ['LPad("ab", 4, "")', 'ab'],
    ['LPad("ab", -1)', ''],
    ['LPad("ab", 1e308)', null],
    {
      formula: 'LPad([T], [N], [F])',
      rows: [
        { T: 'ab', N: 3.5, F: '-' },
        { T: 'ab', N: 4, F: '' },
        { T: 'ab', N: 1, F: '' },
        { T: 'ab', N: null, F: '-' },
        { T: 'ab', N: 4, F: null },
      ],
      results: ['--ab', 'ab', 'a', null, null],
    },
  ]),
  pad('RPad', 'RPad', 'RPAD', 'Pads or cuts on the right to a length.', [
    ['RPad("ab", 4, ".")', 'ab..'],
    ['RPad("abcdef", 3)', 'abc'],
  ]),
  textFunction(
    {
      name: 'Repeat',
      summary: 'The text written several times; null for zero times and less.',
      nulls: TOO_LONG,
      params: [subject, howMany],
      examples: [
        ['Repeat("ab", 3)', 'ababab'],
        ['Repeat("ab", 0)', null],
        ['Len(Repeat("ab", 500000))', 1_000_000],
        ['Repeat("ab", 500001)', null],
        ['Repeat("ab", 1e308)', null],
      ],
    },
    {
      // REPEAT also accepts a BLOB, which DuckDB selects for a text that it folds to an untyped null.
      duckdb: ([x, n], { constants }) => repeated(x?.kind === 'column' ? x : x && cast(x, TEXT), n, constants[1]),
      postgres: ([x, n], { constants }) => repeated(x, n, constants[1]),
    },
    ([x, n], { constants }, words) =>
      x && n
        ? repeatedWithin(words, x, n, constants[1], words.repeat(x, count(words, n, constants[1], [1, LONGEST])))
        : NULL,
  ),
  textFunction(
    {
      name: 'MD5',
      summary: 'MD5 digest as 32 hexadecimal characters.',
      params: [subject],
      examples: [['MD5("")', 'd41d8cd98f00b204e9800998ecf8427e']],
    },
    { postgresFamily: ([x]) => (x ? sql`MD5(${x})` : NULL), ...NO_DIGEST },
    ([x], _info, words) => (x ? words.digest('md5', x) : NULL),
  ),
  textFunction(
    {
      name: 'SHA256',
      summary: 'SHA-256 digest in hexadecimal.',
      params: [subject],
      examples: [['SHA256("")', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']],
    },
    {
      duckdb: ([x]) => (x ? sql`SHA256(${x})` : NULL),
      postgres: ([x]) => (x ? sql`ENCODE(SHA256(CONVERT_TO(${x}, 'UTF8')), 'hex')` : NULL),
      ...NO_DIGEST,
    },
    ([x], _info, words) => (x ? words.digest('sha256', x) : NULL),
  ),
]
