import { caseWhen, cast, eq, list, or, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import { INT64, TEXT } from '../value-types.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
  type SqlByDialect,
  unsupportedOn,
} from './define.ts'
import { joinedText, joinedTextOnDuckdb } from './joined-text.ts'
import { count, integer, integerText, noLessThan, wholeNumber } from './numbers.ts'

const text: Param = { name: 'text', type: 'text' }
const substring: Param = { name: 'substring', type: 'text', doc: 'Case matters.' }

const howMany: Param = { name: 'number', type: 'number' }

interface Row {
  name: string
  nulls?: string
  aliases?: readonly string[]
  summary: string
  params: readonly Param[]
  returns?: 'text' | 'logical' | 'integer'
  examples: readonly FunctionExample[]
}

export function textFunction(
  { returns = 'text', ...rest }: Row,
  write: Emit | SqlByDialect,
  portable?: PortableEmit,
): FunctionDefinition {
  const own = typeof write === 'function' ? { postgresFamily: write } : write
  const byDialect = portable ? { ...own, portable } : own
  return defineFunction({ ...rest, returns, class: 'row', category: 'text', sql: byDialect })
}

/** A function of one text with one name everywhere. */
function plain(name: string, call: string, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return textFunction(
    { name, summary, params: [text], examples },
    { standard: (args) => ({ kind: 'fragment', strings: [`${call}(`, ')'], args }) },
  )
}

const NULL = sql`NULL`

/** First characters; all but the last ones for a negative count. */
const left: PortableEmit = ([x, n], { constants }, words) => {
  if (!x || !n) return NULL
  const wanted = count(words, n, constants[1])
  const size = caseWhen([{ when: sql`${wanted} < 0`, value: sql`${words.length(x)} + ${wanted}` }], wanted)
  return words.substr(x, integerText(1), noLessThan(0, size))
}

/** Last characters; all but the first ones for a negative count. */
const right: PortableEmit = ([x, n], { constants }, words) => {
  if (!x || !n) return NULL
  const wanted = count(words, n, constants[1])
  const from = caseWhen(
    [{ when: sql`${wanted} < 0`, value: sql`1 - ${wanted}` }],
    sql`${words.length(x)} - ${wanted} + 1`,
  )
  return words.substr(x, noLessThan(1, from))
}

const portableMid: PortableEmit = ([x, start, length], { constants }, words) => {
  if (!x || !start) return NULL
  const from = noLessThan(1, count(words, start, constants[1]))
  return length ? words.substr(x, from, noLessThan(0, count(words, length, constants[2]))) : words.substr(x, from)
}

/** A count of characters that is never below a least one, which PostgreSQL refuses. */
function atLeast(least: number, expression: SqlExpression, constant: Cell | undefined): SqlExpression {
  const literal = wholeNumber(constant)
  if (literal !== null) return integerText(Math.max(least, literal))
  return sql`GREATEST(${integer(expression)}, ${integerText(least)})`
}

function repeated(x: SqlExpression | undefined, n: SqlExpression | undefined, constant?: Cell): SqlExpression {
  if (!x || !n) return NULL
  return caseWhen([{ when: sql`${n} > 0`, value: sql`REPEAT(${x}, ${integer(n, constant)})` }])
}

/** NULL for a null constant count, so that GREATEST does not skip it. */
function orNull(result: SqlExpression, ...counts: (SqlExpression | undefined)[]): SqlExpression {
  const uncertain = counts.filter((item) => item !== undefined && (item.kind !== 'value' || item.value === null))
  if (uncertain.length === 0) return result
  return caseWhen(
    [{ when: or(...uncertain.map((item) => sql`${item ?? NULL} IS NULL`)), value: sql`CAST(NULL AS TEXT)` }],
    result,
  )
}

const mid: Emit = ([x, start, length], { constants }) => {
  if (!x || !start) return NULL
  const from = atLeast(1, start, constants[1])
  if (!length) return orNull(sql`SUBSTR(${x}, ${from})`, start)
  return orNull(sql`SUBSTR(${x}, ${from}, ${atLeast(0, length, constants[2])})`, start, length)
}

const midParams: readonly Param[] = [
  text,
  { name: 'start', type: 'number', doc: 'Counted from 1.' },
  { name: 'length', type: 'number', optional: true, doc: 'To the end when absent.' },
]

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
    { name, aliases: alias === name ? [] : [alias], summary, params, examples },
    ([x, length, fill], { constants }) =>
      x && length
        ? {
            kind: 'fragment',
            strings: [`${call}(`, ', ', ', ', ')'],
            args: [x, integer(length, constants[1]), fill ?? sql`' '`],
          }
        : NULL,
    ([x, length, fill], { constants }, words) =>
      x && length
        ? words.pad(call === 'LPAD' ? 'left' : 'right', x, count(words, length, constants[1]), fill ?? sql`' '`)
        : NULL,
  )
}

const NO_DIGEST = unsupportedOn('SQL Server computes digests of its own encoding of text only.', 'sqlserver')

const words = (x: SqlExpression) => sql`REGEXP_EXTRACT_ALL(${x}, '[\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+')`

export const textFunctions: readonly FunctionDefinition[] = [
  textFunction(
    {
      name: 'Len',
      summary: 'Number of characters, blanks included.',
      params: [text],
      returns: 'integer',
      examples: [
        ['Len("ab ")', 3],
        ['Len("")', 0],
        ['Len("日本")', 2],
        ['Len(Null)', null],
      ],
    },
    ([x]) => (x ? sql`CAST(LENGTH(${x}) AS BIGINT)` : NULL),
    ([x], _info, words) => (x ? cast(words.length(x), INT64) : NULL),
  ),
  plain('Lower', 'LOWER', 'Lower case.', [
    ['Lower("AbC")', 'abc'],
    ['Lower(Null)', null],
  ]),
  plain('Upper', 'UPPER', 'Upper case.', [['Upper("abc")', 'ABC']]),
  textFunction(
    {
      name: 'Proper',
      summary: 'Capital first letter of each word, the rest lower case.',
      params: [text],
      examples: [
        ['Proper("new yORK")', 'New York'],
        ['Proper("o\'neil-smith 2nd")', "O'Neil-Smith 2nd"],
        ['Proper("")', ''],
        { formula: 'Proper([Name]) = [Title]', rows: [{ Name: 'ann LEE', Title: 'Ann Lee' }], results: [true] },
        ['Proper(" a  bC ")', ' A  Bc '],
      ],
    },
    {
      duckdb: ([x]) =>
        x ? sql`ARRAY_TO_STRING(LIST_TRANSFORM(${words(x)}, LAMBDA w: UPPER(w[1]) || LOWER(w[2:])), '')` : NULL,
      postgres: ([x]) => (x ? sql`INITCAP(${x})` : NULL),
      ...unsupportedOn('This engine has no function that writes words with a capital letter.', 'sqlserver'),
    },
    ([x], _info, words) => (x ? words.initials(x) : NULL),
  ),
  plain('Trim', 'TRIM', 'Removes blanks at both ends.', [['Trim(" ab ")', 'ab']]),
  plain('LTrim', 'LTRIM', 'Removes leading blanks.', [['LTrim("  ab ")', 'ab ']]),
  plain('RTrim', 'RTRIM', 'Removes trailing blanks.', [['RTrim(" ab  ")', ' ab']]),
  plain('Reverse', 'REVERSE', 'Characters in reverse order.', [['Reverse("abc")', 'cba']]),
  textFunction(
    {
      name: 'Left',
      summary: 'First characters; a negative number drops that many from the end.',
      params: [text, howMany],
      examples: [
        ['Left("invoice", 2)', 'in'],
        ['Left("invoice", -3)', 'invo'],
        {
          formula: 'Left([T], [N])',
          rows: [
            { T: 'abc', N: 1 },
            { T: 'abc', N: null },
            { T: 'abc', N: 9 },
          ],
          results: ['a', null, 'abc'],
        },
      ],
    },
    ([x, n], { constants }) => (x && n ? sql`LEFT(${x}, ${integer(n, constants[1])})` : NULL),
    left,
  ),
  textFunction(
    {
      name: 'Right',
      summary: 'Last characters; a negative number drops that many from the start.',
      params: [text, howMany],
      examples: [
        ['Right("invoice", 3)', 'ice'],
        ['Right("invoice", -2)', 'voice'],
        ['Right("abc", 0)', ''],
      ],
    },
    ([x, n], { constants }) => (x && n ? sql`RIGHT(${x}, ${integer(n, constants[1])})` : NULL),
    right,
  ),
  textFunction(
    {
      name: 'Mid',
      summary: 'Part of the text from a position, counted from 1.',
      params: midParams,
      examples: [
        ['Mid("invoice", 3, 4)', 'voic'],
        ['Mid("abc", 4)', ''],
        ['Mid("abc", 2)', 'bc'],
        {
          formula: 'Mid([T], [N], 1)',
          rows: [
            { T: 'abc', N: 2 },
            { T: 'abc', N: null },
          ],
          results: ['b', null],
        },
      ],
    },
    mid,
    portableMid,
  ),
  textFunction(
    {
      name: 'Substring',
      summary: 'The same as Mid.',
      params: midParams,
      examples: [['Substring("invoice", 3, 4)', 'voic']],
    },
    mid,
    portableMid,
  ),
  textFunction(
    {
      name: 'Contains',
      summary: 'True when at least one of the texts occurs. Case matters.',
      nulls: 'Null when the text is null, or when nothing is found and one of the others is null.',
      params: [text, { ...substring, repeats: true }],
      returns: 'logical',
      examples: [
        ['Contains("Blue bird", "bird", "cat")', true],
        ['Contains("Blue", "blue")', false],
        ['Contains("50%", "%")', true],
        ['Contains(Null, "a")', null],
      ],
    },
    ([x, ...parts]) => (x ? or(...parts.map((part) => sql`STRPOS(${x}, ${part}) > 0`)) : NULL),
    ([x, ...parts], _info, words) => (x ? or(...parts.map((part) => sql`${words.position(x, part)} > 0`)) : NULL),
  ),
  textFunction(
    {
      name: 'StartsWith',
      summary: 'True when the text starts with the other. Case matters.',
      params: [text, substring],
      returns: 'logical',
      examples: [
        ['StartsWith("invoice", "in")', true],
        ['StartsWith("a_b", "a%")', false],
      ],
    },
    ([x, part]) => (x && part ? sql`STARTS_WITH(${x}, ${part})` : NULL),
    ([x, part], _info, words) => (x && part ? eq(words.substr(x, integerText(1), words.length(part)), part) : NULL),
  ),
  textFunction(
    {
      name: 'EndsWith',
      summary: 'True when the text ends with the other. Case matters.',
      params: [text, substring],
      returns: 'logical',
      examples: [
        ['EndsWith("report.pdf", ".pdf")', true],
        ['EndsWith("a", "ba")', false],
      ],
    },
    ([x, part]) => (x && part ? sql`RIGHT(${x}, CAST(LENGTH(${part}) AS INTEGER)) = ${part}` : NULL),
    ([x, part], _info, words) => {
      if (!x || !part) return NULL
      const from = noLessThan(1, sql`${words.length(x)} - ${sql`(${words.length(part)})`} + 1`)
      return eq(words.substr(x, from), part)
    },
  ),
  textFunction(
    {
      name: 'Find',
      summary: 'Position of the first match, counted from 1; 0 when there is none.',
      params: [text, substring],
      returns: 'integer',
      examples: [
        ['Find("banana", "na")', 3],
        ['Find("banana", "x")', 0],
        ['Find("日本x", "x")', 3],
        ['Find("Revenue", "r")', 0],
        ['Find("revenue", "")', 1],
        ['Find(Null, "r")', null],
      ],
    },
    ([x, part]) => (x && part ? sql`CAST(STRPOS(${x}, ${part}) AS BIGINT)` : NULL),
    ([x, part], _info, words) => (x && part ? cast(words.position(x, part), INT64) : NULL),
  ),
  textFunction(
    {
      name: 'Replace',
      summary: 'Replaces every occurrence of a literal text.',
      params: [text, substring, { name: 'replacement', type: 'text' }],
      examples: [
        ['Replace("a.b.c", ".", "")', 'abc'],
        ['Replace("abc", "", "x")', 'abc'],
      ],
    },
    (args) => sql`REPLACE(${list(args)})`,
    ([x, part, by], _info, words) => (x && part && by ? words.replace(x, part, by) : NULL),
  ),
  textFunction(
    {
      name: 'Concat',
      summary: 'Joins texts with nothing between them; null when one is null.',
      params: [{ ...text, repeats: true }],
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
      // The delimiter is not written before a single text, and makes it null all the same.
      return caseWhen([{ when: sql`${delimiter} IS NOT NULL`, value: words.joined(items) }])
    },
  ),
  textFunction(
    {
      name: 'SplitPart',
      summary: 'The part at a position, counted from 1, or from the right when negative; empty past the end.',
      params: [text, { name: 'delimiter', type: 'text' }, { name: 'position', type: 'number' }],
      examples: [
        ['SplitPart("a-b-c", "-", 2)', 'b'],
        ['SplitPart("a-b-c", "-", -1)', 'c'],
        ['SplitPart("a-b-c", "-", 9)', ''],
      ],
    },
    {
      ...unsupportedOn('SQL Server has no function that takes a text apart at a delimiter.', 'sqlserver'),
      postgresFamily: ([x, delimiter, n], { constants }) => {
        if (!x || !delimiter || !n) return NULL
        return sql`SPLIT_PART(${x}, ${delimiter}, ${sql`NULLIF(${integer(n, constants[2])}, 0)`})`
      },
    },
    ([x, delimiter, n], { constants }, words) =>
      x && delimiter && n ? words.part(x, delimiter, sql`NULLIF(${count(words, n, constants[2])}, 0)`) : NULL,
  ),
  pad('LPad', 'LPad', 'LPAD', 'Pads on the left, or cuts on the right, to a length.', [
    ['LPad("42", 5, "0")', '00042'],
    ['LPad("abcdef", 3)', 'abc'],
  ]),
  pad('RPad', 'RPad', 'RPAD', 'Pads or cuts on the right to a length.', [
    ['RPad("ab", 4, ".")', 'ab..'],
    ['RPad("abcdef", 3)', 'abc'],
  ]),
  textFunction(
    {
      name: 'Repeat',
      summary: 'The text written several times; null for zero times and less.',
      params: [text, howMany],
      examples: [
        ['Repeat("ab", 3)', 'ababab'],
        ['Repeat("ab", 0)', null],
      ],
    },
    {
      // REPEAT takes a BLOB too, and DuckDB chooses it for a text that it folds to an untyped null.
      duckdb: ([x, n], { constants }) => repeated(x?.kind === 'column' ? x : x && cast(x, TEXT), n, constants[1]),
      postgres: ([x, n], { constants }) => repeated(x, n, constants[1]),
    },
    ([x, n], { constants }, words) =>
      x && n ? caseWhen([{ when: sql`${n} > 0`, value: words.repeat(x, count(words, n, constants[1])) }]) : NULL,
  ),
  textFunction(
    {
      name: 'MD5',
      summary: 'MD5 digest as 32 hexadecimal characters.',
      params: [text],
      examples: [['MD5("")', 'd41d8cd98f00b204e9800998ecf8427e']],
    },
    { postgresFamily: ([x]) => (x ? sql`MD5(${x})` : NULL), ...NO_DIGEST },
    ([x], _info, words) => (x ? words.digest('md5', x) : NULL),
  ),
  textFunction(
    {
      name: 'SHA256',
      summary: 'SHA-256 digest in hexadecimal.',
      params: [text],
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
