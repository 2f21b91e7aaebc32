import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDataElement, type WorkbookDocument } from '@octavo/core/document'
import type { CompileContext, PlanCatalog, StoredRows } from '@octavo/core/plan'
import type { LevelName, ValueType } from '@octavo/core/types'
import { goldenCatalog, goldenContext, readDocument } from './run-case.ts'

/** A realistic document, with its rows and its SQL in a folder. */
export interface GoldenCase {
  name: string
  /** The purpose of the case, from the description of the document. */
  reason: string
  folder: string
  document: WorkbookDocument
  /** Elements whose SQL and rows are stored: the elements on visible pages. */
  shown: string[]
  /** Relations that are also computed by SQL written by hand. */
  expected: { elementId: string; level: LevelName; sql: string }[]
  settings: CaseSettings
}

/** `context.json`: other settings of a case. */
interface CaseSettings extends Partial<CompileContext> {
  /** Engines that cannot run it, with the reason. */
  not?: Record<string, string>
  /** Dialects for which the document does not compile, with the message. */
  unable?: Record<string, string>
  /** The files of all dialects contain every level, because the subject of the case is not in its flat relation. */
  everyLevel?: true
  /** Rows that Octavo stores, by the id of the CSV or the input table; cells as the texts that are sent with statements. */
  storedRows?: Record<string, { name?: string; columns?: StoredRows['columns']; rows: Record<string, string>[] }>
  /** Columns of the custom SQL of the case, as the engine would describe them. */
  customSql?: { columns: { name: string; type: ValueType; nullable: boolean }[] }
}

const here = new URL('.', import.meta.url)

export const goldenCases: readonly GoldenCase[] = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/document.json`, here)))
  .map((entry) => readCase(entry.name))

export function contextOf({ settings: { customSql, storedRows = {}, not: _not, unable: _unable, everyLevel: _every, ...overrides } }: GoldenCase, dialect: string): CompileContext {
  const kept: PlanCatalog['storedRows'] = (source) => {
    const id = source.kind === 'csv' ? source.csvId : source.elementId
    const found = storedRows[id]
    return found ? storedRowsOf(id, found) : { unavailable: 'nobody keeps them' }
  }
  const described: { customSql?: PlanCatalog['customSql'] } = customSql ? { customSql: () => customSql } : {}
  return goldenContext({ ...goldenCatalog({ dialect, ...described }), storedRows: kept }, overrides)
}

function storedRowsOf(id: string, { name = '', columns = [], rows }: NonNullable<CaseSettings['storedRows']>[string]): StoredRows {
  const cells = (row: Record<string, string>, asked: readonly { id: string }[]) =>
    Object.fromEntries(asked.flatMap((column, index) => (row[column.id] === undefined ? [] : [[`c_${index + 1}`, row[column.id]]])))
  return { rowsId: id, name, columns, json: (asked) => JSON.stringify(rows.map((row) => cells(row, asked))) }
}

function readCase(name: string): GoldenCase {
  const folder = new URL(`${name}/`, here)
  const read = (file: string) => {
    const url = new URL(file, folder)
    return existsSync(url) ? readFileSync(url, 'utf8') : null
  }
  const body: { description?: string } = JSON.parse(read('document.json') ?? '{}')
  const document = readDocument(body)
  const isHidden = new Set(document.pages.filter((page) => page.visibility === 'hidden').flatMap((page) => page.elementIds))
  const shown = Object.values(document.elements)
    .filter((element) => isDataElement(element) && !isHidden.has(element.id))
    .map((element) => element.id)
  const settings: CaseSettings = JSON.parse(read('context.json') ?? '{}')
  const expected = readExpected(read('expected.sql') ?? '')
  const reason = body.description ?? ''
  return { name, reason, folder: fileURLToPath(folder), document, shown, expected, settings }
}

/** Statements below lines `-- element level`. */
function readExpected(text: string): GoldenCase['expected'] {
  return [...text.matchAll(/^-- (\S+) (\S+)\n([\s\S]*?);\n(?=\n-- |(?![\s\S]))/gm)].map(([, elementId = '', level = '', sql = '']) => ({
    elementId,
    level: level as LevelName,
    sql,
  }))
}
