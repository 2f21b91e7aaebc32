import { call, type Expr, literal } from './expression.ts'
import { readOfArray } from './random-array-formula.ts'
import { decimal, int } from './values.ts'

/**
 * Kinds of formulas. `exact` numbers can be compared, ranked and grouped by on any engine; `approximate` ones have rounding errors that
 * depend on the order of additions, so nothing may depend on their exact value.
 */
export type Want = 'int' | 'exact' | 'approximate' | 'text' | 'logical' | 'date'

/** A number below `n`; zero is the simplest choice, so that shrinking simplifies. */
export type Take = (n: number) => number

/** The inputs for row formulas: choices, formulas of a kind one step smaller, and whether others have the row. */
export interface RowMaker {
  take: Take
  pick: <T>(items: readonly T[]) => T
  of: (want: Want) => Expr
  isFound: () => Expr
  /** Whether it reads only values of the row: no aggregates and no windows. */
  isOfRow: boolean
}

const TEXTS = [
  'a',
  '',
  'A',
  'b',
  'ab',
  'Ab c',
  ' x ',
  'Ünï',
  '日本語',
  '😀z',
  `O'B"q\\`,
  'a%b_c',
  '10',
  '-2.5',
  'true',
  '2024-02-29',
  '2023-02-29',
]
export const DATES = ['2024-01-31', '2024-02-29', '2023-12-31 23:59:59', '1969-07-20 20:17:40', '2024-03-10']
export const UNITS = ['day', 'month', 'year', 'quarter', 'week', 'hour', 'minute', 'second']
const TRUNCATIONS = [
  'month',
  'day',
  'year',
  'quarter',
  'week',
  'week_starting_monday',
  'week_starting_sunday',
  'hour',
  'minute',
]
const PARTS = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'day_of_year', 'hour', 'minute', 'second']

export const textOf = (take: Take): string => TEXTS[take(TEXTS.length)] ?? ''
export const text = (value: string) => literal(value)
export const whole = (value: number) => (value < 0 ? call('negative', literal(int(-value))) : literal(int(value)))

/** A row function of the wanted kind. */
export function rowFormula(want: Want, maker: RowMaker): Expr {
  const { take, pick, of } = maker
  if (take(4) === 3) return branch(want, maker)
  const read = maker.isOfRow && take(9) === 8 ? readOfArray(want, maker) : null
  if (read) return read
  switch (want) {
    case 'int':
      return integer(maker)
    case 'exact':
      return exact(maker)
    case 'approximate':
      return pick([
        () => call('/', of('exact'), of('exact')),
        () => call(pick(['+', '-']), of('approximate'), of('approximate')),
        () => call('*', of('approximate'), literal(decimal('0.5'))),
        () => call('^', of('int'), whole(2)),
        () => call('RowAvg', of('exact'), of('exact')),
      ])()
    case 'text':
      return textual(maker)
    case 'logical':
      return logical(maker)
    case 'date':
      return date(maker)
  }
}

function branch(want: Want, { take, pick, of }: RowMaker): Expr {
  const exact = want === 'approximate' ? 'exact' : want
  return pick([
    () => call('If', of('logical'), of(want), of(want)),
    () => call('If', of('logical'), of(want), of('logical'), of(want)),
    () => call('Coalesce', of(want), of(want)),
    () => call('Switch', of('text'), text(textOf(take)), of(want), of(want)),
    () => call('NullIf', of(exact), of(exact)),
    () => call('Choose', of('int'), of(want), of(want)),
    () => call('If', of('logical'), literal(null), of(want)),
    () => call('Switch', of('int'), whole(take(4)), of(want), of('int'), of(want)),
  ])()
}

function integer({ take, pick, of }: RowMaker): Expr {
  return pick([
    () => call(pick(['+', '-']), of('int'), of('int')),
    () => call('Len', of('text')),
    () => call('*', of('int'), whole(take(5) - 2)),
    () => call('%', of('int'), of('int')),
    () => call('negative', of('int')),
    () => call('Find', of('text'), text(pick(['a', 'b', 'n', '本', 'ab']))),
    () => call(pick(['Abs', 'Sign', 'Zn']), of('int')),
    () => call(pick(['Int', 'Sign', 'Trunc', 'Round']), of('exact')),
    () => call('Div', of('exact'), of('int')),
    () =>
      call(pick(['Year', 'Month', 'Day', 'Quarter', 'Weekday', 'DayOfYear', 'Hour', 'Minute', 'Second']), of('date')),
    () => call('DateDiff', text(pick(UNITS)), of('date'), of('date')),
    () => call('DatePart', text(pick(PARTS)), of('date')),
    () => call('BinFixed', of('exact'), whole(-5), whole(25), whole(1 + take(4))),
    () => call('BinRange', of('exact'), whole(0), whole(5), whole(10)),
    () => call('Number', of('date')),
  ])()
}

function exact({ take, pick, of }: RowMaker): Expr {
  const places = () => whole(take(4) - 1)
  const factor = () => literal(decimal(pick(['2', '0.5', '10', '3'])))
  return pick([
    () => call(pick(['+', '-']), of('exact'), of('exact')),
    () => call('*', of('exact'), literal(decimal(pick(['2', '0.5', '10'])))),
    () => call(pick(['%', 'Mod']), of('exact'), factor()),
    () => call(pick(['Abs', 'Zn', 'negative']), of('exact')),
    () => call(pick(['Round', 'RoundUp', 'RoundDown', 'Trunc']), of('exact'), places()),
    () => call(pick(['Floor', 'Ceiling', 'MRound']), of('exact'), factor()),
    () => call(pick(['Greatest', 'Least', 'GreatestNonNull', 'LeastNonNull']), of('exact'), of('exact')),
    () => call('Number', of('text')),
  ])()
}

function textual({ take, pick, of }: RowMaker): Expr {
  const count = () => whole(take(5) - 1)
  return pick([
    () => call('&', of('text'), of('text')),
    () => call(pick(['Upper', 'Lower', 'Trim', 'LTrim', 'RTrim', 'Reverse', 'Proper']), of('text')),
    () => call('Left', of('text'), count()),
    () => call('Right', of('text'), whole(take(4))),
    () => call('Mid', of('text'), whole(1 + take(3)), whole(take(4))),
    () => call('Mid', of('text'), whole(1 + take(3))),
    () => call('Replace', of('text'), text(pick(['a', 'b', '本', '%'])), of('text')),
    () => call('Text', of('int')),
    () => call('Text', of('logical')),
    () => call(pick(['LPad', 'RPad']), of('text'), whole(take(5)), text(pick(['0', '.-']))),
    () => call('Repeat', of('text'), count()),
    () => call('SplitPart', of('text'), text(pick(['a', 'b', ' '])), whole(pick([1, 2, -1]))),
    () => call('Concat', of('text'), of('text'), of('text')),
    () => call('TextJoin', text(','), of('text'), of('text')),
    () => call(pick(['MonthName', 'WeekdayName']), of('date')),
    () => call(pick(['Greatest', 'Least', 'GreatestNonNull']), of('text'), of('text')),
  ])()
}

function logical({ pick, of, isFound }: RowMaker): Expr {
  const kind = pick(['exact', 'text', 'date', 'int'] as const)
  return pick([
    () => call(pick(['=', '!=', '<', '<=', '>', '>=']), of(kind), of(kind)),
    () => call(pick(['and', 'or']), of('logical'), of('logical')),
    () => call('not', of('logical')),
    () => call(pick(['IsNull', 'IsNotNull']), of(kind)),
    () => call('In', of(kind), of(kind), of(kind)),
    () => call('Between', of(kind), of(kind), of(kind)),
    () => call(pick(['Contains', 'StartsWith', 'EndsWith']), of('text'), of('text')),
    () => call(pick(['Like', 'ILike']), of('text'), text(pick(['a%', '%b%', '_', '%\\%', '%_c']))),
    () => call(pick(['IsEven', 'IsOdd']), of('exact')),
    () => call('Logical', of(pick(['int', 'text'] as const))),
    () => isFound(),
    () => call(pick(['=', '!=']), of('logical'), of('logical')),
  ])()
}

function date({ take, pick, of }: RowMaker): Expr {
  return pick([
    () => call('DateTrunc', text(pick(TRUNCATIONS)), of('date')),
    () => call('DateAdd', text(pick(UNITS)), whole(take(15) - 7), of('date')),
    () => call('LastDay', of('date'), text(pick(['month', 'year', 'quarter', 'week']))),
    () => call('EndOfMonth', of('date')),
    () => call('MakeDate', whole(2020 + take(5)), whole(1 + take(12)), whole(1 + take(28))),
    () => call(pick(['Greatest', 'Least']), of('date'), of('date')),
    () => call('Date', of('text')),
    () => call('DateFromUnix', of('int')),
    () => call(pick(['Today', 'Now'])),
  ])()
}
