import type { DataElement, DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { layoutNodes } from './layout.ts'
import { columnsOf, findElement, isDataElement } from './lookups.ts'
import { columnNames, elementName } from './names.ts'

const suffix = '~cards'
const reads = /\[([^[\]/]+) repeated container\//gi

/** The element that exists only while a page is read and has a row for each card of a repeated container. */
export const cardsIdOf = ({ id }: Pick<DocumentElement, 'id'>): string => `${id}${suffix}`

/** Of such an element the rows are shown, and not the one above all of them. */
export const isCardsId = (elementId: string): boolean => elementId.endsWith(suffix)

export const isRepeated = ({ kind }: Pick<DocumentElement, 'kind'>): boolean => kind === 'repeated-container'

/** Tables and input tables of a document can be shown as cards. */
export const isTableOfCards = (element: DocumentElement): boolean =>
  (element.kind === 'table' || element.kind === 'input-table') && isDataElement(element)

/** A formula on a card as the rows of the cards compute it; null for one that reads no row. */
export function formulaOfCard(formula: string): string | null {
  const own = formula.replaceAll(reads, '[$1/')
  return own === formula ? null : own
}

/** The prefix by which what stands on a card names the columns of its row; null where the source has no name here. */
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

/** The repeated container on whose cards an element stands. */
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

/** The rows of the cards: those of the source, filtered and sorted by its columns, without a column that is shown. */
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

/** Columns whose values the actions of what stands on the cards use. */
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
