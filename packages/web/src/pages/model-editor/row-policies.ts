import { columnNames, type DocumentEdit, type TableElement } from '@octavo/core/document'
import { printReference, quoteText } from '@octavo/core/formula'

/** A hidden column that says whether a reader can see a row, and the filter that uses it. */
export interface RowPolicy {
  columnId: string
  name: string
  formula: string
  filterId: string
}

/** The policies of a table: filters that keep the rows for which a formula about the reader is true. */
export function rowPoliciesOf({ columns, filters = [] }: TableElement): RowPolicy[] {
  return filters.flatMap((filter): RowPolicy[] => {
    const column = columns.find(({ id }) => id === filter.columnId)
    if (column?.hidden !== true || !/^CurrentUser/.test(column.formula)) return []
    return [{ columnId: column.id, name: column.name ?? column.id, formula: column.formula, filterId: filter.id }]
  })
}

/** The edits that limit rows to readers whose user attribute has the value of a column. */
export function policyEdits(
  element: TableElement,
  { columnId, attribute, name }: { columnId: string; attribute: string; name: string },
  newId: () => string,
): DocumentEdit[] {
  const at = { id: element.id }
  const { columns, filters = [] } = element
  const reference = printReference([columnNames(columns).get(columnId) ?? columnId])
  const formula = `CurrentUserAttributeText(${quoteText(attribute)}) = ${reference}`
  const column = { id: newId(), name: freeName(element, name), formula, hidden: true }
  const filter = { id: newId(), columnId: column.id, kind: 'list', mode: 'include', values: [true] }
  return [
    { op: 'insert', at: ['elements', at, 'columns'], entry: column, after: columns.at(-1)?.id ?? null },
    filters.length === 0
      ? { op: 'set', at: ['elements', at, 'filters'], value: [filter] }
      : { op: 'insert', at: ['elements', at, 'filters'], entry: filter, after: filters.at(-1)?.id ?? null },
  ]
}

/** The edits that remove a policy: everybody sees all rows again. */
export function withoutPolicy({ id, filters = [] }: TableElement, policy: RowPolicy): DocumentEdit[] {
  return [
    filters.length === 1
      ? { op: 'set', at: ['elements', { id }, 'filters'] }
      : { op: 'remove', at: ['elements', { id }, 'filters'], id: policy.filterId },
    { op: 'remove', at: ['elements', { id }, 'columns'], id: policy.columnId },
  ]
}

function freeName({ columns }: TableElement, wanted: string): string {
  const taken = new Set(columnNames(columns).values())
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
  return name
}
