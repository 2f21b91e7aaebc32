import {
  columnNames,
  columnsOf,
  findElement,
  type Relationship,
  type TableElement,
  type WorkbookDocument,
} from '@octavo/core/document'

export interface KeyPair {
  sourceColumnId: string
  targetColumnId: string
}

/** The names of the columns of an element, in its order; empty if it no longer exists. */
export function namesOf(document: WorkbookDocument, elementId: string): ReadonlyMap<string, string> {
  const element = findElement(document, elementId)
  return columnNames(element ? columnsOf(element) : [])
}

/** The keys of a relationship for people: `Product Id = Product Id`. */
export function pairsInWords(
  document: WorkbookDocument,
  element: TableElement,
  { targetElementId, keys }: Relationship,
) {
  const own = namesOf(document, element.id)
  const other = namesOf(document, targetElementId)
  return keys
    .map(({ sourceColumnId: source, targetColumnId: target }) => {
      return `${own.get(source) ?? source} = ${other.get(target) ?? target}`
    })
    .join(', ')
}

/** A pair of columns with the same name; pairs that look like keys come first. Null if no names are equal. */
export function proposedPair(own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): KeyPair | null {
  const pairs = [...own].flatMap(([sourceColumnId, name]) => {
    const twin = [...other].find(([, candidate]) => candidate.toLowerCase() === name.toLowerCase())
    return twin ? [{ sourceColumnId, targetColumnId: twin[0], isKey: /\b(id|key|code)\b/i.test(name) }] : []
  })
  const found = pairs.find(({ isKey }) => isKey) ?? pairs[0]
  return found ? { sourceColumnId: found.sourceColumnId, targetColumnId: found.targetColumnId } : null
}
