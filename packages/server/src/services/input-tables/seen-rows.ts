import { createHash } from 'node:crypto'
import { decide, type Viewer } from '@octavo/core/access'
import {
  type DataElement,
  type FormulaBinding,
  inputColumn,
  inputColumnOrigin,
  isDataElement,
  isLinkedTable,
  type ReaderFilters,
  readerFilters,
  scanReferences,
  type WorkbookDocument,
} from '@octavo/core/document'
import { isAppError } from '@octavo/core/errors'
import type { Store } from '../../store/index.ts'
import type { InputRow } from '../../store/input-rows.ts'
import { findMembers } from '../../store/members.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { ElementCompiler, QueriedDocument } from '../queries/element-compiler.ts'
import { queriedDocument } from '../queries/element-descriptions.ts'
import type { Queries } from '../queries/queries.ts'
import { serviceOf } from '../service/service.ts'
import { refusedChange } from './refused-change.ts'
import { inputRows } from './stored-rows.ts'

export type SeenRows = ReturnType<typeof createSeenRows>

/** Determines which rows of an input table a writer sees who may not change the filters that hide rows from them. */
export function createSeenRows(parts: Parts) {
  return serviceOf(parts, { readerFiltersOf })
}

interface Parts {
  store: Store
  queries: Queries
  compiler: ElementCompiler
}

/**
 * Queries the data platform for the ids of those of the given rows, stored or not, that the writer sees or would see.
 */
export type SeenAmong = (rows: readonly InputRow[], signal: AbortSignal) => Promise<Set<string>>

/**
 * Null when no row of the table is hidden from the writer: nothing in the table depends on the reader, or the writer may edit the workbook
 * and therefore its policies. `whole`: hidden rows can only be determined for all rows at once.
 */
async function readerFiltersOf(
  parts: Parts,
  viewer: Viewer,
  { open, element }: { open: OpenDocument; element: WorkbookDocument['elements'][string] },
  signal: AbortSignal,
): Promise<'whole' | SeenAmong | null> {
  if (decide(viewer, open.record.facts, 'edit').allowed || !isDataElement(element)) return null
  const document = queriedDocument(open)
  const byReader = readerFilters(document.content, element)
  if (byReader?.isOverRows) return 'whole'
  if (!byReader && !(await readsFiltered(parts, viewer, document, element, signal))) return null
  const question = withQuestion(document, element, byReader)
  return async (rows, asking) => {
    const seen = new Set<string>()
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      for (const rowId of await ask(parts, viewer, question, rows.slice(at, at + rowsAtOnce), asking)) seen.add(rowId)
    }
    return seen
  }
}

/**
 * Whether the rows of the element that a table is linked to may differ between readers, including through documents
 * that the element reads.
 */
async function readsFiltered(
  { compiler }: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  element: DataElement,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isLinkedTable(element) || element.source.kind !== 'linked') return false
  const scope = await compiler.begin(viewer, document, {})
  const outcome = await compiler.compile(scope, element.source.from, [], signal)
  return !outcome.ok || outcome.element.usesViewer
}

/** Maximum rows in one statement. */
const rowsAtOnce = 2000
const questionId = 'octavo-seen-rows'
/**
 * Column with the id of each row in the statement. A linked table returns other rows too, without an id in this column.
 */
const nameColumn = 'octavo-row-name'
/** Errors caused by the document and not by the platform. */
const ofDocument: readonly string[] = ['element_invalid', 'element_has_no_data', 'not_found', 'control_required']

async function ask(
  { store, queries }: Parts,
  viewer: Viewer,
  question: QueriedDocument,
  rows: readonly InputRow[],
  signal: AbortSignal,
): Promise<string[]> {
  const named = rows.map((row) => ({
    ...row,
    cells: JSON.stringify({ ...(JSON.parse(row.cells) as object), [nameColumn]: row.row_id }),
  }))
  const writers = [...new Set(rows.flatMap((row) => [row.created_by, row.updated_by]))]
  const members = await findMembers(store.db, viewer.organizationId, writers)
  const emails = new Map([...members].map(([id, { email }]) => [id, email]))
  const revision = createHash('sha256').update(JSON.stringify(named)).digest('hex')
  const given = { elementId: questionId, rows: inputRows(`given ${revision}`, named, emails), revision }
  try {
    const { columns, batches, truncated } = await queries.run(
      viewer,
      {
        document: { ...question, given },
        elementId: questionId,
        window: { offset: 0, limit: rowsAtOnce },
        refresh: true,
        purpose: 'worksheet',
      },
      signal,
    )
    if (truncated) throw new Error('The query for rows returned more rows than were requested.')
    const at = columns.findIndex(({ id }) => id === nameColumn)
    return batches.flatMap((batch) => (batch.columns[at]?.values ?? []).map(String))
  } catch (error) {
    if (!isAppError(error) || !ofDocument.includes(error.code)) throw error
    throw refusedChange('elementId', { code: 'rows_not_computed', values: { value: error.message } })
  }
}

/**
 * The document with an element whose rows are those of the query, without rows that the filters hide from the reader. Elements that read
 * the table itself read its stored rows.
 */
function withQuestion(
  document: QueriedDocument,
  element: DataElement,
  byReader: ReaderFilters | null,
): QueriedDocument {
  const { content } = document
  const { filters = [], columnIds = new Set<string>() } = byReader ?? {}
  const columns: DataElement['columns'] = []
  const bindings: Record<string, FormulaBinding[]> = {}
  const bound = (Object.hasOwn(content.bindings, element.id) && content.bindings[element.id]) || {}
  for (const [index, column] of element.columns.entries()) {
    if (inputColumnOrigin(column).kind === 'formula' && !columnIds.has(column.id)) continue
    const own = bound[`columns[${index}].formula`]
    if (own) bindings[`columns[${columns.length}].formula`] = own.map((each) => asOwn(each, element.id, column.formula))
    columns.push(column)
  }
  columns.push(inputColumn({ id: nameColumn, type: 'text', name: nameColumn }))
  const { columnSecurities } = element
  const question: DataElement = {
    id: questionId,
    kind: element.kind,
    name: questionId,
    source: element.source,
    columns,
    filters: [...filters, { id: nameColumn, columnId: nameColumn, kind: 'list', mode: 'exclude', values: [null] }],
    ...(columnSecurities === undefined ? {} : { columnSecurities }),
  }
  const asked = createHash('sha256')
    .update(JSON.stringify([question, bindings]))
    .digest('hex')
  return {
    ...document,
    versionKey: `${document.versionKey} rows ${asked}`,
    content: {
      ...content,
      elements: { ...withoutTargets(content.elements), [questionId]: question },
      bindings: { ...content.bindings, [questionId]: bindings },
    },
  }
}

/**
 * A column name alone (`[Column]`) refers to the question's column; with a table name (`[Table/Column]`) it refers to
 * the table.
 */
function asOwn(binding: FormulaBinding, elementId: string, formula: unknown): FormulaBinding {
  if (binding.elementId !== elementId || binding.kind !== 'column' || typeof formula !== 'string') return binding
  const [reference] = scanReferences(formula.slice(binding.start, binding.end))
  return reference?.segments.length === 1 ? { ...binding, elementId: questionId } : binding
}

/** Removes targets of controls, because values that readers choose must neither hide nor show rows. */
function withoutTargets(elements: WorkbookDocument['elements']): WorkbookDocument['elements'] {
  const entries = Object.entries(elements).map(([id, element]) =>
    element.kind === 'control' ? [id, { ...element, filters: [], targets: [] }] : [id, element],
  )
  return Object.fromEntries(entries)
}
