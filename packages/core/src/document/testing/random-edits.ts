import fc from 'fast-check'
import type { LayoutNode, WorkbookDocument } from '../api.ts'
import { bindFormulas } from '../bindings.ts'
import { readFormC } from '../codecs/form-c.ts'
import { readFormN } from '../codecs/form-n.ts'
import { emptyDocument } from '../codecs/form-n-pages.ts'
import { applyEdits, type DocumentEdit, type EditAddress } from '../edits/index.ts'
import { layoutNodes } from '../layout.ts'
import { examples } from './examples.ts'

const documents: readonly WorkbookDocument[] = [
  emptyDocument('workbook'),
  emptyDocument('data-model'),
  bindFormulas(readFormN(examples.workbookSmall).document),
  bindFormulas(readFormN(examples.workbookRich).document),
  bindFormulas(readFormC(examples.workbookContents.contents).document),
  bindFormulas(readFormN(examples.dataModelRich, 'data-model').document),
]

/** Numbers from which an edit is derived for any given document. */
export const picks = fc.array(fc.nat({ max: 9_999 }), { minLength: 14, maxLength: 14 })
export const manyPicks = fc.array(picks, { maxLength: 12 })

/** Realistic documents: an example or an empty one, changed by random edits. */
export const someDocument: fc.Arbitrary<WorkbookDocument> = fc
  .tuple(fc.constantFrom(...documents), manyPicks)
  .map(([document, list]) => bindFormulas(applyAll(document, list).document))

/** Applies an edit for each entry of picks, each derived for the document at that point. */
export function applyAll(document: WorkbookDocument, list: readonly number[][]) {
  const edits: DocumentEdit[] = []
  let current = document
  for (const numbers of list) {
    const edit = editFor(current, numbers)
    edits.push(edit)
    current = applyEdits(current, [edit]).document
  }
  return { edits, document: current }
}

const newIds = ['fresh', '1', '10', 'constructor', 'a b', '<&">', 'ünï'] as const
const fieldNames = ['name', 'formula', 'hidden', 'style', 'xAxis', '7', 'note', 'id', 'kind', 'x', 'toString'] as const

/** An edit that usually fits the document: it refers to existing objects, and sometimes to missing ones. */
export function editFor(document: WorkbookDocument, numbers: readonly number[]): DocumentEdit {
  const next = reader(numbers)
  const from = <T>(list: readonly T[]): T | undefined => list[next() % Math.max(1, list.length)]
  const elementIds = [...Object.keys(document.elements), 'nobody']
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  const holderIds = [...holders.map(({ id }) => id), 'nowhere']
  const element = () => from(elementIds) ?? 'nobody'
  const page = () => from(holderIds) ?? 'nowhere'
  const fresh = () => from(newIds) ?? 'fresh'
  const anchor = (list: readonly string[]) => from([...list, null]) ?? null
  const field = () => from(fieldNames) ?? 'name'
  const value = () => from<unknown>(values)
  const span = () => {
    const start = 1 + (next() % 24)
    return { start, end: start + 1 + (next() % 24) }
  }
  const inElement = (): EditAddress => {
    const id = element()
    const found = Object.hasOwn(document.elements, id) ? document.elements[id] : undefined
    const columns = Array.isArray(found?.columns) ? (found.columns as { id: string }[]) : []
    const column = from(columns)
    const deep = next() % 3
    if (deep === 0 || !column) return ['elements', { id }]
    return ['elements', { id }, 'columns', { id: column.id }]
  }
  const nodes: readonly LayoutNode[] = document.layout.flatMap(layoutNodes)
  const makers: (() => DocumentEdit)[] = [
    () => ({
      op: 'insert',
      at: ['elements'],
      entry: { id: fresh(), ...from(newElements) },
      after: anchor(elementIds),
      page: page(),
    }),
    () => ({ op: 'remove', at: ['elements'], id: element() }),
    () => ({ op: 'move', at: ['elements'], id: element(), after: anchor(elementIds), page: page() }),
    () => ({ op: 'move', at: ['elements'], id: element(), after: anchor(elementIds) }),
    () => {
      const list = from(['pages', 'overlays', 'panels'] as const) ?? 'pages'
      const type = { pages: 'page', overlays: 'modal', panels: 'header' }[list]
      return { op: 'insert', at: [list], entry: { id: fresh(), name: 'New', type }, after: anchor(holderIds) }
    },
    () => ({ op: 'remove', at: [from(['pages', 'overlays', 'panels']) ?? 'pages'], id: page() }),
    () => ({
      op: 'move',
      at: [from(['pages', 'overlays', 'panels', 'layout']) ?? 'pages'],
      id: page(),
      after: anchor(holderIds),
    }),
    () => ({ op: 'set', at: ['pages', { id: page() }, field()], value: value() }),
    () => ({ op: 'set', at: [...inElement(), field()], value: value() }),
    () => ({ op: 'set', at: [...inElement(), field()], value: value(), after: anchor(fieldNames) }),
    () => ({ op: 'set', at: [...inElement(), field()] }),
    () => ({ op: 'set', at: [...inElement(), field(), field()], value: value() }),
    () => ({
      op: 'insert',
      at: ['elements', { id: element() }, from(['columns', 'filters', 'groupings', 'actions']) ?? 'columns'],
      entry: { id: fresh(), formula: from(formulas) ?? '' },
      after: anchor(newIds),
    }),
    () => {
      const at = inElement()
      const last = at.at(-1)
      return typeof last === 'object' && at.length > 2
        ? { op: from(['remove', 'move'] as const) ?? 'remove', at: at.slice(0, -1), id: last.id, after: null }
        : { op: 'remove', at: [...at, 'columns'], id: 'none' }
    },
    () => ({ op: 'set', at: [...inElement(), 'formula'], value: from(formulas) ?? '' }),
    () => ({
      op: 'set',
      at: ['places', { id: element() }],
      value: from([
        { root: page(), column: span(), row: span() },
        { container: from(nodes)?.elementId ?? 'nobody', column: span(), row: span() },
        { container: from(nodes)?.elementId ?? 'nobody', tab: next() % 3, column: span(), row: span() },
        { root: page(), column: span(), row: span(), columns: 12 },
        { root: page(), column: span(), row: span(), tabs: [12, 24] },
      ]),
      after: anchor(elementIds),
    }),
    () => ({ op: 'set', at: ['places', { id: element() }, from(['row', 'column']) ?? 'row'], value: span() }),
    () => ({
      op: 'set',
      at: ['settings', from(['theme', 'navigation']) ?? 'theme'],
      value: from([{ name: 'Dark' }, {}]),
    }),
    () => ({ op: 'set', at: [from(['agents', 'x']) ?? 'x'], value: from<unknown>([[], {}, { a: 1 }, undefined]) }),
    () => ({
      op: 'set',
      at: ['bindings', { id: element() }],
      value: from([{ note: [{ start: 0, end: 2, kind: 'column' }] }, undefined, 7]),
    }),
    () => ({ op: 'set', at: [from(['kind', 'formatVersion', '__proto__', 'layout']) ?? 'kind'], value: value() }),
  ]
  return (makers[next() % makers.length] ?? makers[0])?.() ?? { op: 'remove', at: [], id: '' }
}

const formulas = ['[Order Id]', 'Sum([Net])', '[Orders/Order Id] + [Revenue]', '[[', '1'] as const
const values: readonly unknown[] = [
  'text',
  0,
  null,
  true,
  [],
  {},
  { a: { b: 1 } },
  [{ id: 'a' }, { id: 'b' }],
  [{ id: 'b' }],
]
const newElements: readonly { kind: string; [field: string]: unknown }[] = [
  { kind: 'text', body: 'Hello {{[Net]}}' },
  { kind: 'container' },
  { kind: 'tabbed-container', tabs: [{ name: 'A' }, { name: 'B' }] },
  { kind: 'of-tomorrow', entries: [{ id: 'a' }] },
  {
    kind: 'table',
    name: 'Orders',
    source: { kind: 'warehouse-table', connectionId: 'c1', path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
    columns: [
      { id: 'o-id', formula: '[ORDERS/ORDER_ID]', name: 'Order Id' },
      { id: 'o-net', formula: '[Order Id] * 2', name: 'Net' },
    ],
  },
]

function reader(numbers: readonly number[]): () => number {
  let at = 0
  return () => numbers[at++ % numbers.length] ?? 0
}
