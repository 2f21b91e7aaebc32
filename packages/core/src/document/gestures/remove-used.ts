import type { WorkbookDocument } from '../api.ts'
import { findGrid, findNode, type Move, placeNodes, rectOf } from '../arrange/index.ts'
import { isRecord } from '../check-schema.ts'
import { sourceElementIds } from '../check-sources.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { formulaHosts } from '../formula-hosts.ts'
import { columnsOf, findElement, isControl } from '../lookups.ts'
import { arrange } from './arrange-elements.ts'
import { editsBetween } from './change-element.ts'
import { type ColumnUse, touchedHost } from './column-uses.ts'
import { addPage, setHolderField } from './pages.ts'
import { readersOf, removeElements, withContents } from './remove-elements.ts'

/** How the rest of a document uses elements that are to be removed, in document order. */
export interface ElementUses {
  /** Elements that read them, directly or through others, and cannot exist without them. */
  readers: string[]
  /** Formulas and texts of remaining elements that would refer to something removed. */
  formulas: ColumnUse[]
  /** Remaining elements, modals and popovers that would lose a target, a value or an effect. */
  pointing: string[]
  /** Remaining elements whose rows one of the removed controls filters. */
  filtered: string[]
  /** Synced copies of the removed controls, which are removed too. */
  copies: string[]
}

/** How the rest of the document uses the given elements and their content. */
export function usesOfElements(document: WorkbookDocument, elementIds: readonly string[]): ElementUses {
  const named = withContents(document, elementIds)
  const edits = removeElements(document, elementIds)
  const left = new Set(formulaHosts(applyEdits(document, edits).document).map(({ id }) => id))
  const isLeft = (id: string) => left.has(id)
  const formulas = formulasNaming(document, (id) => !isLeft(id)).filter(({ elementId }) => isLeft(elementId))
  const inFormulas = new Set(formulas.map(({ elementId }) => elementId))
  const targets = named.flatMap((id) => targetsOf(document, id))
  return {
    readers: readersOf(document, named),
    formulas,
    pointing: touchedBy(document, edits).filter((id) => !inFormulas.has(id)),
    filtered: [...new Set(targets)].filter(isLeft),
    copies: Object.values(document.elements).flatMap((element) =>
      isControl(element) && element.controlType === 'synced' && !isLeft(element.id) && !named.includes(element.id)
        ? [element.id]
        : [],
    ),
  }
}

/**
 * Whether the rest of the document uses the given elements or their content: it reads them or refers to them in formulas, or one of them is a
 * control that filters it, has synced copies in it, or is set by one of its actions.
 */
export function isUsed(document: WorkbookDocument, elementIds: readonly string[]): boolean {
  const named = withContents(document, elementIds)
  if (readersOf(document, named).length > 0) return true
  if (formulasNaming(document, (id) => named.includes(id)).some(({ elementId }) => !named.includes(elementId))) {
    return true
  }
  const controls = named.filter((id) => document.elements[id]?.kind === 'control')
  const uses = controls.length > 0 ? usesOfElements(document, named) : undefined
  if (!uses) return false
  if (uses.filtered.length + uses.copies.length > 0) return true
  const pointing = touchedBy(document, removeElements(document, controls))
  return pointing.some((id) => !named.includes(id))
}

/** The elements that a control filters; none for other kinds. */
function targetsOf(document: WorkbookDocument, id: string): string[] {
  const element = findElement(document, id)
  if (element?.kind !== 'control') return []
  const lists: unknown[] = [element.filters, element.targets]
  return lists.flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      const source = isRecord(entry) && isRecord(entry.source) ? entry.source.elementId : undefined
      return typeof source === 'string' ? [source] : []
    }),
  )
}

/** Elements, modals and popovers that edits change but do not remove, each once. */
function touchedBy(document: WorkbookDocument, edits: readonly DocumentEdit[]): string[] {
  const { elements, overlays } = applyEdits(document, edits).document
  const touched = edits.flatMap((edit) => touchedHost(edit) ?? [])
  return [...new Set(touched)].filter((id) => Object.hasOwn(elements, id) || overlays.some((each) => each.id === id))
}

/** Columns, texts and overlays whose formulas refer to an element for which `isRemoved` is true, each once. */
function formulasNaming(document: WorkbookDocument, isRemoved: (elementId: string) => boolean): ColumnUse[] {
  const found = new Map<string, ColumnUse>()
  for (const reader of formulaHosts(document)) {
    const readerId = reader.id
    for (const [path, bindings] of Object.entries(document.bindings[readerId] ?? {})) {
      const isNamed = bindings.some(
        ({ documentId, elementId = readerId }) => documentId === undefined && isRemoved(elementId),
      )
      if (!isNamed) continue
      const index = /^columns\[(\d+)\]\.formula$/.exec(path)?.[1]
      const columnId = index === undefined ? undefined : columnsOf(reader)[Number(index)]?.id
      found.set(`${readerId} ${columnId ?? ''}`, {
        elementId: readerId,
        ...(columnId === undefined ? {} : { columnId }),
      })
    }
  }
  return [...found.values()]
}

/**
 * Removes elements, but keeps the ones that the rest of the document reads or refers to: they move to a hidden page with the given name,
 * which is created with the given id if necessary. Their own sources are kept with them. Returns no edits when the document has no layout.
 */
export function keepAsData(
  document: WorkbookDocument,
  elementIds: readonly string[],
  page: { id: string; name: string },
): DocumentEdit[] {
  if (document.kind === 'data-model') return []
  const named = withContents(document, elementIds)
  const kept = usedOutside(document, named)
  const known = document.pages.find(
    ({ name, visibility, elementIds: here }) =>
      name === page.name && visibility === 'hidden' && !here.some((id) => named.includes(id)),
  )
  const pageId = known?.id ?? page.id
  const made = known ? document : pageAdded(document, page)
  const moved = applyEdits(made, moveBelow(made, kept, pageId)).document
  const rest = named.filter((id) => !kept.includes(id))
  return editsBetween(document, applyEdits(moved, removeElements(moved, rest)).document)
}

function pageAdded(document: WorkbookDocument, { id, name }: { id: string; name: string }): WorkbookDocument {
  const added = applyEdits(document, addPage(document, id, name)).document
  return applyEdits(added, setHolderField(added, id, 'visibility', 'hidden')).document
}

/** The given elements that others read or refer to, and the given elements that these read. */
function usedOutside(document: WorkbookDocument, named: readonly string[]): string[] {
  const kept = new Set<string>()
  const open: string[] = []
  const take = (ids: readonly string[]) => open.push(...ids.filter((id) => named.includes(id)))
  const readBy = (id: string) => [
    ...sourceElementIds(findElement(document, id)?.source),
    ...Object.values(document.bindings[id] ?? {}).flatMap((bindings) =>
      bindings.flatMap(({ documentId, elementId }) => (documentId === undefined && elementId ? [elementId] : [])),
    ),
  ]
  for (const { id } of formulaHosts(document)) if (!named.includes(id)) take(readBy(id))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (kept.has(id)) continue
    kept.add(id)
    take(readBy(id))
  }
  return named.filter((id) => kept.has(id))
}

/** Places elements one below the other under the content of a page, at full width. */
function moveBelow(document: WorkbookDocument, elementIds: readonly string[], pageId: string): DocumentEdit[] {
  const grid = findGrid(document.layout, { root: pageId })?.grid
  const columns = grid?.columns ?? 24
  let row = Math.max(1, ...(grid?.children ?? []).map((child) => child.row.end))
  const moves = elementIds.flatMap((elementId): Move[] => {
    const node = findNode(document.layout, elementId)?.node
    if (!node) return []
    const rows = node.row.end - node.row.start
    const rect = rectOf(1, row, columns, rows)
    row += rows
    return [{ elementId, grid: { root: pageId }, rect }]
  })
  const result = arrange(document, placeNodes(document.layout, moves))
  return 'refused' in result ? [] : result.edits
}
