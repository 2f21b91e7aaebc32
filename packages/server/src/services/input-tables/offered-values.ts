import { createHash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import type { DataElement, FormulaBinding, WorkbookDocument } from '@octavo/core/document'
import { AppError, isAppError } from '@octavo/core/errors'
import type { Cell, ResultColumn, ValueType } from '@octavo/core/types'
import type { QueriedDocument } from '../queries/element-compiler.ts'
import type { Queries } from '../queries/queries.ts'

export type OfferedValues = ReturnType<typeof createOfferedValues>

/** A value to enter. */
type Wanted = string | number | boolean

/** Maximum values that one statement looks for. */
const valuesAtOnce = 1000
const elementId = 'octavo-offered-values'
const formula = '[Source/Value]'
/** Errors caused by the document and not by the platform. */
const ofDocument: readonly string[] = ['element_invalid', 'element_has_no_data', 'not_found']

/** Checks which values exist in a column of a document's element as the viewer sees it, ignoring filters of controls. */
export function createOfferedValues({ queries }: { queries: Queries }) {
  return {
    /** The values that do not exist in the column. Throws `invalid_request` when the column cannot be read. */
    async missing(
      viewer: Viewer,
      document: QueriedDocument,
      source: { element: string; column: string },
      wanted: readonly Wanted[],
      signal: AbortSignal,
    ): Promise<Wanted[]> {
      const left = new Set(wanted)
      const all = [...left]
      for (let at = 0; at < all.length; at += valuesAtOnce) {
        const values = all.slice(at, at + valuesAtOnce)
        const found = await read(viewer, withQuestion(document, source, values), values.length, signal)
        for (const value of values) if (found.has(String(value))) left.delete(value)
      }
      return [...left]
    },
  }

  async function read(viewer: Viewer, document: QueriedDocument, limit: number, signal: AbortSignal) {
    try {
      const query = { document, elementId, window: { offset: 0, limit }, refresh: true, purpose: 'worksheet' as const }
      const { columns, batches } = await queries.run(viewer, query, signal)
      const [column] = columns
      return new Set(
        batches.flatMap((batch) => (batch.columns[0]?.values ?? []).flatMap((cell) => textOf(cell, column))),
      )
    } catch (error) {
      if (!isAppError(error) || !ofDocument.includes(error.code)) throw error
      throw new AppError('invalid_request', { reason: `The choices of a column cannot be read: ${error.message}` })
    }
  }
}

/** The document with an added element that returns a row for each of the values that the column contains. */
function withQuestion(
  document: QueriedDocument,
  { element, column }: { element: string; column: string },
  values: readonly Wanted[],
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
    columns: [{ id: 'value', name: 'Value', formula }],
    groupings: [{ id: 'each', groupBy: ['value'] }],
    filters: [{ id: 'wanted', columnId: 'value', kind: 'list', mode: 'include', values: [...values] }],
  }
  const asked = JSON.stringify([element, column, values])
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

/** A cell as the text that is entered for it. */
function textOf(cell: Cell, column: ResultColumn | undefined): string[] {
  if (cell === null) return []
  return [
    isNumeric(column?.type) ? String(Number(cell)) : column?.type.kind === 'date' ? `${cell}T00:00:00` : String(cell),
  ]
}

const isNumeric = (type: ValueType | undefined) =>
  type?.kind === 'int64' || type?.kind === 'decimal' || type?.kind === 'float64'
