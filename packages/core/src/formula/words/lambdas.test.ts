import { describe, expect, it, test } from 'vitest'
import { column, list, printExpression, type SqlExpression, sql } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import { FLOAT64, INT64, TEXT } from '../value-types.ts'
import { trinoPairs } from './decimal-pairs.ts'
import { trino } from './trino.ts'
import type { Computation, JsonWords, Words } from './words.ts'

/** A large operand: its text has the name once. */
function operand(name: string): SqlExpression {
  return sql`${column('r', name)} || CONCAT(${list(Array.from({ length: 50 }, (_, at) => column('r', `x_${at}`)))})`
}

const [a, b, c] = [operand('first'), operand('second'), operand('third')]
const DECIMAL = { kind: 'decimal', precision: 38, scale: 2 } as const
const UNITS = ['year', 'quarter', 'month', 'week', 'week_starting_sunday', 'week_starting_monday', 'day', 'hour']
const PARTS = ['weekday', 'day_of_year', 'week', 'epoch', 'microsecond', 'millisecond', 'second', 'hour', 'month']
const calculation = (returns: ValueType): Computation => ({
  types: [returns, returns],
  returns,
  isOfRow: true,
  isOfTotals: false,
})

type Writes = () => readonly SqlExpression[]

/** Every word of the dialect that writes an expression of operands, with all of its forms. */
const rowWords: Partial<Record<keyof Words, Writes>> = {
  joined: () => [trino.joined([a, b, c])],
  length: () => [trino.length(a)],
  position: () => [trino.position(a, b)],
  substr: () => [trino.substr(a, b), trino.substr(a, b, c)],
  replace: () => [trino.replace(a, b, c)],
  repeat: () => [trino.repeat(a, b)],
  pad: () => [trino.pad('left', a, b, c), trino.pad('right', a, b, c)],
  part: () => [trino.part(a, b, c)],
  initials: () => [trino.initials(a)],
  digest: () => [trino.digest('md5', a), trino.digest('sha256', a)],
  like: () => [trino.like(a, b)],
  matches: () => [trino.matches(a, b)],
  replaceMatches: () => [trino.replaceMatches(a, b, c)],
  match: () => [trino.match(a, b, c, true), trino.match(a, b, c, false)],
  computed: () =>
    (['+', '-', '*'] as const).flatMap((sign) =>
      [INT64, DECIMAL].map((type) => trino.computed(sign, a, b, calculation(type))),
    ),
  fitted: () => [trino.fitted(a, INT64), trino.fitted(a, DECIMAL)],
  pairs: () => [
    trinoPairs.once(a, (x) => sql`${x} + ${x}`),
    trinoPairs.of(a, b),
    trinoPairs.parts(a, (x, y) => sql`${x} + ${y}`),
  ],
  whole: () => [trino.whole(a)],
  quotient: () => [trino.quotient(a, b, [INT64, INT64]), trino.quotient(a, b, [DECIMAL, INT64])],
  nearestWhole: () => [trino.nearestWhole(a)],
  integer: () => [trino.integer(a)],
  round: () => [trino.round(a)],
  trunc: () => [trino.trunc(a)],
  ceil: () => [trino.ceil(a)],
  floor: () => [trino.floor(a)],
  ln: () => [trino.ln(a)],
  log10: () => [trino.log10(a)],
  finite: () => [trino.finite(a)],
  bound: () => [trino.bound([a, b], FLOAT64, ([x = a, y = b]) => sql`${x} + ${y} + ${x}`)],
  once: () => [trino.once([a, b], ([x = a, y = b]) => sql`${x} + ${y} + ${x}`)],
  atan2: () => [trino.atan2(a, b)],
  remainder: () => [trino.remainder(a, b, INT64)],
  bits: () => [trino.bits('&', a, b), trino.bits('|', a, b)],
  floatText: () => [trino.floatText(a)],
  numberOfText: () => [trino.numberOfText(a)],
  timestampOfText: () => [trino.timestampOfText(a)],
  add: () => [...UNITS, 'minute', 'second', 'microsecond'].map((unit) => trino.add(unit, a, b)),
  startOf: () => UNITS.map((unit) => trino.startOf(unit, a)),
  partOf: () => PARTS.map((part) => trino.partOf(part, a)),
  boundariesBetween: () => UNITS.map((unit) => trino.boundariesBetween(unit, a, b)),
  dayNumber: () => [trino.dayNumber(a)],
  epoch: () => [trino.epoch(a)],
  fromMicros: () => [trino.fromMicros(a)],
  isoText: () => [trino.isoText(a)],
  convertZone: () => [trino.convertZone(a, b, c)],
  localTime: () => [trino.localTime(a, b)],
  makeDate: () => [trino.makeDate(a, b, c)],
  makeTimestamp: () => [trino.makeTimestamp([a, b, c, operand('fourth'), operand('fifth'), operand('sixth')])],
  timestampOfFormat: () => [trino.timestampOfFormat(a, '%Y-%m-%d')],
}

const jsonWords: Record<keyof JsonWords, Writes> = {
  of: () => [trino.json.of(a, TEXT), trino.json.of(a, { kind: 'timestamp' }), trino.json.of(a, { kind: 'variant' })],
  parse: () => [trino.json.parse(a)],
  cast: () => [trino.json.cast(a)],
  text: () => [trino.json.text(a)],
  key: () => [trino.json.key(a, b, undefined), trino.json.key(a, b, 'key')],
  at: () => [trino.json.at(a, b)],
  array: () => [trino.json.array([a, b])],
  object: () => [trino.json.object([a, b])],
}

/** Words that may repeat an operand, or write none. */
const EXEMPT: Partial<Record<keyof Words, string>> = {
  json: 'words of their own, below',
  statistics: 'aggregates: none is an operand of another one, so repetition ends with them',
  wideTotal: 'aggregates',
  wideMean: 'aggregates',
  shapeText: 'the engine has no geography',
  pi: 'has no operand',
  floatErrors: 'is no expression',
}

function timesOf(name: string, written: SqlExpression): number {
  return printExpression(written, 'trino').text.split(`"${name}"`).length - 1
}

describe('no word of Trino writes a large operand more than once', () => {
  it('lists all words', () => {
    expect(Object.keys(trino).toSorted()).toEqual([...Object.keys(rowWords), ...Object.keys(EXEMPT)].toSorted())
    expect(Object.keys(trino.json).toSorted()).toEqual(Object.keys(jsonWords).toSorted())
  })

  test.each([
    ...Object.entries(rowWords),
    ...Object.entries(jsonWords).map(([name, write]): [string, Writes] => [`json.${name}`, write]),
  ])('%s', (_name, write) => {
    for (const written of write()) {
      for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
        expect(timesOf(name, written), printExpression(written, 'trino').text).toBeLessThanOrEqual(1)
      }
      expect(timesOf('first', written)).toBe(1)
    }
  })
})

it('a lambda reads only columns and values, since it must not contain an aggregate', () => {
  const written = trino.bound([a, sql`COUNT(*)`], FLOAT64, ([x = a, count = b]) => sql`${x} + ${x} + ${count}`)
  const [outside, inside] = printExpression(written, 'trino').text.split('->')
  expect(outside).toContain('COUNT(*)')
  expect(inside?.replace(/[ ()]/g, '')).toBe('operand[1]+operand[1]+operand[2],1')
})
