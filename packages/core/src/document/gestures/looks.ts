import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { columnNames } from '../names.ts'
import { type ConditionalFormatEntry, changeElement, withExtra, without } from './change-element.ts'
import { freeName } from './columns.ts'

/** Sets the rules for cell colours, in order; the last matching rule wins. */
export function setConditionalFormats(
  document: WorkbookDocument,
  elementId: string,
  rules: readonly ConditionalFormatEntry[],
): DocumentEdit[] {
  return changeElement(document, elementId, (element) =>
    rules.length > 0 ? { ...element, conditionalFormats: [...rules] } : without(element, 'conditionalFormats'),
  )
}

/**
 * Shows or hides the grand total of calculations. The total is a summary column with the same formula, computed by the data platform over
 * all rows; `x.totals` records which column it is the total of, so that the table draws it in the last row.
 */
export function setGrandTotal(
  document: WorkbookDocument,
  elementId: string,
  columnIds: readonly string[],
  isShown: boolean,
  newId: () => string,
): DocumentEdit[] {
  return changeElement(document, elementId, (element) => {
    const totals = totalsOf(element)
    const names = columnNames(element.columns)
    const taken = new Set(names.values())
    let next = element
    const after = { ...totals }
    for (const id of columnIds) {
      const column = element.columns.find((each) => each.id === id)
      const total = totals[id]
      if (isShown && column && total === undefined) {
        const totalId = newId()
        const name = freeName(`Total of ${names.get(id) ?? ''}`.trim(), taken)
        taken.add(name)
        const { hidden: _hidden, style: _style, link: _link, ...fields } = column
        const columns = [...next.columns, { ...fields, id: totalId, name }]
        next = { ...next, columns, summary: [...(next.summary ?? []), totalId] }
        after[id] = totalId
      } else if (!isShown && total !== undefined) {
        const summary = (next.summary ?? []).filter((each) => each !== total)
        next = { ...next, columns: next.columns.filter((each) => each.id !== total), summary }
        if (summary.length === 0) next = without(next, 'summary')
        delete after[id]
      }
    }
    return withExtra(next, 'totals', Object.keys(after).length > 0 ? after : undefined)
  })
}

/** The summary column with the total of a column, by column id. */
export function totalsOf({ x }: BaseElement): Record<string, string> {
  const totals = isRecord(x) && isRecord(x.totals) ? x.totals : {}
  return Object.fromEntries(
    Object.entries(totals).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
