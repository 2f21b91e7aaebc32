import { caseWhen, cast, eq, isConstant, list, type SqlExpression, sql } from '../../sql/index.ts'
import { defineFunction, type FunctionDefinition, type Param } from './define.ts'

const condition: Param = { name: 'condition', type: 'logical', doc: 'A null condition is not true.' }
const branchValue: Param = { name: 'value', type: { alike: 'V' }, doc: 'All values are of one type.' }
const subject: Param = { name: 'value', type: { alike: 'S' } }
const switchCase: Param = { name: 'case', type: { alike: 'S' } }
const switchResult: Param = { name: 'result', type: { alike: 'V' } }

/** The pairs from an index on; an unpaired last argument is the else value. */
function pairs(
  args: readonly SqlExpression[],
  from: number,
  test: (first: SqlExpression) => SqlExpression,
): SqlExpression {
  const branches: { when: SqlExpression; value: SqlExpression }[] = []
  let at = from
  for (; at + 1 < args.length; at += 2) {
    const [first, result] = [args[at], args[at + 1]]
    if (first && result) branches.push({ when: test(first), value: result })
  }
  return caseWhen(branches, args[at])
}

const isIn = (x: SqlExpression, candidates: readonly SqlExpression[]) => sql`${x} IN (${list(candidates)})`

export const logicalFunctions: readonly FunctionDefinition[] = [
  defineFunction({
    name: 'If',
    class: 'row',
    category: 'logical',
    summary: 'Value of the first condition that is true, else the last unpaired argument, else null.',
    nulls: 'A null condition is not true; null without an else.',
    params: [condition, branchValue, { name: 'more', type: 'any', optional: true, repeats: true }],
    paramAt: (index, count) => (index % 2 === 0 && index < count - 1 ? condition : branchValue),
    returns: { alike: 'V' },
    sql: { standard: (args) => pairs(args, 0, (test) => test) },
    examples: [
      {
        formula: 'If([Size] < 3, "S", [Size] < 6, "M", "L")',
        rows: [{ Size: 4 }],
        results: ['M'],
      },
      {
        formula: 'If([Size] < 3, "S", [Size] < 6, "M", "L")',
        rows: [{ Size: 1 }, { Size: 9 }, { Size: null }],
        results: ['S', 'L', 'L'],
      },
      ['If(1 = 2, "x")', null],
      ['If(Null, "x", "y")', 'y'],
      ['If(True, 1, 2.5)', 1],
    ],
  }),
  defineFunction({
    name: 'Switch',
    class: 'row',
    category: 'logical',
    summary: 'Result of the first case that equals the value, else the last unpaired argument, else null.',
    nulls: 'A null value equals no case; null without an else.',
    params: [subject, switchCase, switchResult, { name: 'more', type: 'any', optional: true, repeats: true }],
    paramAt: (index, count) => {
      if (index === 0) return subject
      return index % 2 === 1 && index < count - 1 ? switchCase : switchResult
    },
    returns: { alike: 'V' },
    sql: {
      standard: (args) => {
        const [value] = args
        return value ? pairs(args, 1, (candidate) => eq(value, candidate)) : sql`NULL`
      },
    },
    examples: [
      ['Switch(2, 1, "one", 2, "two", "many")', 'two'],
      ['Switch(9, 1, "one")', null],
      { formula: 'Switch(True, [Qty] > 10, "big", "small")', rows: [{ Qty: 3 }], results: ['small'] },
    ],
  }),
  defineFunction({
    name: 'Choose',
    class: 'row',
    category: 'logical',
    summary: 'The value at a position, counted from 1; null when there is none.',
    nulls: 'Null when the index is null; the values may be null.',
    params: [
      { name: 'index', type: 'number' },
      { ...branchValue, repeats: true },
    ],
    returns: { alike: 'V' },
    sql: {
      standard: ([index, ...values]) =>
        index
          ? caseWhen(
              values.map((value, at) => ({
                when: sql`${index} = ${{ kind: 'fragment', strings: [String(at + 1)], args: [] }}`,
                value,
              })),
            )
          : sql`NULL`,
    },
    examples: [
      ['Choose(2, "a", "b", "c")', 'b'],
      ['Choose(4, "a", "b")', null],
    ],
  }),
  defineFunction({
    name: 'Coalesce',
    class: 'row',
    category: 'logical',
    summary: 'First argument that is not null.',
    nulls: 'Skips nulls; null when all are.',
    params: [{ name: 'argument', type: { alike: 'T' }, repeats: true }],
    returns: { alike: 'T' },
    choosesByValue: true,
    sql: { standard: (args) => sql`COALESCE(${list(args)})` },
    examples: [
      ['Coalesce(Null, 1/0, 7)', 7],
      ['Coalesce(Null, Null)', null],
    ],
  }),
  defineFunction({
    name: 'IsNull',
    class: 'row',
    category: 'logical',
    summary: 'True when the argument is null. An empty text is not null.',
    nulls: 'Never null.',
    params: [{ name: 'argument', type: 'any' }],
    returns: 'logical',
    sql: { standard: ([x]) => (x ? sql`${x} IS NULL` : sql`NULL`) },
    examples: [
      ['IsNull(1/0)', true],
      ['IsNull("")', false],
    ],
  }),
  defineFunction({
    name: 'IsNotNull',
    class: 'row',
    category: 'logical',
    summary: 'True when the argument has a value.',
    nulls: 'Never null.',
    params: [{ name: 'argument', type: 'any' }],
    returns: 'logical',
    sql: { standard: ([x]) => (x ? sql`${x} IS NOT NULL` : sql`NULL`) },
    examples: [
      ['IsNotNull(0)', true],
      ['IsNotNull(Null)', false],
    ],
  }),
  defineFunction({
    name: 'Zn',
    class: 'row',
    category: 'logical',
    summary: 'The number, or 0 when it is null.',
    nulls: 'Null becomes 0.',
    params: [{ name: 'argument', type: { alike: 'T', of: 'number' } }],
    returns: { alike: 'T' },
    sql: { standard: ([x]) => (x ? sql`COALESCE(${x}, 0)` : sql`0`) },
    examples: [
      ['Zn(Null)', 0],
      ['Zn(4)', 4],
      ['Zn(1/0)', 0],
    ],
  }),
  defineFunction({
    name: 'NullIf',
    class: 'row',
    category: 'logical',
    unlisted: true,
    summary: 'Null when both are equal, else the first.',
    params: [
      { name: 'value1', type: { alike: 'T' } },
      { name: 'value2', type: { alike: 'T' } },
    ],
    returns: { alike: 'T' },
    sql: {
      // For a day and a time the engine would return a day, the type of the first.
      standard: ([first = sql`NULL`, second = sql`NULL`], { types, returns }) => {
        const isWider = types[0]?.kind === 'date' && returns.kind !== 'date'
        return sql`NULLIF(${isWider ? cast(first, returns) : first}, ${second})`
      },
    },
    examples: [
      ['NullIf(7, 7)', null],
      ['LastDay(NullIf(Date("2024-05-20"), Date("2024-05-20 10:00:00")), "month")', '2024-05-31 23:59:59'],
      ['NullIf("A", "a")', 'A'],
    ],
  }),
  defineFunction({
    name: 'In',
    class: 'row',
    category: 'logical',
    summary: 'True when the value equals one of the candidates.',
    nulls: 'Null when the value is null, or when it is found nowhere and one of the candidates is null.',
    params: [
      { name: 'value', type: { alike: 'T' } },
      { name: 'candidate', type: { alike: 'T' }, repeats: true },
    ],
    returns: 'logical',
    sql: {
      standard: ([x, ...candidates]) => (x ? isIn(x, candidates) : sql`NULL`),
      // Trino drops a null from a list of columns and values when it knows the value: 'b' IN ([T], NULL) is false there, not null.
      trino: ([x, ...candidates], { types }) => {
        if (!x) return sql`NULL`
        const isExact = types[0]?.kind === 'array' || (!isConstant(x) && candidates.every(isConstant))
        return isExact ? isIn(x, candidates) : sql`CONTAINS(ARRAY[${list(candidates)}], ${x})`
      },
    },
    examples: [
      ['In("green", "red", "green")', true],
      ['In(Null, 1, 2)', null],
      { formula: 'In("b", [Letter], Null)', rows: [{ Letter: 'b' }, { Letter: 'a' }], results: [true, null] },
      { formula: 'In("John", [Buyer], [Seller])', rows: [{ Buyer: 'Ann', Seller: 'John' }], results: [true] },
    ],
  }),
  defineFunction({
    name: 'Between',
    class: 'row',
    category: 'logical',
    summary: 'True when the value is between two bounds, both included.',
    params: [
      { name: 'value', type: { alike: 'T', of: 'sortable' } },
      { name: 'lower_bound', type: { alike: 'T', of: 'sortable' } },
      { name: 'upper_bound', type: { alike: 'T', of: 'sortable' } },
    ],
    returns: 'logical',
    sql: { standard: ([x, low, high]) => (x && low && high ? sql`${x} BETWEEN ${low} AND ${high}` : sql`NULL`) },
    examples: [
      ['Between(5, 5, 9)', true],
      ['Between(Null, 5, 9)', null],
      {
        formula: 'Between([When], Date("2024-01-01"), Date("2024-01-31"))',
        rows: [{ When: '2024-01-31 10:00:00' }],
        results: [false],
      },
      {
        formula: 'Between([Qty], [Qty-Range].min, [Qty-Range].max)',
        rows: [{ Qty: 4 }],
        element: { controls: { 'Qty-Range': { controlType: 'number-range', min: 1, max: 9 } } },
        results: [true],
      },
      {
        formula: 'Between([Day], [Days].start, [Days].end)',
        rows: [{ Day: '2024-05-20 00:00:00' }, { Day: '2024-06-20 00:00:00' }],
        element: {
          sort: { column: 'Day', direction: 'ascending' },
          controls: {
            Days: { controlType: 'date-range', mode: 'between', startDate: '2024-05-01', endDate: '2024-05-31' },
          },
        },
        results: [true, false],
      },
    ],
  }),
]
