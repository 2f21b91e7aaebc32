import type { BaseElement, DocumentElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { columnNames } from './names.ts'

/** Translated texts by their source texts. */
export type Phrases = ReadonlyMap<string, string>

/** Fields of elements that contain texts for readers. */
const textFields = ['name', 'description', 'body', 'text', 'label'] as const

/**
 * A document for display, with the author's texts translated: names of pages, tabs and overlays, titles, descriptions, texts, labels of
 * controls and buttons, and names of columns. `dynamic` translates only texts with `{{formula}}` parts, without columns, and `plain`
 * translates the others: the first must run before the formulas are replaced by marks, the second after every column has got its name.
 */
export function translateDocument(
  document: WorkbookDocument,
  phrases: Phrases,
  which: 'dynamic' | 'plain',
): WorkbookDocument {
  if (phrases.size === 0) return document
  return mapTexts(document, (text) => phrases.get(text) ?? phrases.get(text.trim()) ?? text, which)
}

/** Every text of a document that `translateDocument` translates, once, in the order of the document. Columns without a name count by the name that readers see. */
export function translatableTexts(document: WorkbookDocument): string[] {
  const texts = new Set<string>()
  const note = (text: string) => {
    if (text.trim() !== '') texts.add(text.trim())
    return text
  }
  const elements = Object.entries(document.elements).map(([id, element]): [string, DocumentElement] => {
    if (!('columns' in element) || !Array.isArray(element.columns)) return [id, element]
    const names = columnNames(element.columns)
    const columns = element.columns.map((column) => ({ ...column, name: names.get(column.id) ?? column.name }))
    return [id, { ...element, columns } as DocumentElement]
  })
  const named = { ...document, elements: Object.fromEntries(elements) }
  for (const which of ['plain', 'dynamic'] as const) mapTexts(named, note, which)
  return [...texts]
}

function mapTexts(
  document: WorkbookDocument,
  translate: (text: string) => string,
  which: 'dynamic' | 'plain',
): WorkbookDocument {
  const say = (text: string) => (text.includes('{{') === (which === 'dynamic') ? translate(text) : text)
  const elements = Object.entries(document.elements).map(([id, element]) => [id, translated(element, say, which)])
  return {
    ...document,
    pages: document.pages.map((page) => named(page, say)),
    overlays: document.overlays.map((overlay) => named(overlay, say)),
    elements: Object.fromEntries(elements),
  }
}

function named<Part extends { name?: string | undefined }>(part: Part, say: (text: string) => string): Part {
  return typeof part.name === 'string' ? { ...part, name: say(part.name) } : part
}

function translated(
  element: DocumentElement,
  say: (text: string) => string,
  which: 'dynamic' | 'plain',
): DocumentElement {
  const base: BaseElement = element
  const texts = textFields.flatMap((field): [string, unknown][] => {
    const value = base[field]
    if (typeof value === 'string') return [[field, say(value)]]
    return isRecord(value) && typeof value.text === 'string' ? [[field, { ...value, text: say(value.text) }]] : []
  })
  const { columns, tabs } = base
  const list = (entries: unknown, fields: readonly string[]) =>
    Array.isArray(entries) ? entries.map((entry) => withTexts(entry, fields, say)) : entries
  return {
    ...element,
    ...Object.fromEntries(texts),
    ...(which === 'plain' && columns !== undefined ? { columns: list(columns, ['name', 'description']) } : {}),
    ...(tabs === undefined ? {} : { tabs: list(tabs, ['name']) }),
  } as DocumentElement
}

function withTexts(entry: unknown, fields: readonly string[], say: (text: string) => string): unknown {
  if (!isRecord(entry)) return entry
  const texts = fields.flatMap((field): [string, string][] => {
    const value = entry[field]
    return typeof value === 'string' ? [[field, say(value)]] : []
  })
  return { ...entry, ...Object.fromEntries(texts) }
}
