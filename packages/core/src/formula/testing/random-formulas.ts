import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestEngine } from './engines.ts'
import { isTooLargeFor, runExample } from './run-example.ts'

const allRows = [
  { N: 7, M: 3, X: 2.5, T: 'Blue bird', U: 'b', F: true, D: '2024-02-29 10:11:12' },
  { N: -4, M: 0, X: -0.25, T: '', U: 'Blue', F: false, D: '2023-12-31 23:59:59' },
  { N: 0, M: null, X: null, T: 'a-b-c', U: null, F: null, D: null },
  { N: null, M: 12, X: 10.75, T: null, U: '-', F: true, D: '2024-01-01 00:00:00' },
]

type Kinds = {
  number: string
  integer: string
  text: string
  logical: string
  date: string
  array: string
}

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']

/** Formulas of each type, made of functions whose result does not depend on the engine. */
const formulas = fc.letrec<Kinds>((tie) => {
  const [number, integer, text, logical, date, array] = [
    tie('number'),
    tie('integer'),
    tie('text'),
    tie('logical'),
    tie('date'),
    tie('array'),
  ]
  const call = (name: string, ...args: fc.Arbitrary<string>[]) =>
    fc.tuple(...args).map((items) => `${name}(${items.join(', ')})`)
  const operator = (signs: string[], item: fc.Arbitrary<string>) =>
    fc.tuple(item, fc.constantFrom(...signs), item).map(([a, sign, b]) => `(${a} ${sign} ${b})`)
  const unit = fc.constantFrom(...units).map((name) => `"${name}"`)
  const small = fc.constantFrom('0', '1', '2', '3', '-1', '[M]')
  return {
    number: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('[N]', '[M]', '[X]', '1', '2.5', '0', '-3', 'NullIf(1, 1)'),
      operator(['+', '-', '*', '/'], number),
      // Remainders of floats depend on their last digit: whole numbers only.
      operator(['%'], call('Int', number)),
      call('Mod', call('Int', number), call('Int', number)),
      call('If', logical, number, number),
      call('Coalesce', number, number),
      call('Round', number, fc.constantFrom('0', '1', '2', '-1')),
      call('Trunc', number, fc.constantFrom('0', '1', '-1')),
      ...['Abs', 'Zn', 'Int', 'Sign', 'Ceiling', 'Floor', 'RoundUp', 'RoundDown', 'Sqrt'].map((name) =>
        call(name, number),
      ),
      ...['Div', 'Greatest', 'Least', 'NullIf'].map((name) => call(name, number, number)),
      integer,
    ),
    integer: fc.oneof(
      { maxDepth: 2 },
      call('Len', text),
      call('Find', text, text),
      call('ArrayLength', array),
      call('DateDiff', unit, date, date),
      call(
        'DatePart',
        fc.constantFrom('"week"', '"weekday"', '"day_of_year"', '"quarter"', '"epoch"', '"second"'),
        date,
      ),
    ),
    text: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('[T]', '[U]', '"b"', '"-"', '""', 'NullIf("", "")', '"Ünï"'),
      operator(['&'], text),
      ...['Upper', 'Lower', 'Trim', 'Reverse', 'LTrim', 'Proper'].map((name) => call(name, text)),
      ...['Left', 'Right', 'Repeat'].map((name) => call(name, text, small)),
      call('Mid', text, small, small),
      call('Replace', text, text, text),
      call('SplitPart', text, fc.constantFrom('"-"', '" "'), small),
      call('ArrayJoin', array, fc.constantFrom('"-"', '", "'), text),
      call('Text', integer),
      call('Text', date),
      call('Text', logical),
      call('If', logical, text, text),
    ),
    logical: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('[F]', 'True', 'False'),
      operator(['=', '!=', '<', '>='], number),
      operator(['=', '!='], text),
      // Not `=`: DuckDB folds date_trunc(unit, column) = constant to false, also for a null column.
      operator(['<', '>='], date),
      operator(['and', 'or'], logical),
      logical.map((item) => `(not ${item})`),
      call('IsNull', fc.oneof(number, text, date)),
      call('Contains', text, text),
      call('StartsWith', text, text),
      call('EndsWith', text, text),
      call('Between', number, number, number),
      call('In', text, text, text),
    ),
    date: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom('[D]', 'Date("2024-05-20")', 'Date("2024-01-31 05:06:07")', 'Date("never")'),
      call('DateAdd', unit, small, date),
      call('DateTrunc', unit, date),
      call('EndOfMonth', date),
      call('Date', text),
    ),
    array: fc.oneof(
      { maxDepth: 2 },
      call('Array', text, fc.oneof(integer, date, logical)),
      call('SplitToArray', text, text),
      call('Sequence', fc.constantFrom('[N]', '1'), fc.constantFrom('[M]', '9', '-2'), fc.constantFrom('1', '3', '-2')),
      call('ArraySlice', array, small, small),
      call('ArrayConcat', array, array),
      call('ArrayCompact', array),
    ),
  }
})

/** Normalizes differences between engines: logical values, digits after the ninth, seconds without decimals. */
function comparable(cell: string | null, isLogical: boolean): string | number | null {
  if (cell !== null && isLogical) return cell === '1' || cell === 'true' ? 'true' : 'false'
  if (cell !== null && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}[.]0+$/.test(cell)) return cell.slice(0, 19)
  if (cell === null || cell.trim() === '' || Number.isNaN(Number(cell))) return cell
  return Number(Number(cell).toPrecision(9))
}

/** Runs random formulas, each of which must return the same cells on both engines. */
export async function expectSame(
  a: TestEngine,
  b: TestEngine,
  numRuns: number,
  { isAscii = false }: { isAscii?: boolean } = {},
): Promise<void> {
  const { number, text, logical, date } = formulas
  const ignoresBlanks = a.ignoresBlanks === true || b.ignoresBlanks === true
  const rows = ignoresBlanks ? allRows.map((row) => ({ ...row, T: row.T?.replaceAll(' ', '_') ?? null })) : allRows
  await fc.assert(
    fc.asyncProperty(fc.oneof(number, text, logical, date), async (written) => {
      const letters = isAscii ? written.replaceAll('Ünï', 'Uni') : written
      const formula = ignoresBlanks ? letters.replaceAll('" "', '"-"') : letters
      // A formula that is too large for an engine is reported before it runs, and the limits of engines differ.
      fc.pre(![a, b].some(({ dialect }) => isTooLargeFor({ formula, rows }, dialect)))
      const [first, second] = [await runExample(a, { formula, rows }), await runExample(b, { formula, rows })]
      const isLogical = first.type.kind === 'logical'
      expect(second.actual.map((cell) => comparable(cell, isLogical))).toEqual(
        first.actual.map((cell) => comparable(cell, isLogical)),
      )
    }),
    { numRuns },
  )
}
