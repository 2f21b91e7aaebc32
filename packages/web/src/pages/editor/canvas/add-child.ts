import {
  applyEdits,
  type BaseElement,
  type ColumnHolder,
  canBeSource,
  changeKind,
  columnHolder,
  columnNames,
  elementName,
  findElement,
} from '@octavo/core/document'
import type { TFunction } from 'i18next'
import { addElement, type DraftEditor, elementEdits, newId } from '../../../editor/index.ts'
import { notify } from '../../../ui/index.ts'
import { sourceColumn } from '../data/source-entries.ts'

export const childKinds = ['table', 'pivot-table', 'bar-chart', 'kpi-chart'] as const
type ChildKind = (typeof childKinds)[number]

/**
 * Adds an element that reads the rows of another, with its filters and its calculations. Charts and pivot tables cannot
 * be read: their children read the same source, with the same filters.
 */
export function addChild(editor: DraftEditor, elementId: string, kind: ChildKind, t: TFunction<'editor'>): void {
  const parent = columnHolder(editor.state.document, elementId)
  if (!parent) return
  const fields = canBeSource(parent) ? ofTable(parent, kind) : besideParent(editor, parent, kind)
  const name = t('child.nameOf', { name: elementName(parent) ?? '' })
  const named = kind === 'table' ? { name } : {}
  addElement(editor, { kind, fields: { ...fields, ...named } }, t('word.add', { kind: t(`child.${kind}`) }))
  if (parent.kind === 'pivot-table') notify({ title: t('child.notPivoted'), tone: 'done' })
}

/** A chart gets the columns that are put on its shelves; a table shows all of them at once. */
function ofTable(parent: ColumnHolder, kind: ChildKind) {
  const name = elementName(parent) ?? ''
  const names = columnNames(parent.columns)
  const shown = kind === 'table' ? parent.columns.filter(({ hidden }) => hidden !== true) : []
  const columns = shown.map(({ id, format }) => sourceColumn(name, names.get(id) ?? id, undefined, format).column)
  return { source: { kind: 'table', elementId: parent.id }, columns }
}

/** Fields that belong to the element itself and not to its data. */
const own = new Set(['id', 'kind', 'name', 'description', 'style', 'actions', 'noDataText', 'backgroundImage'])

/** A chart starts with empty shelves; the other kinds show what the parent shows. */
function besideParent(editor: DraftEditor, parent: ColumnHolder, kind: ChildKind): Record<string, unknown> {
  const { source, columns, filters } = structuredClone(parent) as ColumnHolder & BaseElement
  const read = { source, columns, ...(filters === undefined ? {} : { filters }) }
  if (kind === 'bar-chart') return read
  const shown = Object.entries(structuredClone(parent)).filter(([name]) => !own.has(name))
  const fields = { ...Object.fromEntries(shown), ...(parent.kind === 'pivot-table' ? { columnsBy: [] } : {}) }
  const id = newId()
  const before = editor.state.document
  const copied = applyEdits(before, elementEdits(editor.state, id, { kind: parent.kind, fields })).document
  const made = findElement(applyEdits(copied, changeKind(copied, id, kind)).document, id)
  if (!made) return read
  const { id: _id, kind: _kind, x, ...rest } = made
  // The child does not inherit `kept`, the parent's settings for other kinds.
  const further = Object.entries(x ?? {}).filter(([name]) => name !== 'kept')
  return { ...rest, ...(further.length > 0 ? { x: Object.fromEntries(further) } : {}) }
}
