import { caseWhen, cast, eq, list, or, type SqlExpression, sql } from '../../sql/index.ts'
import { INT64 } from '../value-types.ts'
import type { Emit, FunctionDefinition, FunctionExample, Param, PortableEmit } from './define.ts'
import { unsupportedOn } from './define.ts'
import { count, integer, integerText, noLessThan } from './numbers.ts'
import { atLeast, howMany, orNull, subject, substring, text, textFunction } from './text-define.ts'

/** Defines a function of one text that has the same name in every engine. */
function plain(name: string, call: string, summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  return textFunction(
    { name, summary, params: [text], examples },
    { standard: (args) => ({ kind: 'fragment', strings: [`${call}(`, ')'], args }) },
  )
}

const NULL = sql`NULL`

/** DuckDB trims all white space unless the blank is given as an argument. */
function trimmed(
  name: string,
  call: 'TRIM' | 'LTRIM' | 'RTRIM',
  summary: string,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const written = (...args: SqlExpression[]): SqlExpression => ({
    kind: 'fragment',
    strings: [`${call}(`, ')'],
    args: [list(args)],
  })
  return textFunction(
    { name, summary, params: [text], examples },
    { duckdb: ([x]) => (x ? written(x, sql`' '`) : NULL), standard: ([x]) => (x ? written(x) : NULL) },
  )
}

/** The first characters; for a negative count all except the last ones. */
const left: PortableEmit = ([x, n], { constants }, words) => {
  if (!x || !n) return NULL
  const wanted = count(words, n, constants[1])
  const size = caseWhen([{ when: sql`${wanted} < 0`, value: sql`${words.length(x)} + ${wanted}` }], wanted)
  return words.substr(x, integerText(1), noLessThan(0, size))
}

/** The last characters; for a negative count all except the first ones. */
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

const mid: Emit = ([x, start, length], { constants }) => {
  if (!x || !start) return NULL
  const from = atLeast(1, start, constants[1])
  if (!length) return orNull(sql`SUBSTR(${x}, ${from})`, start)
  return orNull(sql`SUBSTR(${x}, ${from}, ${atLeast(0, length, constants[2])})`, start, length)
}

const midParams: readonly Param[] = [
  subject,
  { name: 'start', type: 'number', doc: 'Counted from 1.' },
  { name: 'length', type: 'number', optional: true, doc: 'To the end when absent.' },
]

const words = (x: SqlExpression) => sql`REGEXP_EXTRACT_ALL(${x}, '[\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+')`

/** Functions that search in a text or return a part of it. */
export const textFunctions: readonly FunctionDefinition[] = [
  textFunction(
    {
      name: 'Len',
      isSmall: true,
      summary: 'Number of characters, blanks included.',
      params: [subject],
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
      params: [subject],
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
  trimmed('Trim', 'TRIM', 'Removes blanks at both ends.', [
    ['Trim(" ab ")', 'ab'],
    { formula: 'Len(Trim([T]))', rows: [{ T: ' \u00a0\ta ' }, { T: '  ' }], results: [3, 0] },
  ]),
  trimmed('LTrim', 'LTRIM', 'Removes leading blanks.', [['LTrim("  ab ")', 'ab ']]),
  trimmed('RTrim', 'RTRIM', 'Removes trailing blanks.', [['RTrim(" ab  ")', ' ab']]),
  textFunction(
    {
      name: 'Reverse',
      summary: 'Characters in reverse order; an accent of its own is a character.',
      params: [text],
      examples: [
        ['Reverse("abc")', 'cba'],
        ['Reverse("")', ''],
        {
          formula: 'Reverse([T])',
          rows: [{ T: 'e\u0301x' }, { T: 'a\nb' }, { T: null }],
          results: ['x\u0301e', 'b\na', null],
        },
      ],
    },
    {
      // DuckDB's REVERSE keeps combining accents with their letters.
      duckdb: ([x]) => (x ? sql`ARRAY_TO_STRING(LIST_REVERSE(REGEXP_EXTRACT_ALL(${x}, '(?s).')), '')` : NULL),
      standard: ([x]) => (x ? sql`REVERSE(${x})` : NULL),
    },
  ),
  textFunction(
    {
      name: 'Left',
      summary: 'First characters; a negative number drops that many from the end.',
      params: [subject, howMany],
      examples: [
        ['Left("invoice", 2)', 'in'],
        ['Left("invoice", -3)', 'invo'],
        ['Left("invoice", 2.5)', 'inv'],
        ['Left("invoice", -2.5)', 'invo'],
        ['Left("invoice", 1e30)', 'invoice'],
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
      params: [subject, { ...substring, repeats: true }],
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
      params: [subject, substring],
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
      params: [subject, substring],
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
      isSmall: true,
      summary: 'Position of the first match, counted from 1; 0 when there is none.',
      params: [subject, substring],
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
      params: [subject, substring, { name: 'replacement', type: 'text' }],
      examples: [
        ['Replace("a.b.c", ".", "")', 'abc'],
        ['Replace("abc", "", "x")', 'abc'],
      ],
    },
    (args) => sql`REPLACE(${list(args)})`,
    ([x, part, by], _info, words) => (x && part && by ? words.replace(x, part, by) : NULL),
  ),
]
