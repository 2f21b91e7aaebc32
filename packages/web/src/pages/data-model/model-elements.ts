import {
  type DocumentElement,
  elementLabel,
  elementsOfPage,
  isControl,
  leafSources,
  sourceName,
  type TableElement,
  type WorkbookDocument,
} from '@octavo/core/document'

export interface ElementGroup {
  pageId: string
  /** Null where the data model has one page only. */
  name: string | null
  elements: DocumentElement[]
}

export const isTable = (element: DocumentElement): element is TableElement => element.kind === 'table'

/** The tables and controls of each page that has any, the tables first. */
export function listedElements(content: WorkbookDocument): ElementGroup[] {
  return content.pages.flatMap(({ id, name }) => {
    const all = elementsOfPage(content, id)
    const elements = [...all.filter(isTable), ...all.filter(isControl)]
    if (elements.length === 0) return []
    return [{ pageId: id, name: content.pages.length > 1 ? name : null, elements }]
  })
}

/** The name for people: for a control its label, or the id by which formulas refer to it. */
export function shownName(element: DocumentElement): string {
  if (isControl(element)) return element.name || element.controlId
  return elementLabel(element)
}

export interface ReadSource {
  /** Unique among the sources of the element. */
  key: string
  kind: string
  name: string
  /** The table of the same data model. */
  elementId?: string
  /** Another data model. */
  dataModelId?: string
}

/** The other tables of the data model that read one of them. */
export function readersOf(content: WorkbookDocument, { id }: TableElement): TableElement[] {
  return Object.values(content.elements)
    .filter(isTable)
    .filter(
      (element) =>
        element.id !== id &&
        leafSources(element.source).some(({ elementId, kind }) => kind === 'table' && elementId === id),
    )
}

/** What a table reads, each source once. */
export function readSources(content: WorkbookDocument, { source }: TableElement): ReadSource[] {
  const found = leafSources(source).map((leaf): ReadSource => {
    const { kind, path, elementId, dataModelId } = leaf
    if (kind === 'table' && typeof elementId === 'string') {
      const element = content.elements[elementId]
      return { key: `table ${elementId}`, kind, name: element ? shownName(element) : elementId, elementId }
    }
    if (kind === 'data-model' && typeof dataModelId === 'string') {
      return { key: `data-model ${dataModelId} ${elementId}`, kind, name: String(elementId), dataModelId }
    }
    const name = Array.isArray(path) ? path.join('.') : (sourceName(leaf) ?? String(kind))
    return { key: `${kind} ${name}`, kind: String(kind), name }
  })
  return [...new Map(found.map((each) => [each.key, each])).values()]
}
