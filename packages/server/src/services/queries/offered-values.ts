import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import type { ChoicesSource, DataElement, FormulaBinding, WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Cell, ResultColumn, ValueType } from '@octavo/core/types'
import { serviceOf } from '../service/service.ts'
import type { QueriedDocument } from './element-compiler.ts'
import type { Queries } from './queries.ts'

export type OfferedValues = ReturnType<typeof createOfferedValues>

/** A value to enter. */
type Wanted = string | number | boolean

interface Choices {
  values: (string | number)[]
  hasMore: boolean
}

/** Maximum values that one statement looks for. */
const valuesAtOnce = 1000
const elementId = 'octavo-offered-values'
const formula = '[Source/Value]'
/** Errors caused by the document and not by the platform. */
const ofDocument: readonly string[] = ['element_invalid', 'element_has_no_data', 'not_found']

/** The values of a column of a document's element as the viewer sees it, ignoring filters of controls: they are choices of another column. */
export function createOfferedValues(parts: Parts) {
  return serviceOf(parts, { missing, list })
}

interface Parts {
  queries: Queries
}

/** The values that do not exist in the column. Throws `invalid_request` when the column cannot be read. */
async function missing(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  source: ChoicesSource,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Wanted[]> {
  const left = new Set(wanted)
  const all = [...left]
  for (let at = 0; at < all.length; at += valuesAtOnce) {
    const values = all.slice(at, at + valuesAtOnce)
    const filters: Filters = [{ id: 'wanted', columnId: 'value', kind: 'list', mode: 'include', values }]
    const question = withQuestion(document, source, filters)
    const found = new Set(
      (await read(parts, viewer, question, { limit: values.length, refresh: true }, signal)).values.map(String),
    )
    for (const value of values) if (found.has(String(value))) left.delete(value)
  }
  return [...left]
}

/** The values in ascending order, or those that contain a text, ignoring case. Throws `invalid_request` when the column cannot be read. */
async function list(
  parts: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  source: ChoicesSource,
  { search = '', most }: { search?: string | undefined; most: number },
  signal: AbortSignal,
): Promise<Choices> {
  const present = { id: 'present', columnId: 'value', kind: 'list', mode: 'exclude', values: [null] } as const
  const contains = { id: 'text', columnId: 'text', kind: 'text-match', mode: 'contains', case: 'insensitive' } as const
  const filters: Filters = search === '' ? [present] : [present, { ...contains, value: search }]
  return read(parts, viewer, withQuestion(document, source, filters), { limit: most, refresh: false }, signal)
}

async function read(
  { queries }: Parts,
  viewer: Viewer,
  document: QueriedDocument,
  { limit, refresh }: { limit: number; refresh: boolean },
  signal: AbortSignal,
): Promise<Choices> {
  try {
    const query = { document, elementId, window: { offset: 0, limit }, refresh, purpose: 'worksheet' as const }
    const { columns, batches, truncated } = await queries.run(viewer, query, signal)
    const [column] = columns
    const values = batches.flatMap((batch) =>
      (batch.columns[0]?.values ?? []).flatMap((cell) => enteredValue(cell, column)),
    )
    return { values, hasMore: truncated }
  } catch (error) {
    if (!isAppError(error) || !ofDocument.includes(error.code)) throw error
    throw new AppError('invalid_request', { reason: `The choices of a column cannot be read: ${error.message}` })
  }
}

type Filters = NonNullable<DataElement['filters']>

/** The document with an added element that returns a row for each value of the column that the filters accept, in ascending order. */
function withQuestion(
  document: QueriedDocument,
  { element, column }: ChoicesSource,
  filters: Filters,
): QueriedDocument {
  const { content } = document
  const binding: FormulaBinding = {
    start: 0,
    end: formula.length,
    kind: 'column',
    elementId: element,
    columnId: column,
  }
  const question: DataElement = {
    id: elementId,
    kind: 'table',
    source: { kind: 'table', elementId: element },
    columns: [
      { id: 'value', name: 'Value', formula },
      { id: 'text', name: 'Text', formula: 'Text([Value])' },
    ],
    groupings: [{ id: 'each', groupBy: ['value'], sort: [{ columnId: 'value', direction: 'ascending' }] }],
    filters: [...filters],
  }
  const asked = JSON.stringify([element, column, filters])
  return {
    ...document,
    versionKey: `${document.versionKey} values ${createHash('sha256').update(asked).digest('hex')}`,
    content: {
      ...content,
      elements: { ...withoutTargets(content.elements), [elementId]: question },
      bindings: { ...content.bindings, [elementId]: { 'columns[0].formula': [binding] } },
    },
  }
}

/** Values that readers choose in controls must not remove choices. */
function withoutTargets(elements: WorkbookDocument['elements']): WorkbookDocument['elements'] {
  const entries = Object.entries(elements).map(([id, element]) =>
    element.kind === 'control' ? [id, { ...element, filters: [], targets: [] }] : [id, element],
  )
  return Object.fromEntries(entries)
}

/** A cell as the value that is entered for it; nothing for null. */
function enteredValue(cell: Cell, column: ResultColumn | undefined): (string | number)[] {
  if (cell === null) return []
  if (isNumeric(column?.type)) return [Number(cell)]
  return [column?.type.kind === 'date' ? `${cell}T00:00:00` : String(cell)]
}

const isNumeric = (type: ValueType | undefined) =>
  type?.kind === 'int64' || type?.kind === 'decimal' || type?.kind === 'float64'
