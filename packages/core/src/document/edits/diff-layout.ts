import type { LayoutGrid, WorkbookDocument } from '../api.ts'
import { sameJson } from '../same-json.ts'
import type { DocumentEdit, ElementPlace } from './api.ts'
import { applyEdits } from './apply-edits.ts'
import { innerGrids, placesOf } from './places.ts'
import { inOrder } from './values.ts'

/** Edits that move every element to its place in another document with the same pages and elements. */
export function diffLayout(document: WorkbookDocument, target: WorkbookDocument): DocumentEdit[] {
  if (sameJson(document.layout, target.layout)) return []
  const edits = placeEdits(document, target)
  const { layout } = applyEdits(document, edits).document
  return sameJson(layout, target.layout) ? edits : [{ op: 'set', at: ['layout'], value: target.layout }]
}

/** Edits that turn the layout of a document into another one with the same elements. */
export function layoutEdits(document: WorkbookDocument, layout: WorkbookDocument['layout']): DocumentEdit[] {
  return diffLayout(document, { ...document, layout })
}

function placeEdits(document: WorkbookDocument, target: WorkbookDocument): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  const before = document.layout.map(({ id }) => id)
  const wanted = target.layout.map(({ id }) => id)
  const steady = inOrder(before, wanted)
  let after: string | null = null
  for (const root of target.layout) {
    if (!steady.has(root.id)) edits.push({ op: 'move', at: ['layout'], id: root.id, after })
    const old = document.layout.find(({ id }) => id === root.id)
    if (old && old.columns !== root.columns) {
      edits.push({ op: 'set', at: ['layout', { id: root.id }, 'columns'], value: root.columns })
    }
    after = root.id
  }
  const places = placesOf(document.layout)
  for (const root of target.layout) edits.push(...gridEdits(places, root, { root: root.id }))
  return edits
}

type Holder = Pick<ElementPlace, 'root' | 'container' | 'tab'>
type Places = ReturnType<typeof placesOf>

/** Edits that move what a grid of the target contains from its old places. */
function gridEdits(places: Places, grid: LayoutGrid, holder: Holder): DocumentEdit[] {
  const edits: DocumentEdit[] = []
  const wanted = grid.children.map(({ elementId }) => elementId)
  const here = wanted.filter((id) => {
    const place = places.get(id)?.place
    return place && place.root === holder.root && place.container === holder.container && place.tab === holder.tab
  })
  const order = [...here].sort((a, b) => positionOf(places, a) - positionOf(places, b))
  const steady = inOrder(order, wanted)
  let after: string | null = null
  for (const node of grid.children) {
    const id = node.elementId
    const old = places.get(id)?.place
    const place: ElementPlace = {
      ...holder,
      column: node.column,
      row: node.row,
      ...(node.tag === 'Container' ? { columns: node.columns } : {}),
      ...(node.tag === 'TabbedContainer' ? { tabs: node.tabs.map(({ columns }) => columns) } : {}),
    }
    if (!old || !steady.has(id)) edits.push({ op: 'set', at: ['places', { id }], value: place, after })
    else {
      for (const field of ['column', 'row', 'columns', 'tabs'] as const) {
        if (sameJson(old[field], place[field])) continue
        const value = place[field]
        edits.push({ op: 'set', at: ['places', { id }, field], ...(value === undefined ? {} : { value }) })
      }
    }
    for (const { grid: inner, holder: within } of innerGrids(node)) edits.push(...gridEdits(places, inner, within))
    after = id
  }
  return edits
}

const positionOf = (places: Places, elementId: string): number => places.get(elementId)?.position ?? -1
