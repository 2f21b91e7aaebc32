import { printReference } from '../../formula/index.ts'
import type { BaseElement, DocumentElement, FormulaBinding, WorkbookDocument } from '../api.ts'
import { setAtPath } from '../bindings.ts'
import { formulaFields } from '../formula-fields.ts'
import { modelElementOf } from '../model-source.ts'
import { type Models, sameName } from '../name-index.ts'
import {
  type OutsideColumn,
  type OutsideSource,
  outsideColumns,
  outsideSources,
  prefixesOf,
} from './outside-sources.ts'

/** The replacement for a source. */
export interface SourceReplacement {
  source: Record<string, unknown> & { kind: string }
  /** The name in the new source of a column of the old one; absent when names are unchanged. */
  columnOf?: (column: string) => string
  /** The same for pointers of controls, which refer to data model columns by id; same as `columnOf` when absent. */
  pointerOf?: (column: string) => string
}

export interface ReplacedSource {
  elementId: string
  /** Path of the source inside the element. */
  path: string
  from: OutsideSource['source']
  to: OutsideSource['source']
  /** Columns of the new source that the element refers to, each once. */
  columns: string[]
}

/**
 * The document with some outside sources replaced. Formulas, join keys and pointers of controls are updated: the prefix becomes the one of
 * the new source, and columns are renamed as the replacement defines. The bindings of all other references are kept. `replace` returns null
 * for a source to keep. The given document is not changed.
 */
export function replaceSources(
  document: WorkbookDocument,
  {
    models = new Map(),
    replace,
  }: { models?: Models; replace(elementId: string, source: OutsideSource): SourceReplacement | null },
): { document: WorkbookDocument; replaced: ReplacedSource[] } {
  const elements = { ...document.elements }
  const bindings = { ...document.bindings }
  const replaced: ReplacedSource[] = []
  for (const [id, element] of Object.entries(document.elements)) {
    const sources = outsideSources(element, models)
    const replacements = new Map<OutsideSource, SourceReplacement>()
    for (const source of sources) {
      const replacement = replace(id, source)
      if (replacement) replacements.set(source, replacement)
    }
    if (replacements.size === 0) continue
    const columns = outsideColumns(element, sources)
    const own = Object.hasOwn(document.bindings, id) ? (document.bindings[id] ?? {}) : {}
    const next = rewriteTexts(element, own, columns, replacements, models)
    let changed = next.element
    for (const [source, { source: to }] of replacements) changed = setAtPath(changed, source.path, to)
    elements[id] = changed
    if (Object.keys(next.bindings).length > 0) bindings[id] = next.bindings
    else delete bindings[id]
    for (const [source, replacement] of replacements) {
      const { path, source: from } = source
      const named = columns.filter((column) => column.from === source).map((column) => nameIn(replacement, column))
      replaced.push({ elementId: id, path, from, to: replacement.source, columns: [...new Set(named)] })
    }
  }
  return replaced.length === 0 ? { document, replaced } : { document: { ...document, elements, bindings }, replaced }
}

function isSameDocument(from: OutsideSource['source'], to: OutsideSource['source']): boolean {
  const read = modelElementOf(from)
  return read === null || read.dataModelId === modelElementOf(to)?.dataModelId
}

const same = (column: string): string => column

interface TextEdit {
  start: number
  end: number
  text: string
}

function rewriteTexts(
  element: DocumentElement,
  own: Readonly<Record<string, FormulaBinding[]>>,
  columns: readonly OutsideColumn[],
  replacements: ReadonlyMap<OutsideSource, SourceReplacement>,
  models: Models,
): { element: DocumentElement; bindings: Record<string, FormulaBinding[]> } {
  const editsByPath = new Map<string, TextEdit[]>()
  const texts = new Map(formulaFields(element).map(({ path, text }) => [path, text]))
  for (const column of columns) {
    const replacement = replacements.get(column.from)
    if (!replacement) continue
    const text = rewritten(column, replacement, element, models)
    const before = texts.get(column.path)?.slice(column.start, column.end) ?? column.column
    // A reference that was bound to the old source must be bound again, even if its text is the same.
    if (text === before && isSameDocument(column.from.source, replacement.source)) continue
    editsByPath.set(column.path, [...(editsByPath.get(column.path) ?? []), { ...column, text }])
  }
  let changed = element
  const bindings = { ...own }
  for (const [path, edits] of editsByPath) {
    const text = texts.get(path)
    changed = setAtPath(changed, path, text === undefined ? (edits[0]?.text ?? '') : applied(text, edits))
    const moved = movedBindings(own[path] ?? [], edits)
    if (moved.length > 0) bindings[path] = moved
    else delete bindings[path]
  }
  return { element: changed, bindings }
}

function rewritten(
  outside: OutsideColumn,
  replacement: SourceReplacement,
  element: BaseElement,
  models: Models,
): string {
  const { from, segments, hasPrefix } = outside
  const { source } = replacement
  const name = nameIn(replacement, outside)
  if (segments === null) return name
  if (!hasPrefix) return printReference([name, ...segments.slice(1)])
  const [written = '', , ...rest] = segments
  const prefixes = prefixesOf(source, element, models)
  const isKept = from.isAliased || prefixes.length === 0 || prefixes.some((prefix) => sameName(prefix, written))
  return printReference([isKept ? written : (prefixes[0] ?? written), name, ...rest])
}

function nameIn(
  { columnOf = same, pointerOf = columnOf }: SourceReplacement,
  { column, isPointer }: OutsideColumn,
): string {
  return isPointer ? pointerOf(column) : columnOf(column)
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text)
}

/** Shifts bindings behind the edits; drops the bindings of rewritten references. */
function movedBindings(bindings: readonly FormulaBinding[], edits: readonly TextEdit[]): FormulaBinding[] {
  return bindings.flatMap((binding) => {
    if (edits.some(({ start, end }) => start < binding.end && binding.start < end)) return []
    const shift = edits
      .filter(({ end }) => end <= binding.start)
      .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
    return [{ ...binding, start: binding.start + shift, end: binding.end + shift }]
  })
}
