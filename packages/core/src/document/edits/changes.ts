import type { DocumentElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { columnsOf, findElement } from '../lookups.ts'
import { columnNames, elementName } from '../names.ts'
import { sameJson } from '../same-json.ts'
import type { DocumentEdit, EditStep } from './api.ts'
import { findPlace } from './places.ts'
import { type Entry, isEntryList } from './values.ts'

/** The subject of a change. `document`: settings, themes, the layout as a whole. */
export type ChangeSubject = 'element' | 'page' | 'overlay' | 'panel' | 'document'

/** Edits that people see as one change: something added or removed, a change of one field, or of its place. */
export interface DocumentChange {
  /** Unique in its list. */
  id: string
  kind: 'added' | 'removed' | 'moved' | 'changed'
  subject: ChangeSubject
  /** Id of the subject; absent for the document. */
  subjectId?: string
  /** Kind of the element. */
  elementKind?: string
  /** Name of the subject; empty when it has none. */
  name: string
  /** The field that changed: `filters`. Absent unless `kind` is `changed`, or where the whole subject was replaced. */
  field?: string
  details: ChangeDetail[]
  /** Positions of its edits in the list, counted from 0. */
  edits: number[]
}

/** A field, or an entry of a list by its name. */
export type ChangeStep = { field: string } | { entry: string }

/** One edit inside a field. */
export interface ChangeDetail {
  op: DocumentEdit['op']
  /** Path below the changed field, such as the column Status and its format; empty for the field itself. */
  path: ChangeStep[]
  /** Only texts, numbers and booleans; absent when there was no value or a larger one. */
  before?: string
  after?: string
}

const holders = { pages: 'page', overlays: 'overlay', panels: 'panel' } as const

/**
 * The edits of one document grouped into changes that can be shown, selected and undone one by one. Every edit is in one change; edits that
 * only follow from others (bindings of formulas) are in all changes of their element.
 */
export function changesOf(before: WorkbookDocument, edits: readonly DocumentEdit[]): DocumentChange[] {
  const added = new Map(edits.flatMap((edit) => addedBy(edit)))
  const changes = new Map<string, DocumentChange>()
  const followers: { elementId: string; position: number }[] = []
  for (const [position, edit] of edits.entries()) {
    const [list, step] = edit.at
    if (list === 'bindings') {
      followers.push({ elementId: idOf(step), position })
      continue
    }
    const change = changeOf(before, added, edit)
    const present = changes.get(change.id) ?? change
    changes.set(change.id, present)
    present.edits.push(position)
    if (present.kind === 'changed') present.details.push(...detailsOf(before, edit))
  }
  for (const { elementId, position } of followers) follow(changes, elementId, position)
  return [...changes.values()]
}

/** The positions of the edits in the given changes. */
export function editsOfChanges(changes: readonly DocumentChange[]): number[] {
  return [...new Set(changes.flatMap(({ edits }) => edits))].sort((a, b) => a - b)
}

function follow(changes: Map<string, DocumentChange>, elementId: string, position: number): void {
  const own = [...changes.values()].filter(({ subjectId }) => subjectId === elementId)
  const all = own.length > 0 ? own : [...changes.values()]
  for (const change of all) change.edits.push(position)
  if (all.length > 0) return
  const id = 'document//changed/bindings'
  changes.set(id, {
    id,
    kind: 'changed',
    subject: 'document',
    name: '',
    field: 'bindings',
    details: [],
    edits: [position],
  })
}

function addedBy(edit: DocumentEdit): [string, Record<string, unknown>][] {
  const [list, ...rest] = edit.at
  const isWhole = rest.length === 0 && (list === 'elements' || String(list) in holders)
  return edit.op === 'insert' && isWhole ? [[`${list}/${edit.entry.id}`, edit.entry]] : []
}

type Base = Pick<DocumentChange, 'subject' | 'subjectId' | 'elementKind' | 'name'>

function changeOf(
  before: WorkbookDocument,
  added: ReadonlyMap<string, Record<string, unknown>>,
  edit: DocumentEdit,
): DocumentChange {
  const [list = '', step, field] = edit.at
  const make = (base: Base, kind: DocumentChange['kind'], fieldName?: string): DocumentChange => ({
    id: [base.subject, base.subjectId ?? '', kind, fieldName ?? ''].join('/'),
    kind,
    ...base,
    ...(fieldName === undefined ? {} : { field: fieldName }),
    details: [],
    edits: [],
  })
  const isPlace = list === 'places'
  const root = isPlace ? 'elements' : String(list)
  if (root !== 'elements' && !(root in holders)) {
    return make({ subject: 'document', name: '' }, 'changed', String(list === 'settings' ? (step ?? list) : list))
  }
  const id = step === undefined ? ownIdOf(edit) : idOf(step)
  const base = subjectOf(before, root, id, added.get(`${root}/${id}`))
  if (added.has(`${root}/${id}`)) return make(base, 'added')
  if (step === undefined && edit.op === 'remove') return make(base, 'removed')
  if (isPlace || step === undefined) return make(base, 'moved')
  return make(base, 'changed', field === undefined ? undefined : String(field))
}

function subjectOf(
  before: WorkbookDocument,
  root: string,
  id: string,
  entry: Record<string, unknown> | undefined,
): Base {
  if (root === 'elements') {
    const element = (entry ?? before.elements[id]) as DocumentElement | undefined
    const elementKind = element === undefined ? {} : { elementKind: element.kind }
    return { subject: 'element', subjectId: id, ...elementKind, name: (element && elementName(element)) ?? '' }
  }
  const list = root as keyof typeof holders
  const holder = entry ?? before[list].find((each) => each.id === id)
  return { subject: holders[list], subjectId: id, name: String(holder?.name ?? '') }
}

function detailsOf(before: WorkbookDocument, edit: DocumentEdit): ChangeDetail[] {
  const names = namesOf(before, edit)
  const inside = edit.at.slice(edit.at[0] === 'settings' ? 2 : 3)
  const outside = edit.at.length - inside.length
  const path = inside.map((step, index): ChangeStep => {
    if (typeof step === 'string') return { field: step }
    return entryOf(valueAt(before, edit.at.slice(0, outside + index + 1)), step.id, names)
  })
  switch (edit.op) {
    case 'insert':
      return [{ op: 'insert', path: [...path, entryOf(edit.entry, edit.entry.id, names)] }]
    case 'remove':
    case 'move':
      return [{ op: edit.op, path: [...path, entryOf(valueAt(before, [...edit.at, { id: edit.id }]), edit.id, names)] }]
    case 'set': {
      const old = valueAt(before, edit.at)
      const listed = entriesSet(old, edit.value, path, names)
      return listed ?? [{ op: 'set', path, ...textOf('before', old), ...textOf('after', edit.value) }]
    }
  }
}

/** A list that was set as a whole, compared entry by entry; undefined when either side is not a list of entries. */
function entriesSet(
  before: unknown,
  after: unknown,
  path: readonly ChangeStep[],
  names: Names,
): ChangeDetail[] | undefined {
  const [old, now] = [before ?? [], after ?? []]
  if (!isEntryList(old) || !isEntryList(now) || old.length + now.length === 0) return undefined
  const detail = (op: ChangeDetail['op'], entry: Entry) => ({ op, path: [...path, entryOf(entry, entry.id, names)] })
  const details = [
    ...old.filter(({ id }) => !now.some((entry) => entry.id === id)).map((entry) => detail('remove', entry)),
    ...now.flatMap((entry) => {
      const same = old.find(({ id }) => id === entry.id)
      if (same === undefined) return [detail('insert', entry)]
      return sameJson(same, entry) ? [] : [detail('set', entry)]
    }),
  ]
  return details.length > 0 ? details : undefined
}

/** Names of the columns of the edited element, for entries that refer to a column. */
type Names = ReadonlyMap<string, string>

function namesOf(before: WorkbookDocument, { at: [list, step] }: DocumentEdit): Names {
  const element = list === 'elements' ? findElement(before, idOf(step)) : undefined
  return element === undefined ? new Map() : columnNames(columnsOf(element))
}

/** Describes an entry by its name, its column, its formula or its id. */
function entryOf(value: unknown, id: string, names: Names): ChangeStep {
  const entry = isRecord(value) ? value : {}
  const column = names.get(typeof entry.columnId === 'string' ? entry.columnId : id)
  const { name, formula } = entry
  return {
    entry: [name, column, formula].find((text): text is string => typeof text === 'string' && text !== '') ?? id,
  }
}

function textOf(key: 'before' | 'after', value: unknown): Partial<Pick<ChangeDetail, 'before' | 'after'>> {
  return ['string', 'number', 'boolean'].includes(typeof value) ? { [key]: String(value) } : {}
}

/** The value at an address in a document; undefined when it does not exist. */
function valueAt(document: WorkbookDocument, at: readonly EditStep[]): unknown {
  let value: unknown = { ...document }
  const [list, step] = at
  if (list === 'places' && typeof step === 'object') return findPlace(document.layout, step.id)?.place
  for (const name of at) {
    if (typeof name === 'string') value = isRecord(value) ? value[name] : undefined
    else if (Array.isArray(value)) value = value.find((entry) => isRecord(entry) && entry.id === name.id)
    else value = isRecord(value) ? value[name.id] : undefined
  }
  return value
}

const idOf = (step: EditStep | undefined): string => (typeof step === 'object' ? step.id : (step ?? ''))

const ownIdOf = (edit: DocumentEdit): string => (edit.op === 'insert' ? edit.entry.id : 'id' in edit ? edit.id : '')
