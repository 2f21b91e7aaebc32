import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { compileElement, type PlanCatalog } from '@octavo/core/plan'
import type { Statement } from '@octavo/core/types'
import { CONNECTION, goldenContext, readDocument } from '../golden/run-case.ts'
import type { Question } from './question.ts'
import { tpchTables } from './tables.ts'

const catalogOn = (dialect: string): PlanCatalog => ({
  dialect: (connectionId) => (connectionId === CONNECTION ? dialect : null),
  table(_, path) {
    const table = tpchTables.find(({ name }) => name === path.at(-1))
    if (!table) return { unavailable: 'it does not exist' }
    return { columns: table.columns.map((column) => ({ ...column, nullable: false })) }
  },
  customSql: () => ({ unavailable: 'nobody described it' }),
  dataModel: () => ({ unavailable: 'it does not exist' }),
  friendlyNames: () => false,
})

/** The generated statement of a question, and the positions of the result columns in it. The tables are within `schema`. */
export function compileQuestion(
  { title, elements: own, answer }: Question,
  { dialect = 'duckdb', schema = [] }: { dialect?: string; schema?: readonly string[] } = {},
): { statement: Statement; places: number[] } {
  const elements = own.map((element) => ({ ...element, source: within(schema, element.source) }))
  const document = readDocument({ name: title, schemaVersion: 1, pages: [{ id: 'page', name: 'Page', elements }] })
  const outcome = compileElement(document, answer.elementId, goldenContext(catalogOn(dialect), { zone: 'UTC' }))
  if (!outcome.ok) throw new Error(`${title}: ${outcome.message} ${JSON.stringify(outcome.columns)}`)
  const problems = outcome.element.columns
    .flatMap((column) => column.problems)
    .filter((item) => item.severity === 'error')
  if (problems.length > 0) throw new Error(`${title}: ${JSON.stringify(problems)}`)
  const level = outcome.element.levels.find((item) => item.level === answer.level)
  if (!level) throw new Error(`${title}: no level ${answer.level}`)
  const places = answer.columns.map((id) => level.columns.findIndex((column) => column.id === id))
  if (places.includes(-1)) throw new Error(`${title}: a column of the answer is not in level ${answer.level}`)
  return { statement: level.statement({ offset: 0, limit: answer.limit ?? 1_000_000 }), places }
}

/** A source with the path of its table within a schema. */
function within(schema: readonly string[], source: unknown): unknown {
  const { path } = source as { path?: readonly string[] }
  return path === undefined ? source : { ...(source as object), path: [...schema, ...path] }
}

/** A cell in the same form for both ways: numbers to ten digits, whatever their type. */
export function plainCell(cell: DuckDBValue | undefined): string | number | null {
  if (cell === null || cell === undefined) return null
  const text = String(cell)
  return text !== '' && Number.isFinite(Number(text)) ? Number(Number(text).toPrecision(10)) : text
}

/** Every row of a statement, so that both ways do the same work. */
export async function rowsOf(connection: DuckDBConnection, { text, values }: Statement): Promise<DuckDBValue[][]> {
  const bound = values.map(({ type, value }, index): [string, DuckDBValue] => {
    if (value === null || typeof value === 'object') throw new Error('Questions bind plain values.')
    return [String(index + 1), type.kind === 'int64' ? BigInt(value) : value]
  })
  return (await connection.runAndReadAll(text, Object.fromEntries(bound))).getRows()
}
