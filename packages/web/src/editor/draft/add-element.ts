import {
  addedNestingProblem,
  applyEdits,
  type DocumentEdit,
  findGrid,
  findNode,
  freePlace,
  type GridAddress,
  layoutEdits,
  newElement,
  placeBeside,
  placeNodes,
  type Rect,
  usualSize,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { DraftEditor } from './draft-editor.ts'
import type { EditorState } from './draft-state.ts'
import { newId } from './new-id.ts'

export interface NewElement {
  kind: string
  /** Over the fields that the kind starts with: source, columns, name. */
  fields?: Readonly<Record<string, unknown>>
  /** Where it was dropped. Absent: in the selected container, beside the selected element, or in the first gap in view. */
  at?: { grid: GridAddress } & Partial<Rect>
}

/** Adds one element and selects it; `word` names the step of undo. Returns its id. */
export function addElement(editor: DraftEditor, element: NewElement, word: string): string {
  const id = newId()
  const added = elementEdits(editor.state, id, element, editor.rowInView?.())
  const styled = editor.styleNew?.(applyEdits(editor.state.document, added).document, id) ?? []
  editor.apply(word, [...added, ...styled], { select: { elementIds: [id], columnIds: [] } })
  return id
}

/** Columns of the grid of a new container: medium density. */
const containerColumns = 12

/** The edits that add an element in its place and move others out of the way. `viewRow`: first row of the page that is in view. */
export function elementEdits(
  { document, pageId, selection }: Pick<EditorState, 'document' | 'pageId' | 'selection'>,
  id: string,
  { kind, fields = {}, at }: NewElement,
  viewRow = 1,
): DocumentEdit[] {
  const entry = newElement(document, id, kind, fields)
  const target = at?.grid ?? gridOfSelection(document, selection.elementIds) ?? { root: pageId }
  const holder = findGrid(document.layout, target)
  const page = [...document.pages, ...document.overlays, ...document.panels].find(
    (each) => each.id === (holder?.rootId ?? pageId),
  )
  const insert: DocumentEdit = {
    op: 'insert',
    at: ['elements'],
    entry,
    after: page?.elementIds.at(-1) ?? null,
    page: page?.id ?? pageId,
  }
  if (document.kind === 'data-model') return [insert]
  const inserted = applyEdits(document, [insert]).document
  const columns = kind === 'container' || kind === 'repeated-container' ? { columns: containerColumns } : {}
  const layoutIn = (address: GridAddress, besideId: string | undefined, place: NewElement['at']) => {
    const grid = findGrid(document.layout, address)?.grid ?? { columns: 24, children: [] }
    const size = usualSize(entry, grid.columns)
    const anchor = grid.children.find(({ elementId }) => elementId === besideId)
    const rect =
      place?.column && place.row
        ? { column: place.column, row: place.row }
        : anchor
          ? placeBeside(grid.children, grid.columns, size, anchor)
          : freePlace(grid.children, grid.columns, size, Math.min(viewRow, endOf(grid.children)))
    return placeNodes(inserted.layout, [{ elementId: id, grid: address, rect, ...columns }])
  }
  let around = target
  let layout = layoutIn(target, selection.elementIds[0], at)
  // A tab holds no containers, and the fourth level neither: they are placed beside the container that does not take them.
  while ('container' in around && addedNestingProblem(document.layout, layout)) {
    const { container } = around
    around = findNode(document.layout, container)?.address ?? { root: pageId }
    layout = layoutIn(around, container, undefined)
  }
  return [insert, ...layoutEdits(inserted, layout)]
}

/** The first row below all elements. */
const endOf = (taken: readonly Rect[]): number => Math.max(1, ...taken.map(({ row }) => row.end))

/** The selected container, or the grid that contains the selected element. */
function gridOfSelection(document: WorkbookDocument, elementIds: readonly string[]): GridAddress | undefined {
  const [id, second] = elementIds
  if (id === undefined || second !== undefined) return undefined
  const found = findNode(document.layout, id)
  if (!found) return undefined
  if (found.node.tag === 'Container') return { container: id }
  if (found.node.tag === 'TabbedContainer') return { container: id, tab: 0 }
  return found.address
}
