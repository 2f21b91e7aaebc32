import type { BaseElement, WorkbookDocument } from '../api.ts'
import { setAtPath } from '../bindings.ts'
import { isRecord } from '../check-schema.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { formulaFields } from '../formula-fields.ts'
import { allElements, columnsOf, findElement, isControl } from '../lookups.ts'
import { columnNames, elementName } from '../names.ts'
import { editsBetween, withElement } from './change-element.ts'

/** The role of a text of a document. */
export type TextPart = 'page' | 'name' | 'text' | 'column' | 'formula' | 'sql' | 'control'

/** A text of the document that contains the search text. */
export interface FoundText {
  /** Unique within one search. */
  id: string
  part: TextPart
  /** The page, overlay or panel of the element; absent for an element that is on none. */
  pageId?: string
  /** Absent for the name of a page. */
  elementId?: string
  /** The column whose name, description or formula it is. */
  columnId?: string
  text: string
  /** Path in the element; absent when the text cannot be replaced, such as a name derived from a formula. */
  path?: string
}

const holderLists = ['pages', 'overlays', 'panels'] as const

/**
 * Names, titles, texts, columns, formulas, SQL and control ids that contain a text, in the order of pages and elements. Ignores case unless
 * `isExact`. An empty search text finds nothing.
 */
export function findTexts(document: WorkbookDocument, searchText: string, isExact = false): FoundText[] {
  if (searchText === '') return []
  return documentTexts(document).filter(({ text }) => matchesIn(text, searchText, isExact).length > 0)
}

/** Every text of a document that people read, in the order of pages and elements. */
export function documentTexts(document: WorkbookDocument): FoundText[] {
  const texts: FoundText[] = []
  const seen = new Set<string>()
  for (const list of holderLists) {
    for (const { id: pageId, name, elementIds } of document[list]) {
      if (typeof name === 'string' && name !== '') {
        texts.push({ id: `page ${pageId}`, part: 'page', pageId, text: name, path: `${list} ${pageId}` })
      }
      for (const elementId of elementIds) {
        const element = findElement(document, elementId)
        if (!element || seen.has(elementId)) continue
        seen.add(elementId)
        texts.push(...textsOf(element).map((text) => ({ ...text, pageId })))
      }
    }
  }
  return [...texts, ...allElements(document).flatMap((element) => (seen.has(element.id) ? [] : textsOf(element)))]
}

/** The edits that replace the search text in each of the found texts; a page whose name would become empty keeps it. */
export function replaceTexts(
  document: WorkbookDocument,
  found: readonly FoundText[],
  { searchText, by, isExact = false }: { searchText: string; by: string; isExact?: boolean },
): DocumentEdit[] {
  let next = document
  for (const { elementId, pageId, path, text } of found) {
    if (path === undefined) continue
    const after = replacedText(text, { searchText, by, isExact })
    const element = elementId === undefined ? undefined : findElement(next, elementId)
    if (element) next = withElement(next, setAtPath(element, path, after))
    else if (elementId === undefined && pageId !== undefined && after.trim() !== '')
      next = withName(next, pageId, after)
  }
  return editsBetween(document, next)
}

/** A text with every occurrence of the search text replaced. */
export function replacedText(
  text: string,
  { searchText, by, isExact = false }: { searchText: string; by: string; isExact?: boolean },
): string {
  let after = ''
  let from = 0
  for (const at of matchesIn(text, searchText, isExact)) {
    after += text.slice(from, at) + by
    from = at + searchText.length
  }
  return after + text.slice(from)
}

/** Offsets of the search text, without overlaps. */
function matchesIn(text: string, searchText: string, isExact: boolean): number[] {
  const fold = (value: string) => {
    const lower = value.toLowerCase()
    // Letters whose other case is longer would shift the offsets.
    return isExact || lower.length !== value.length ? value : lower
  }
  const [inside, wanted] = [fold(text), fold(searchText)]
  const places: number[] = []
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

function withName(document: WorkbookDocument, pageId: string, name: string): WorkbookDocument {
  const renamed = <Holder extends { id: string }>(holders: readonly Holder[]) =>
    holders.map((holder) => (holder.id === pageId ? { ...holder, name } : holder))
  const { pages, overlays, panels } = document
  return { ...document, pages: renamed(pages), overlays: renamed(overlays), panels: renamed(panels) }
}

type ElementText = FoundText & { elementId: string }

function textsOf(element: BaseElement): ElementText[] {
  const texts: ElementText[] = []
  const taken = new Set<string>()
  const add = (part: TextPart, path: string, text: unknown, more: { columnId?: string; isFixed?: boolean } = {}) => {
    if (typeof text !== 'string' || text === '' || taken.has(path)) return
    taken.add(path)
    const { columnId, isFixed = false } = more
    const id = `${element.id} ${path}`
    const own = { ...(columnId === undefined ? {} : { columnId }), ...(isFixed ? {} : { path }) }
    texts.push({ id, part, elementId: element.id, text, ...own })
  }
  for (const [field, part] of ownTexts) {
    const value = element[field]
    if (isRecord(value)) add(part, `${field}.text`, value.text)
    else add(part, field, value)
  }
  // A name that comes from the source can only change with the source.
  if (!taken.has('name') && !taken.has('name.text')) add('name', 'name', elementName(element), { isFixed: true })
  if (isControl(element)) add('control', 'controlId', element.controlId, { isFixed: true })
  const columns = columnsOf(element)
  const names = columnNames(columns)
  for (const [index, column] of columns.entries()) {
    const isFixed = typeof column.name !== 'string' || column.name === ''
    add('column', `columns[${index}].name`, names.get(column.id), { columnId: column.id, isFixed })
    add('text', `columns[${index}].description`, column.description, { columnId: column.id })
    add('formula', `columns[${index}].formula`, column.formula, { columnId: column.id })
  }
  if (isRecord(element.source)) add('sql', 'source.statement', element.source.statement)
  for (const { path, text, isName } of formulaFields(element)) {
    if (!isName) add('formula', path, text)
  }
  return texts
}

const ownTexts = [
  ['name', 'name'],
  ['description', 'text'],
  ['body', 'text'],
  ['text', 'text'],
  ['noDataText', 'text'],
] as const
