import { createHash } from 'node:crypto'
import type { DataElement, FormulaBinding, TableElement } from '@octavo/core/document'
import type { QueriedDocument } from '../queries/element-compiler.ts'

/** A column of a table of the document, as a column of a question. */
export interface RequestedColumn {
  id: string
  /** The table and its column to read. */
  from?: { elementId: string; columnId: string }
  /** Otherwise a formula over the columns of the question, or over other tables by `bound`. */
  formula?: string
  /** References of the formula to columns of other tables, by the name in the formula. */
  bound?: Readonly<Record<string, { elementId: string; columnId: string }>>
}

export interface TableQuestion {
  id: string
  source: { kind: 'table'; elementId: string; groupingId?: string }
  columns: readonly RequestedColumn[]
  fields?: Partial<TableElement>
}

const readColumn = '[Source/Value]'

/**
 * The document with added tables that query its existing tables. They are compiled like elements, so filters, controls and the viewer's row
 * policies apply to them.
 */
export function withQuestions(document: QueriedDocument, questions: readonly TableQuestion[]): QueriedDocument {
  const { content } = document
  const elements = { ...content.elements }
  const bindings = { ...content.bindings }
  for (const question of questions) {
    elements[question.id] = elementOf(question)
    bindings[question.id] = bindingsOf(question)
  }
  const asked = createHash('sha256').update(JSON.stringify(questions)).digest('hex')
  return {
    ...document,
    versionKey: `${document.versionKey} asked ${asked}`,
    content: { ...content, elements, bindings },
  }
}

function elementOf({ id, source, columns, fields }: TableQuestion): DataElement {
  const asked = columns.map((column) => ({ id: column.id, name: column.id, formula: column.formula ?? readColumn }))
  return { id, kind: 'table', source, columns: asked, ...fields }
}

function bindingsOf({ columns }: TableQuestion): Record<string, FormulaBinding[]> {
  const fields = columns.flatMap(({ from, formula = readColumn, bound = {} }, index): [string, FormulaBinding[]][] => {
    const targets = from ? { [readColumn]: from } : bound
    const found = Object.entries(targets).flatMap(([name, target]) =>
      placesOf(formula, name).map(
        (start): FormulaBinding => ({ start, end: start + name.length, kind: 'column', ...target }),
      ),
    )
    return found.length > 0 ? [[`columns[${index}].formula`, found.sort((a, b) => a.start - b.start)]] : []
  })
  return Object.fromEntries(fields)
}

function placesOf(formula: string, name: string): number[] {
  const places: number[] = []
  for (let at = formula.indexOf(name); at >= 0; at = formula.indexOf(name, at + 1)) places.push(at)
  return places
}
