import { caseWhen, cast, type SqlExpression, sql, textValue } from '../../sql/index.ts'
import { INT64 } from '../value-types.ts'
import { type FunctionDefinition, type Param, unsupportedOn } from './define.ts'
import { count, integer, integerText } from './numbers.ts'
import { subject, textFunction } from './text-define.ts'

const NULL = sql`NULL`

const pattern: Param = {
  name: 'pattern',
  type: 'text',
  doc: 'A regular expression of the warehouse; a backslash is written twice.',
}

/** Whether the pattern is a constant with a capture group, whose text RegexpExtract returns. */
function hasGroup(constant: unknown): boolean {
  if (typeof constant !== 'string') return false
  const withoutEscapes = constant.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '')
  return /\((?!\?)/.test(withoutEscapes)
}

const HEAD = '^[^:/?#]+://'

const USER = '(?:[^@/?#]*@)?'

const URL_PARTS: Record<string, string> = {
  scheme: '^([^:/?#]+)://',
  authority: `${HEAD}([^/?#]*)`,
  userinfo: `${HEAD}([^@/?#]*)@`,
  host: `${HEAD}${USER}([^:/?#]*)`,
  port: `${HEAD}${USER}[^:/?#]*:([0-9]+)`,
  path: `${HEAD}[^/?#]*([^?#]*)`,
  query: '^[^?#]*[?]([^#]*)',
  fragment: '#(.*)$',
}

/** As SQL text, since none of the patterns contains a quote. */
function urlPattern(component: unknown): SqlExpression {
  return { kind: 'fragment', strings: [`'${patternOfPart(component)}'`], args: [] }
}

function patternOfPart(component: unknown): string {
  const known = String(component).toLowerCase()
  return (Object.hasOwn(URL_PARTS, known) ? URL_PARTS[known] : undefined) ?? '^$()'
}

const NO_PATTERNS = unsupportedOn('SQL Server has no regular expressions.', 'sqlserver')

export const patternFunctions: readonly FunctionDefinition[] = [
  textFunction(
    {
      name: 'Like',
      summary: 'Pattern match: _ is any character, % any run. Case matters.',
      params: [subject, { name: 'pattern', type: 'text' }],
      returns: 'logical',
      examples: [
        ['Like("Harbor", "H_rbor")', true],
        ['Like("Harbor", "h%")', false],
        ['Like("a\\\\b", "a\\\\_")', true],
      ],
    },
    {
      // A backslash is an ordinary character in DuckDB's patterns; in PostgreSQL's it is special unless switched off.
      duckdb: ([x, like]) => (x && like ? sql`${x} LIKE ${like}` : NULL),
      postgres: ([x, like]) => (x && like ? sql`${x} LIKE ${like} ESCAPE ''` : NULL),
    },
    ([x, like], _info, words) => (x && like ? words.like(x, like) : NULL),
  ),
  textFunction(
    {
      name: 'ILike',
      summary: 'Pattern match without regard to case.',
      params: [subject, { name: 'pattern', type: 'text' }],
      returns: 'logical',
      examples: [['ILike("Harbor", "h%OR")', true]],
    },
    {
      duckdb: ([x, like]) => (x && like ? sql`${x} ILIKE ${like}` : NULL),
      postgres: ([x, like]) => (x && like ? sql`${x} ILIKE ${like} ESCAPE ''` : NULL),
    },
    ([x, like], _info, words) => (x && like ? words.like(sql`LOWER(${x})`, sql`LOWER(${like})`) : NULL),
  ),
  textFunction(
    {
      name: 'RegexpMatch',
      summary: 'True when the pattern is found anywhere in the text.',
      params: [subject, pattern],
      returns: 'logical',
      examples: [
        ['RegexpMatch("12 Elm St", "^[0-9]+")', true],
        ['RegexpMatch("ABC", "b")', false],
        ['RegexpMatch("ABC", "(?i)b")', true],
        ['RegexpMatch("a12", "\\\\d\\\\d")', true],
        ['RegexpMatch("a12", "^\\\\d")', false],
      ],
    },
    {
      duckdb: ([x, p]) => (x && p ? sql`REGEXP_MATCHES(${x}, ${p})` : NULL),
      postgres: ([x, p]) => (x && p ? sql`${x} ~ ${p}` : NULL),
      ...NO_PATTERNS,
    },
    ([x, p], { constants }, words) => (x && p ? words.matches(x, p, constants[1]) : NULL),
  ),
  textFunction(
    {
      name: 'RegexpReplace',
      summary: 'Replaces every match of a pattern; \\\\1 stands for the first group.',
      params: [subject, pattern, { name: 'replacement', type: 'text' }],
      examples: [
        ['RegexpReplace("a-b-c", "-", "+")', 'a+b+c'],
        ['RegexpReplace("5551234", "([0-9]{3})([0-9]{4})", "\\\\1-\\\\2")', '555-1234'],
      ],
    },
    {
      ...NO_PATTERNS,
      postgresFamily: ([x, p, replacement]) =>
        x && p && replacement ? sql`REGEXP_REPLACE(${x}, ${p}, ${replacement}, 'g')` : NULL,
    },
    ([x, p, replacement], _info, words) => (x && p && replacement ? words.replaceMatches(x, p, replacement) : NULL),
  ),
  textFunction(
    {
      name: 'RegexpExtract',
      summary: 'Text of the n-th match, or of its first group where the pattern has one; null without a match.',
      params: [
        subject,
        pattern,
        { name: 'position', type: 'number', optional: true, doc: 'Which match; 1 when absent.' },
      ],
      examples: [
        ['RegexpExtract("A12B34", "[0-9]+", 2)', '34'],
        ['RegexpExtract("id=77", "id=([0-9]+)")', '77'],
        ['RegexpExtract("abc", "[0-9]+")', null],
      ],
    },
    {
      duckdb: ([x, p, n], { constants }) => {
        if (!x || !p) return NULL
        const group = integerText(hasGroup(constants[1]) ? 1 : 0)
        return sql`REGEXP_EXTRACT_ALL(${x}, ${p}, ${group})[${n ? integer(n, constants[2]) : integerText(1)}]`
      },
      postgres: ([x, p, n], { constants }) => {
        if (!x || !p) return NULL
        const skip = n ? sql`GREATEST(${integer(n, constants[2])} - 1, 0)` : integerText(0)
        const found = sql`(SELECT m[1] FROM REGEXP_MATCHES(${x}, ${p}, 'g') AS m LIMIT 1 OFFSET ${skip})`
        return n ? caseWhen([{ when: sql`${integer(n, constants[2])} > 0`, value: found }]) : found
      },
      ...NO_PATTERNS,
    },
    ([x, p, n], { constants }, words) =>
      x && p ? words.match(x, p, n ? count(words, n, constants[2]) : integerText(1), hasGroup(constants[1])) : NULL,
  ),
  textFunction(
    {
      name: 'RegexpCount',
      summary: 'How many times the pattern occurs.',
      params: [subject, pattern],
      returns: 'integer',
      examples: [
        ['RegexpCount("a1b22c3", "[0-9]+")', 3],
        ['RegexpCount(Null, "[0-9]+")', null],
      ],
    },
    {
      duckdb: ([x, p]) => (x && p ? sql`CAST(LEN(REGEXP_EXTRACT_ALL(${x}, ${p})) AS BIGINT)` : NULL),
      postgres: ([x, p]) =>
        x && p
          ? caseWhen([
              {
                when: sql`${x} IS NOT NULL AND ${p} IS NOT NULL`,
                value: sql`(SELECT COUNT(*) FROM REGEXP_MATCHES(${x}, ${p}, 'g'))`,
              },
            ])
          : NULL,
      ...NO_PATTERNS,
    },
    // Replaces each match by two characters in one text and by one in the other; the difference in length is the number of matches.
    ([x, p], _info, words) => {
      if (!x || !p) return NULL
      const size = (sign: string) => words.length(words.replaceMatches(x, p, textValue(sign)))
      return cast(sql`${size('..')} - ${sql`(${size('.')})`}`, INT64)
    },
  ),
  textFunction(
    {
      name: 'UrlPart',
      summary: 'One part of scheme://userinfo@host:port/path?query#fragment; null when it is not there.',
      params: [
        { name: 'component', type: 'text', constant: true, values: Object.keys(URL_PARTS) },
        { name: 'url', type: 'text' },
      ],
      examples: [
        ['UrlPart("host", "https://ex.org:8080/a?b=1#c")', 'ex.org'],
        ['UrlPart("query", "https://ex.org/a?b=1")', 'b=1'],
        ['UrlPart("port", "https://me@ex.org:8080/a")', '8080'],
        ['UrlPart("userinfo", "https://me@ex.org:8080/a")', 'me'],
        ['UrlPart("path", "https://ex.org/a/b?c#d")', '/a/b'],
        ['UrlPart("fragment", "https://ex.org/a")', null],
        ['UrlPart("scheme", "https://ex.org")', 'https'],
        ['UrlPart("authority", "https://me@ex.org:1/x")', 'me@ex.org:1'],
      ],
    },
    {
      duckdb: ([, url], { constants }) =>
        url ? sql`NULLIF(REGEXP_EXTRACT(${url}, ${urlPattern(constants[0])}, 1), '')` : NULL,
      postgres: ([, url], { constants }) =>
        url ? sql`NULLIF((REGEXP_MATCH(${url}, ${urlPattern(constants[0])}))[1], '')` : NULL,
      ...NO_PATTERNS,
    },
    ([, url], { constants }, words) =>
      url ? sql`NULLIF(${words.match(url, textValue(patternOfPart(constants[0])), integerText(1), true)}, '')` : NULL,
  ),
]
