import type { DataElement, DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { layoutNodes } from './layout.ts'
import { columnsOf, findElement, isDataElement } from './lookups.ts'
import { columnNames, elementName } from './names.ts'

const suffix = '~cards'
const reads = /\[([^[\]/]+) repeated container\//gi

/** Id of the element with a row for each card of a repeated container; it exists only while a page is read. */
export const cardsIdOf = ({ id }: Pick<DocumentElement, 'id'>): string => `${id}${suffix}`

/** Whether the id is one of such an element, which shows rows and no summary. */
export const isCardsId = (elementId: string): boolean => elementId.endsWith(suffix)

export const isRepeated = ({ kind }: Pick<DocumentElement, 'kind'>): boolean => kind === 'repeated-container'

/** Whether the element can be shown as cards: tables and input tables of a document. */
export const isTableOfCards = (element: DocumentElement): boolean =>
  (element.kind === 'table' || element.kind === 'input-table') && isDataElement(element)

/** A formula on a card, as the rows of the cards compute it; null for a formula that reads no row. */
export function formulaOfCard(formula: string): string | null {
  const own = formula.replaceAll(reads, '[$1/')
  return own === formula ? null : own
}

/** The prefix with which elements on a card refer to the columns of its row; null when the source has no name. */
export function cardPrefix(document: WorkbookDocument, { source }: DocumentElement): string | null {
  const table = tableOf(document, source)
  const name = table && elementName(table)
  return name ? `${name} repeated container` : null
}

/** The table of the document that a repeated container shows. */
export function cardTable(document: WorkbookDocument, { source }: DocumentElement): DocumentElement | undefined {
  return tableOf(document, source)
}

const holders = new WeakMap<WorkbookDocument, ReadonlyMap<string, DocumentElement>>()

/** The repeated container on whose cards an element is placed. */
export function cardHolderOf(document: WorkbookDocument, elementId: string): DocumentElement | undefined {
  const known = holders.get(document) ?? holdersIn(document)
  holders.set(document, known)
  return known.get(elementId)
}

function holdersIn(document: WorkbookDocument): Map<string, DocumentElement> {
  const found = new Map<string, DocumentElement>()
  for (const root of document.layout) {
    for (const node of layoutNodes(root)) {
      const element = findElement(document, node.elementId)
      if (!element || !isRepeated(element) || node.tag !== 'Container') continue
      for (const inner of layoutNodes(node)) found.set(inner.elementId, element)
    }
  }
  return found
}

/** The element with the rows of the cards: the rows of the source, filtered and sorted by its columns, without visible columns. */
export function rowsOfCards(document: WorkbookDocument, container: DocumentElement): DataElement {
  const { source, filters, sort } = container
  const table = tableOf(document, source)
  const names = table ? columnNames(columnsOf(table)) : new Map<string, string>()
  const prefix = (table && elementName(table)) ?? ''
  const used = [
    ...[...entries(filters), ...entries(sort)].map(({ columnId }) => String(columnId)),
    ...columnsInActions(document, container).filter((columnId) => names.has(columnId)),
  ]
  const id = cardsIdOf(container)
  return {
    id,
    kind: 'table',
    name: id,
    source: source as DataElement['source'],
    columns: [...new Set(used)].map((columnId) => ({
      id: columnId,
      name: `~${columnId}`,
      formula: `[${prefix}/${names.get(columnId) ?? columnId}]`,
    })),
    ...(Array.isArray(filters) ? { filters: filters as DataElement['filters'] } : {}),
    ...(Array.isArray(sort) ? { sort } : {}),
  }
}

/** Columns whose values are used by the actions of elements on the cards. */
function columnsInActions(document: WorkbookDocument, container: DocumentElement): string[] {
  return Object.values(document.elements).flatMap((element) => {
    const isOnCard = Array.isArray(element.actions) && cardHolderOf(document, element.id)?.id === container.id
    return isOnCard ? columnValuesIn(element.actions) : []
  })
}

function columnValuesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(columnValuesIn)
  if (!isRecord(node)) return []
  const own = node.type === 'column' && typeof node.column === 'string' ? [node.column] : []
  return [...own, ...Object.values(node).flatMap(columnValuesIn)]
}

const entries = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isRecord) : [])

function tableOf(document: WorkbookDocument, source: unknown): DocumentElement | undefined {
  if (!isRecord(source) || source.kind !== 'table' || typeof source.elementId !== 'string') return undefined
  return findElement(document, source.elementId)
}
