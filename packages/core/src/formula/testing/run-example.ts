import {
  type DialectName,
  printQuery,
  type SqlExpression,
  type SqlQuery,
  type SqlSelect,
  type SqlUnion,
  value,
} from '../../sql/index.ts'
import type { Cell, ValueType } from '../../types/index.ts'
import type { EmitContext, Expression, FormulaScope } from '../api.ts'
import { checkFormula } from '../check.ts'
import { emitWindow, toSql } from '../emit.ts'
import type { ExampleValue, FunctionExample } from '../functions/define.ts'
import { containsAggregate } from '../walk.ts'
import type { TestEngine } from './engines.ts'

type Row = Readonly<Record<string, ExampleValue>>

/** The actual and the expected results of an example on an engine, one for each row. */
export async function runExample(
  engine: TestEngine,
  example: FunctionExample,
): Promise<{ type: ValueType; engineType: string; actual: (string | null)[]; expected: ExampleValue[] }> {
  const { query, type } = statementOf(example, engine.dialect)
  const result = await engine.run(printQuery(query, engine.dialect))
  const expected =
    'formula' in example
      ? 'results' in example && example.results
        ? [...example.results]
        : [example.result ?? null]
      : [example[1]]
  return { type, engineType: result.types[0] ?? '', actual: result.rows.map((row) => row[0] ?? null), expected }
}

/** The query of an example: its rows as a CTE, its formula as the only column. Throws with the problems of the formula. */
export function statementOf(example: FunctionExample, dialect: DialectName): { query: SqlQuery; type: ValueType } {
  const { formula, rows } = 'formula' in example ? example : { formula: example[0], rows: [] }
  const types = columnTypes(rows)
  const { expression, problems } = checkFormula(formula, scopeOf(types), { dialect, allowsPassthrough: true })
  if (!expression) throw new Error(problems.map((problem) => `${problem.message} ${problem.hint ?? ''}`).join('\n'))
  const isGroup = containsAggregate(expression)
  const column = toSql(expression, contextOf(dialect))
  const body: SqlSelect = {
    kind: 'select',
    columns: [{ expression: column, alias: 'result_1' }],
    ...(rows.length === 0 && !isGroup ? {} : { from: { kind: 'relation', name: 'rows_1', alias: 'rows_1' } }),
    ...(isGroup
      ? {}
      : { orderBy: rows.length === 0 ? [] : [{ expression: position, direction: 'ascending' as const }] }),
  }
  const relation = relationOf(rows, types)
  const ctes = rows.length === 0 ? [] : [{ name: 'rows_1', query: dialect === 'trino' ? inOrder(relation) : relation }]
  return { query: { kind: 'query', ctes, body }, type: expression.type ?? { kind: 'text' } }
}

/** The results of several row formulas over the same rows, which one statement computes: a list of cells for each formula. */
export async function runFormulas(
  engine: TestEngine,
  formulas: readonly string[],
  rows: readonly Row[],
): Promise<ExampleValue[][]> {
  const made = formulas.map((formula) => statementOf({ formula, rows, results: [] }, engine.dialect))
  const [first] = made
  if (first?.query.body.kind !== 'select') return []
  const columns = made.flatMap(({ query: { body } }, at) =>
    body.kind === 'select' ? body.columns.map(({ expression }) => ({ expression, alias: `result_${at + 1}` })) : [],
  )
  const query: SqlQuery = { ...first.query, body: { ...first.query.body, columns } }
  const result = await engine.run(printQuery(query, engine.dialect))
  return made.map(({ type }, at) => result.rows.map((row) => comparable(type, row[at] ?? null)))
}

/** Whether the check finds nothing wrong with a formula over these rows on this engine. */
export function isAccepted(
  { formula, rows }: { formula: string; rows: readonly Row[] },
  dialect: DialectName,
): boolean {
  return checkFormula(formula, scopeOf(columnTypes(rows)), { dialect, allowsPassthrough: true }).expression !== null
}

/** Whether the only problem of a formula is the size of its SQL on this engine. */
export function isTooLargeFor(
  { formula, rows }: { formula: string; rows: readonly Row[] },
  dialect: DialectName,
): boolean {
  const { problems } = checkFormula(formula, scopeOf(columnTypes(rows)), { dialect })
  return problems.some(({ code }) => code === 'formula_too_large')
}

const position: SqlExpression = { kind: 'column', relation: 'rows_1', name: 'position_1' }

export function contextOf(dialect: string): EmitContext {
  const context: EmitContext = {
    dialect,
    zone: 'Europe/Madrid',
    now: '2024-05-20T07:30:00Z',
    viewer: {
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      teams: [{ name: 'Ops' }],
      attributes: { Region: 'West' },
    },
    reference: (target) => ({
      kind: 'column',
      relation: 'rows_1',
      name: target.kind === 'column' ? target.columnId : '?',
    }),
    call(call) {
      if (call.class !== 'window') return null
      const args = call.args.map((arg: Expression) => toSql(arg, context))
      return emitWindow(
        call,
        args,
        { partitionBy: [], orderBy: [{ expression: position, direction: 'ascending' }] },
        context,
      )
    },
  }
  return context
}

export function scopeOf(types: Readonly<Record<string, ValueType>>): FormulaScope {
  return {
    resolve(segments) {
      const name = segments.join('/')
      const type = Object.hasOwn(types, name) ? types[name] : undefined
      return type ? { target: { kind: 'column', columnId: name }, type, nullable: true } : null
    },
    candidates: () => Object.keys(types),
  }
}

function columnTypes(rows: readonly Row[]): Record<string, ValueType> {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, typeOfValues(rows.map((row) => row[name] ?? null))]))
}

/** The type of a column of an example, from its values. */
export function typeOfValues(values: readonly ExampleValue[]): ValueType {
  const known = values.filter((item) => item !== null)
  if (known.some((item) => typeof item === 'boolean')) return { kind: 'logical' }
  if (known.some((item) => typeof item === 'string')) {
    const are = (pattern: RegExp) => known.every((item) => pattern.test(String(item)))
    if (are(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)) return { kind: 'timestamp' }
    return { kind: are(/^(POINT|LINESTRING|POLYGON) ?\(/) ? 'geography' : 'text' }
  }
  if (known.some((item) => Array.isArray(item) || typeof item === 'object')) return { kind: 'variant' }
  return { kind: known.every((item) => Number.isInteger(item)) ? 'int64' : 'float64' }
}

function relationOf(rows: readonly Row[], types: Readonly<Record<string, ValueType>>) {
  const selects = rows.map(
    (row, index): SqlSelect => ({
      kind: 'select',
      columns: [
        ...Object.entries(types).map(([name, type]) => ({
          expression: value(cellOf(row[name] ?? null), type),
          alias: name,
        })),
        { expression: value(String(index), { kind: 'int64' }), alias: 'position_1' },
      ],
    }),
  )
  return { kind: 'union' as const, all: true, selects }
}

/** Trino reads the parts of a union in any order; examples that collect values expect them in the order of their rows. */
function inOrder(query: SqlUnion): SqlSelect {
  return {
    kind: 'select',
    allOf: 'rows_1',
    columns: [],
    from: { kind: 'derived', query, alias: 'rows_1' },
    orderBy: [{ expression: position, direction: 'ascending' }],
    limit: 1000,
  }
}

function cellOf(item: ExampleValue): Cell {
  return item !== null && typeof item === 'object' ? JSON.stringify(item) : item
}

/** A cell in the form in which examples write values of its type. */
export function comparable(type: ValueType, cell: string | null): ExampleValue {
  if (cell === null) return null
  switch (type.kind) {
    case 'int64':
    case 'decimal':
    case 'float64':
      return Number(cell)
    case 'logical':
      return cell === 'true' || cell === '1'
    case 'date':
      return `${cell} 00:00:00`
    case 'timestamp':
      return cell
        .replace('T', ' ')
        .replace(/(\.\d*?)0*$/, '$1')
        .replace(/\.$/, '')
    case 'variant':
      return JSON.parse(cell)
    default:
      return cell
  }
}
