import { caseWhen, cast, dialectOf, list, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import {
  type Emit,
  type EmitInfo,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type SqlByDialect,
  unsupportedOn,
  type WindowFunction,
  type WindowHooks,
} from './define.ts'
import { count, integer } from './numbers.ts'
import { column, named, toReturned, window } from './window-define.ts'
import { windowStatistics } from './window-statistics.ts'

const TO_HERE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'
const WHOLE = 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING'
const NULL = sql`NULL`

const anything: Param = { name: 'column', type: { alike: 'T' } }
const direction: Param = { name: 'direction', type: 'text', optional: true, constant: true, values: ['asc', 'desc'] }

function countProblem(constant: Cell): string | null {
  return Number.isInteger(Number(constant)) && Number(constant) > 0 ? null : 'A whole number from 1.'
}

/** Ranks by an argument, ascending unless the next argument is `desc`; without arguments by the order of the level. */
function ranking(
  name: string,
  call: string,
  summary: string,
  options: { isOptional?: boolean; hasPartition?: boolean; returns: 'integer' | 'number' },
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const params: Param[] = [{ name: 'column', type: 'any', optional: options.isOptional ?? false }, direction]
  if (options.hasPartition) params.push({ name: 'partition', type: 'any', optional: true, repeats: true })
  return window({
    name,
    summary,
    params,
    returns: options.returns,
    isSmall: options.returns === 'integer',
    nulls: 'Nulls come last, in either direction.',
    sql: { standard: () => ({ kind: 'fragment', strings: [`${call}()`], args: [] }) },
    window: {
      order: (info, count) => orderBy(info, count, 0),
      ...(options.hasPartition ? { partitionFrom: 2 } : {}),
      // MariaDB rounds fractions to ten decimals unless they are converted to floats.
      ...(options.returns === 'number' ? { finish: asFloat } : {}),
    },
    examples,
  })
}

const asFloat: WindowHooks['finish'] = (written, _info, dialect) =>
  dialectOf(dialect).families.includes('mysqlFamily') ? sql`${written} * 1e0` : written

function orderBy(info: EmitInfo, count: number, argument: number): ReturnType<NonNullable<WindowHooks['order']>> {
  if (count <= argument) return undefined
  const isDescending = String(info.constants[argument + 1] ?? '').toLowerCase() === 'desc'
  return { argument, direction: isDescending ? 'descending' : 'ascending' }
}

function shift(name: 'Lag' | 'Lead', summary: string, examples: readonly FunctionExample[]): FunctionDefinition {
  const call = name.toUpperCase()
  return window({
    name,
    summary,
    params: [
      { name: 'value', type: { alike: 'T' } },
      { name: 'offset', type: 'number', optional: true, constant: true, doc: '1 when absent.' },
      { name: 'default', type: { alike: 'T' }, optional: true },
    ],
    nulls: 'Nulls count as values; the default, or null, where there is no such row.',
    returns: { alike: 'T' },
    sql: {
      postgresFamily: ([x, offset, otherwise], { constants, returns }) => {
        if (!x) return NULL
        // An engine may give the default the type of the value, so both are cast to the result type.
        const items = [otherwise ? cast(x, returns) : x, offset ? integer(offset, constants[1]) : sql`1`]
        if (otherwise) items.push(cast(otherwise, returns))
        return { kind: 'fragment', strings: [`${call}(`, ')'], args: [list(items)] }
      },
      // Not every engine accepts a default here: it is used when there is no such row.
      portable: ([x, offset, otherwise], { constants, returns, over }, words) => {
        if (!x) return NULL
        const at = offset ? count(words, offset, constants[1]) : sql`1`
        const shifted = (item: SqlExpression): SqlExpression => ({
          kind: 'fragment',
          strings: [`${call}(`, ')'],
          args: [list([item, at])],
        })
        if (!otherwise || !over) return shifted(x)
        const isThere = sql`${over(shifted(sql`1`))} IS NOT NULL`
        return caseWhen([{ when: isThere, value: over(shifted(x)) }], cast(otherwise, returns))
      },
    },
    window: {},
    examples,
  })
}

/** A value taken from the frame. */
function pick(
  name: string,
  summary: string,
  frame: string,
  write: SqlByDialect,
  options: Partial<Pick<WindowFunction, 'params' | 'dual' | 'inStepsOn' | 'nulls'>> & {
    finish?: WindowHooks['finish']
  },
  examples: readonly FunctionExample[],
): FunctionDefinition {
  return window({
    name,
    summary,
    params: options.params ?? [anything],
    returns: { alike: 'T' },
    nulls: options.nulls ?? 'Nulls count as values.',
    dual: options.dual ?? false,
    ...(options.inStepsOn ? { inStepsOn: options.inStepsOn } : {}),
    sql: write,
    window: { frame: () => frame, ...(options.finish ? { finish: options.finish } : {}) },
    examples,
  })
}

function both(write: Emit): SqlByDialect {
  return { standard: write }
}

function nonNull(call: string): SqlByDialect {
  return {
    portable: ([x], _info, words) => (x ? words.statistics.firstNonNull(call, x) : NULL),
    postgresFamily: ([x]) => ({ kind: 'fragment', strings: [`${call}(`, ' IGNORE NULLS)'], args: x ? [x] : [] }),
  }
}
/** PostgreSQL and MySQL cannot skip nulls: over a whole window nulls are sorted to the other end. */
function pastNulls(call: string, nulls: 'first' | 'last'): Emit {
  return ([x], { over }) => {
    if (!x || !over) return NULL
    const rank = caseWhen([{ when: sql`${x} IS NULL`, value: sql`1` }], sql`0`)
    return over(named(call, x), { expression: rank, direction: nulls === 'last' ? 'ascending' : 'descending' })
  }
}

function firstArgument(call: string): Emit {
  return ([x]): SqlExpression => ({ kind: 'fragment', strings: [`${call}(`, ')'], args: x ? [x] : [] })
}

export const windowFunctions: readonly FunctionDefinition[] = [
  ranking(
    'RowNumber',
    'ROW_NUMBER',
    'Numbers the rows from 1; ties get different numbers.',
    { isOptional: true, returns: 'integer' },
    [
      { formula: 'RowNumber([V])', rows: column('V', [30, 10, 20]), results: [3, 1, 2] },
      { formula: 'RowNumber()', rows: column('V', [30, 10, 20]), results: [1, 2, 3] },
    ],
  ),
  ranking(
    'Rank',
    'RANK',
    'Rank from 1; ties share a rank and leave a gap.',
    { isOptional: true, hasPartition: true, returns: 'integer' },
    [
      { formula: 'Rank([V], "desc")', rows: column('V', [50, 40, 40, 30]), results: [1, 2, 2, 4] },
      {
        formula: 'Rank([V], "asc", [G])',
        rows: [
          { V: 5, G: 'a' },
          { V: 7, G: 'a' },
          { V: 6, G: 'b' },
        ],
        results: [1, 2, 1],
      },
    ],
  ),
  ranking(
    'RankDense',
    'DENSE_RANK',
    'Rank from 1; ties share a rank and leave no gap.',
    { isOptional: true, hasPartition: true, returns: 'integer' },
    [{ formula: 'RankDense([V], "desc")', rows: column('V', [50, 40, 40, 30]), results: [1, 2, 2, 3] }],
  ),
  ranking('RankPercentile', 'PERCENT_RANK', 'Rank as a share of the rows, 0 to 1.', { returns: 'number' }, [
    { formula: 'RankPercentile([V])', rows: column('V', [10, 20, 30]), results: [0, 0.5, 1] },
  ]),
  ranking('CumeDist', 'CUME_DIST', 'Share of the rows at or before this value.', { returns: 'number' }, [
    { formula: 'CumeDist([V])', rows: column('V', [10, 20, 20, 40]), results: [0.25, 0.75, 0.75, 1] },
  ]),
  window({
    name: 'Ntile',
    nulls: 'Nulls come last, in either direction.',
    summary: 'Splits the ordered rows into buckets of nearly equal size, numbered from 1.',
    params: [
      { name: 'ranks', type: 'number', constant: true, problemOf: countProblem },
      { name: 'column', type: 'any' },
      direction,
    ],
    returns: 'integer',
    sql: {
      postgresFamily: ([ranks], { constants }) => (ranks ? sql`NTILE(${integer(ranks, constants[0])})` : NULL),
      portable: ([ranks], { constants }, words) => (ranks ? sql`NTILE(${count(words, ranks, constants[0])})` : NULL),
    },
    window: { order: (info, count) => orderBy(info, count, 1), finish: toReturned },
    examples: [{ formula: 'Ntile(2, [V])', rows: column('V', [10, 20, 30, 40]), results: [1, 1, 2, 2] }],
  }),
  ...windowStatistics,
  shift('Lag', 'The value some rows earlier.', [
    { formula: 'Lag([V])', rows: column('V', [5, 8, 13]), results: [null, 5, 8] },
    { formula: 'Lag([V], 1, 0)', rows: column('V', [5, 8, 13]), results: [0, 5, 8] },
  ]),
  shift('Lead', 'The value some rows later.', [
    { formula: 'Lead([V])', rows: column('V', [5, 8, 13]), results: [8, 13, null] },
  ]),
  pick('First', 'First value of the group or window.', WHOLE, both(firstArgument('FIRST_VALUE')), { dual: true }, [
    { formula: 'First([V])', rows: column('V', ['A', 'B']), results: ['A', 'A'] },
    {
      formula: 'First([V])',
      rows: [
        { G: 1, V: 'A' },
        { G: 2, V: 'B' },
      ],
      element: { groupBy: [['G']] },
      results: ['A', 'B'],
    },
  ]),
  pick('Last', 'Last value of the group or window.', WHOLE, both(firstArgument('LAST_VALUE')), { dual: true }, [
    { formula: 'Last([V])', rows: column('V', ['A', 'B']), results: ['B', 'B'] },
  ]),
  pick(
    'FirstNonNull',
    'First value that is not null.',
    WHOLE,
    {
      ...nonNull('FIRST_VALUE'),
      postgres: pastNulls('FIRST_VALUE', 'last'),
      mysqlFamily: pastNulls('FIRST_VALUE', 'last'),
    },
    { dual: true, nulls: 'Nulls are skipped; null only when all are.' },
    [{ formula: 'FirstNonNull([V])', rows: column('V', [null, 7, 9]), results: [7, 7, 7] }],
  ),
  pick(
    'LastNonNull',
    'Last value that is not null.',
    WHOLE,
    {
      ...nonNull('LAST_VALUE'),
      postgres: pastNulls('LAST_VALUE', 'first'),
      mysqlFamily: pastNulls('LAST_VALUE', 'first'),
    },
    { dual: true, nulls: 'Nulls are skipped; null only when all are.' },
    [{ formula: 'LastNonNull([V])', rows: column('V', [7, null]), results: [7, 7] }],
  ),
  pick(
    'FillDown',
    'Replaces nulls by the nearest value above.',
    TO_HERE,
    nonNull('LAST_VALUE'),
    // These engines cannot skip nulls in a growing window: the values so far are counted, and all rows with the same count share one value.
    { inStepsOn: ['postgres', 'mysql', 'mariadb'], nulls: 'Nulls before the first value stay null.' },
    [
      {
        formula: 'FillDown([V])',
        rows: column('V', ['A', null, null, 'B']),
        element: { inOrder: true },
        results: ['A', 'A', 'A', 'B'],
      },
      {
        formula: 'FillDown([V])',
        rows: [
          { Day: 4, V: 'B' },
          { Day: 1, V: null },
          { Day: 3, V: null },
          { Day: 2, V: 'A' },
        ],
        element: { sort: { column: 'Day', direction: 'ascending' } },
        results: [null, 'A', 'A', 'B'],
      },
    ],
  ),
  pick(
    'Nth',
    'Value of the n-th row, repeated on every row.',
    WHOLE,
    {
      ...unsupportedOn('SQL Server has no function for the n-th row of a window.', 'sqlserver'),
      postgresFamily: ([x, n], { constants }) => (x && n ? sql`NTH_VALUE(${x}, ${integer(n, constants[1])})` : NULL),
      portable: ([x, n], { constants }, words) =>
        x && n ? sql`NTH_VALUE(${x}, ${count(words, n, constants[1])})` : NULL,
    },
    { params: [anything, { name: 'n', type: 'number', constant: true, problemOf: countProblem }] },
    [{ formula: 'Nth([V], 2)', rows: column('V', ['A', 'B', 'C']), results: ['B', 'B', 'B'] }],
  ),
]
