import { isDataElement, readFormN, type WorkbookDocument } from '@octavo/core/document'
import { applyCellStates, type CompileContext, type CompiledElement, type CompiledLevel, compileElement, type PlanCatalog } from '@octavo/core/plan'
import type { Cell, CellState, ResultBatch, ValueType } from '@octavo/core/types'
import type { GoldenEngine } from './engines.ts'
import { goldenTables } from './tables.ts'

export const CONNECTION = '11111111-1111-4111-8111-111111111111'

export interface CatalogOptions {
  dialect: string
  customSql?: PlanCatalog['customSql']
  dataModels?: Record<string, { name: string; document: WorkbookDocument }>
}

/** A catalogue of the golden tables. */
export function goldenCatalog({ dialect, customSql, dataModels = {} }: CatalogOptions): PlanCatalog {
  return {
    dialect: (connectionId) => (connectionId === CONNECTION ? dialect : null),
    table: (_, path) => {
      const table = goldenTables.find((each) => each.path.join('.') === path.join('.'))
      if (!table) return { unavailable: 'it does not exist' }
      // DuckDB guarantees insertion order for plain reads; the tables have no keys.
      return dialect === 'duckdb' ? { ...table, rowOrder: { kind: 'stored', column: 'rowid' } } : table
    },
    customSql: customSql ?? (() => ({ unavailable: 'nobody described it' })),
    dataModel: (id) => dataModels[id] ?? { unavailable: 'it does not exist' },
    friendlyNames: () => true,
  }
}

export function goldenContext(catalog: PlanCatalog, overrides: Partial<CompileContext> = {}): CompileContext {
  return {
    catalog,
    viewer: { memberId: 'member-1', email: 'ada@example.com', firstName: 'Ann', lastName: 'Lee', teams: [{ id: 'team-1', name: 'Sales' }], attributes: { region: 'E' } },
    controls: {},
    zone: 'Europe/Berlin',
    now: '2026-03-31T10:00:00Z',
    ...overrides,
  }
}

/** Reads a document in form N; a golden case that does not load is an error of the case. */
export function readDocument(body: unknown): WorkbookDocument {
  const read = readFormN(body, 'workbook')
  if (!('document' in read) || !read.document) throw new Error(JSON.stringify(read, null, 2))
  return read.document
}

export function dataElementIds(document: WorkbookDocument): string[] {
  return Object.values(document.elements).filter(isDataElement).map((element) => element.id)
}

export interface LevelResult {
  level: string
  columns: string[]
  rows: (Cell | '*' | '(restricted)')[][]
}

/** Every row of a level, with states written into the cells as readers see them. */
export async function readLevel(
  engine: GoldenEngine,
  level: CompiledLevel,
  window: Parameters<CompiledLevel['statement']>[0] = { offset: 0, limit: null },
): Promise<LevelResult> {
  return shown(level, await engine.rows(level.statement(window), typesOf(level)))
}

/** The levels of an element from the statement for all of them; null when there is none. */
export async function readWhole(engine: GoldenEngine, { whole, levels }: CompiledElement): Promise<LevelResult[] | null> {
  if (!whole) return null
  const types: ValueType[] = [{ kind: 'int64' }]
  const places = whole.parts.map(({ level: name, columns }) => {
    const level = levels.find((each) => each.level === name)
    if (!level) throw new Error(`There is no level ${name}.`)
    typesOf(level).forEach((type, index) => {
      types[columns[index] ?? 0] = type
    })
    return { level, columns }
  })
  const rows = await engine.rows(whole.statement(10_000), types)
  return places.map(({ level, columns }, part) => {
    const own = rows.filter((row) => row[0] === String(part))
    return shown(level, own.map((row) => columns.map((at) => row[at] ?? null)))
  })
}

/** Types of the columns of a level and of the marks after them. */
function typesOf({ columns, stateColumns }: CompiledLevel): ValueType[] {
  const marks = stateColumns.filter((state) => state.state === 'several').map(() => ({ kind: 'logical' as const }))
  return [...columns.map(({ type }) => type), ...marks]
}

function shown(level: CompiledLevel, rows: readonly (readonly Cell[])[]): LevelResult {
  const raw: ResultBatch = { rowCount: rows.length, columns: typesOf(level).map((_, index) => ({ values: rows.map((row) => row[index] ?? null) })) }
  const batch = applyCellStates(level, raw)
  const cell = (value: Cell, state: CellState | null | undefined) => (state === 'several' ? '*' : state === 'restricted' ? '(restricted)' : value)
  return {
    level: level.level,
    columns: level.columns.map((column) => column.name),
    rows: rows.map((_, row) => batch.columns.map((column) => cell(column.values[row] ?? null, column.states?.[row]))),
  }
}

export function compileOrThrow(document: WorkbookDocument, elementId: string, context: CompileContext) {
  const outcome = compileElement(document, elementId, context)
  if (!outcome.ok) throw new Error(`${elementId}: ${outcome.code}: ${outcome.message} ${JSON.stringify(outcome.columns)}`)
  return outcome.element
}
