import type { WorkbookDocument } from '@octavo/core/document'
import type { CompileContext, CompiledElement, CompiledLevel, PlanCatalog } from '@octavo/core/plan'
import { dialects } from '@octavo/core/sql'
import type { ValueType } from '@octavo/core/types'
import { isMysqlFamily } from '../../packages/core/src/formula/testing/engines.ts'
import type { GoldenEngine, GoldenTable } from '../golden/engines.ts'
import { CONNECTION, compileOrThrow, goldenContext, readLevel } from '../golden/run-case.ts'
import { documentOf, goldenTableOf, MODEL, modelOf } from './document.ts'
import type { Evaluation, Node } from './evaluator.ts'
import type { Element, Shelf, Workbook } from './model.ts'
import { NOBODY, NOW_UTC, WorkbookEvaluation } from './sources.ts'
import {
  compare,
  decimal,
  int,
  isList,
  isMoment,
  isNumber,
  keyOf,
  moment,
  SEVERAL,
  type Shown,
  show,
  toFloat,
  type Value,
} from './values.ts'

/** The zone of documents without one. */
const ZONE = 'Europe/Berlin'

/** The value of a cell that the viewer may not see. */
const RESTRICTED = '(restricted)'

/** A difference between the engine and the evaluator, as text. */
export class Difference extends Error {}

export function catalogOf(
  dialect: string,
  tables: GoldenTable[],
  customSql?: PlanCatalog['customSql'],
  workbook?: Workbook,
): PlanCatalog {
  const model = workbook?.model ? { name: 'Model', document: modelOf(workbook) } : null
  return {
    dialect: (connectionId) => (connectionId === CONNECTION ? dialect : null),
    table: (_, path) => tables.find((table) => table.path.join('.') === path.join('.')) ?? { unavailable: 'no table' },
    customSql: customSql ?? (() => ({ unavailable: 'nobody described it' })),
    dataModel: (id) => (id === MODEL && model ? model : { unavailable: 'no model' }),
    friendlyNames: () => true,
  }
}

/** The document that contains an element. */
export function documentsOf(workbook: Workbook): (elementId: string) => WorkbookDocument {
  const own = documentOf(workbook)
  const model = workbook.model ? modelOf(workbook) : own
  return (id) => (workbook.model?.includes(id) ? model : own)
}

export async function createTables(engine: GoldenEngine, tables: GoldenTable[]): Promise<void> {
  for (const table of tables) {
    const quoted = dialects[engine.dialect].quoteIdentifier
    const name = table.path.map(quoted).join('.')
    const coding = isMysqlFamily(engine.dialect) ? ' CHARACTER SET utf8mb4' : ''
    await engine.rows({ text: `CREATE SCHEMA IF NOT EXISTS ${quoted(table.path[0] ?? '')}${coding}`, values: [] }, [])
    await engine.rows({ text: `DROP TABLE IF EXISTS ${name}`, values: [] }, [])
    await engine.create(isMysqlFamily(engine.dialect) ? withDaysOfNoCalendar(table) : table)
  }
}

/** MySQL and MariaDB store days that no calendar has, which are null wherever they are read. */
const NO_DAYS: Record<string, readonly string[]> = {
  date: ['0000-00-00', '2024-00-15'],
  timestamp: ['0000-00-00 00:00:00', '2024-05-00 10:00:00'],
  instant: ['0000-00-00 00:00:00'],
}

/** Some nulls of the table as such days. */
function withDaysOfNoCalendar(table: GoldenTable): GoldenTable {
  const kinds = table.columns.map(({ type }) => NO_DAYS[type.kind] ?? [])
  const stored = table.rows.map((row, at) =>
    row.map((cell, index) => (cell === null ? (kinds[index]?.[(at + index) % 3] ?? null) : cell)),
  )
  return { ...table, rows: stored }
}

/** Compiles every requested element, runs every level, and compares each cell with the evaluator. */
export async function check(
  engine: GoldenEngine,
  workbook: Workbook,
  overrides: Partial<CompileContext> = {},
): Promise<number> {
  const tables = workbook.tables.map(goldenTableOf)
  await createTables(engine, tables)
  const documentWith = documentsOf(workbook)
  const viewer = workbook.viewer ?? NOBODY
  const place = { zone: workbook.zone ?? ZONE, now: NOW_UTC, viewer, ...overrides }
  const context = goldenContext(catalogOf(engine.dialect, tables, undefined, workbook), place)
  const evaluations = new WorkbookEvaluation(workbook, place.zone)
  let cells = 0
  for (const element of workbook.elements) {
    const compiled = compileOrThrow(documentWith(element.id), element.id, context)
    // A formula with more SQL than the data platform reads is refused by name, and so is all that reads it: nothing is left to compare.
    if (hasProblem(compiled, 'formula_too_large')) return cells
    complain(compiled)
    const evaluation = evaluations.element(element.id)
    const restricted = evaluations.restricted(element.id)
    for (const level of compiled.levels) cells += await checkLevel(engine, element, evaluation, level, restricted)
  }
  return cells
}

const hasProblem = ({ columns }: CompiledElement, code: string): boolean =>
  columns.some(({ problems }) => problems.some((problem) => problem.code === code))

function complain({ columns }: CompiledElement): void {
  const errors = columns.flatMap(({ formula, problems }) =>
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${formula}: ${code} ${message}`),
  )
  if (errors.length > 0) throw new Difference(`The compiler refuses:\n${errors.join('\n')}`)
}

async function checkLevel(
  engine: GoldenEngine,
  element: Element,
  evaluation: Evaluation,
  level: CompiledLevel,
  restricted: Set<string>,
): Promise<number> {
  const { chart } = element
  const place = chart
    ? element.groupings.length
    : level.level === 'summary'
      ? 0
      : level.level === 'base'
        ? evaluation.baseLevel
        : Number(level.level.slice(1))
  const nodes = evaluation.nodes(place)
  const ids = level.columns.map(({ id }) => id)
  const expected = nodes.map((node) => ids.map((id) => (restricted.has(id) ? RESTRICTED : evaluation.cell(id, node))))
  const types = level.columns.map(({ type }) => type)
  const sql = level.statement({ offset: 0, limit: null })
  let found: Awaited<ReturnType<typeof readLevel>>
  try {
    found = await readLevel(engine, level)
  } catch (error) {
    throw new Difference(`${level.level}: ${String(error)}\n${sql.text}\n${JSON.stringify(sql.values)}`)
  }
  const actual = found.rows.map((row) => row.map((cell, index) => actualValue(cell, types[index])))
  const isTotal = (!chart && place < evaluation.baseLevel) || hasTotalSort(element, evaluation, nodes)
  const left: (Shown[] | null)[] = [...actual]
  const places: number[] = []
  const { source } = element
  // When the matches of a lookup join differ in a field, the evaluator has null for it, and no mark.
  const isSame =
    source.kind === 'join' && source.joinType === 'lookup'
      ? (row: Shown[], other: Shown[]) =>
          sameRow(
            row,
            other.map((cell, at) => (row[at] === null && same(SEVERAL, cell) ? null : cell)),
          )
      : sameRow
  expected.forEach((row, index) => {
    const where = isTotal
      ? left[index] && isSame(row, left[index])
        ? index
        : -1
      : left.findIndex((other) => other !== null && isSame(row, other))
    if (where < 0 || expected.length !== actual.length) {
      const table = (rows: Shown[][]) => rows.map((cells) => `  ${cells.map(show).join(' | ')}`).join('\n')
      throw new Difference(
        `${level.level}, ${isTotal ? 'in order' : 'in any order'}: ${ids.join(' | ')}\nexpected\n${table(expected)}\nfound\n${table(actual)}\n${sql.text}\n${JSON.stringify(sql.values)}`,
      )
    }
    left[where] = null
    places.push(where)
  })
  if (chart)
    checkOrder(
      element,
      evaluation,
      nodes.toSorted((a, b) => (places[nodes.indexOf(a)] ?? 0) - (places[nodes.indexOf(b)] ?? 0)),
    )
  if (expected.length !== actual.length)
    throw new Difference(`${level.level}: rows ${expected.length} expected, ${actual.length} found\n${sql.text}`)
  return expected.length * ids.length
}

/** Checks the order of the panels of a chart, and the order of the axis inside them. */
function checkOrder({ id, chart, groupings }: Element, evaluation: Evaluation, nodes: Node[]): void {
  const sorts = groupings.flatMap(({ sort }) => sort)
  const shelves: Shelf[] = ['trellis_row', 'trellis_column', 'x_axis', 'color']
  const order = shelves.flatMap((shelf) => {
    const columnId = chart?.shelves[shelf]?.columnId
    const own = sorts.filter((sort) => sort.columnId === columnId)
    return own.some(({ by }) => by) && columnId !== undefined
      ? [...own, { columnId, direction: 'ascending' as const }]
      : own
  })
  nodes.slice(1).forEach((node, index) => {
    const before = nodes[index]
    const sign = before
      ? (order.map((sort) => evaluation.byKey(sort, before, node)).find((found) => found !== 0) ?? 0)
      : 0
    if (sign > 0) throw new Difference(`${id}: rows ${index} and ${index + 1} are not in the order of the chart`)
  })
}

/** Whether the rows have a sort whose last column is unique. */
function hasTotalSort(element: Element, evaluation: Evaluation, nodes: Node[]): boolean {
  return element.sort.some(({ columnId }) => {
    const values = nodes.map((node) => show(evaluation.cell(columnId, node)))
    return new Set(values).size === values.length
  })
}

/** A cell of an engine in the notation of the evaluator. */
export function actualValue(cell: string | number | boolean | null, type: ValueType | undefined): Shown {
  if (cell === RESTRICTED) return cell
  if (cell === '*' && type?.kind !== 'text') return SEVERAL
  if (cell === null || typeof cell === 'boolean') return cell
  switch (type?.kind) {
    case 'variant':
      return listOf(JSON.parse(String(cell)))
    case 'int64':
    case 'decimal':
      return /^-?[\d.]+$/.test(String(cell)) ? decimal(String(cell)) : String(cell)
    case 'date':
    case 'timestamp':
      return moment(String(cell))
    case 'instant':
      return moment(String(cell).replace(/(Z|\+00(:?00)?)$/, ''))
    default:
      return cell
  }
}

/** An array of an engine: texts, integers and logical values. */
function listOf(value: unknown): Value {
  if (Array.isArray(value)) return { items: value.map(listOf) }
  return typeof value === 'number' ? int(value) : typeof value === 'string' || typeof value === 'boolean' ? value : null
}

function sameRow(a: Shown[], b: Shown[]): boolean {
  return a.every((cell, index) => same(cell, b[index] ?? null))
}

/** Exact when both sides are; a binary float within a relative error of 1e-9. */
export function same(expected: Shown, actual: Shown): boolean {
  if (expected === SEVERAL) return actual === SEVERAL || actual === '*'
  if (actual === SEVERAL || expected === null || actual === null) return expected === actual
  if (isNumber(expected) && isNumber(actual)) {
    if (typeof expected !== 'number' && typeof actual !== 'number') return compare(expected, actual) === 0
    const [x, y] = [toFloat(expected), toFloat(actual)]
    return x === y || Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y)) + 1e-12
  }
  if (isList(expected) && isList(actual)) return keyOf(expected) === keyOf(actual)
  if (isMoment(expected) && isMoment(actual)) return expected.ms === actual.ms
  return expected === actual
}
