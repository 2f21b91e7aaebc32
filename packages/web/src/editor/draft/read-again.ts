import {
  type DocumentElement,
  findControl,
  isDataElement,
  sourceElementIds,
  type WorkbookDocument,
} from '@octavo/core/document'

/** Fields of elements and columns that change how data is drawn, never which data it is. */
const looks: ReadonlySet<string> = new Set([
  'style',
  'tableStyle',
  'tableComponents',
  'conditionalFormats',
  'description',
  'noDataText',
  'order',
  'folders',
  'frozenColumn',
  'format',
  'legend',
  'tooltip',
  'dataLabel',
  'seriesDataLabel',
  'barStyle',
  'gap',
  'lineAreaStyle',
  'seriesLineAreaStyle',
  'pointStyle',
  'stacking',
  'orientation',
  'waterfallColors',
  'hole',
  'innerRadius',
  'mapStyle',
  'regionStyle',
  'featureStyle',
  'layout',
  'actions',
  'backgroundImage',
])

/**
 * Elements whose data may differ between two states of a document: those that changed in more than their looks, and all
 * that read them, over as many steps as it takes. Changes of style, title, layout and order need no query.
 */
export function elementsToReadAgain(before: WorkbookDocument, after: WorkbookDocument): string[] {
  if (before === after) return []
  const changed = new Set<string>()
  for (const element of Object.values(after.elements)) {
    const old = Object.hasOwn(before.elements, element.id) ? before.elements[element.id] : undefined
    if (old === element) continue
    if (!old || queryText(old) !== queryText(element)) changed.add(element.id)
  }
  for (const id of Object.keys(before.elements)) if (!Object.hasOwn(after.elements, id)) changed.add(id)
  if (changed.size === 0) return []
  const readers = readersOf(after)
  // What a control no longer acts on is read again too.
  const former = readersOf(before)
  const all = new Set(changed)
  const waiting = [...changed]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const reader of [...(readers.get(id) ?? []), ...((changed.has(id) && former.get(id)) || [])]) {
      if (all.has(reader)) continue
      all.add(reader)
      waiting.push(reader)
    }
  }
  return [...all].filter((id) => Object.hasOwn(after.elements, id))
}

/**
 * Formulas that elements show (in texts, titles and marks) whose values may differ after elements have changed. They are
 * computed by elements of their own, named after the one that shows them with a tilde.
 */
export function formulasToRead(
  document: WorkbookDocument,
  elementIds: readonly string[],
  changed: readonly string[],
): string[] {
  const readsData = changed.some((id) => {
    const element = document.elements[id]
    return element !== undefined && isDataElement(element)
  })
  const owners = new Set(changed)
  return elementIds.filter((id) => {
    const [owner = '', ...formula] = id.split('~')
    return formula.length > 0 && (readsData || owners.has(owner))
  })
}

/** The part of an element that its query is made of, as text. The title of an element is a name in formulas only. */
function queryText(element: DocumentElement): string {
  const { name: _name, ...rest } = element
  return JSON.stringify(rest, (field, value: unknown) => (looks.has(field) ? undefined : value))
}

/** For each element those that read it: by source, by formula, or because it is a control that acts on them. */
function readersOf(document: WorkbookDocument): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>()
  const add = (read: string, reader: string) => {
    const known = readers.get(read) ?? new Set()
    known.add(reader)
    readers.set(read, known)
  }
  for (const element of Object.values(document.elements)) {
    for (const id of sourceElementIds(element.source)) add(id, element.id)
    if (element.kind !== 'control') continue
    for (const list of [element.filters, element.targets]) {
      for (const target of Array.isArray(list) ? list : []) {
        for (const id of targetIds(target, document)) add(element.id, id)
      }
    }
  }
  for (const [id, fields] of Object.entries(document.bindings)) {
    for (const binding of Object.values(fields).flat()) {
      if (binding.elementId !== undefined && binding.elementId !== id) add(binding.elementId, id)
      const control = binding.controlId === undefined ? undefined : findControl(document, binding.controlId)
      if (control) add(control.id, id)
    }
  }
  return readers
}

/** A table or chart of the workbook; of a table of a data model, whatever reads that. */
function targetIds(target: unknown, { elements }: WorkbookDocument): string[] {
  const source = sourceOf(target)
  if (source.kind === 'table') return [String(source.elementId)]
  if (source.kind !== 'data-model') return []
  return Object.values(elements).flatMap((element) => {
    const { kind, dataModelId, elementId } = sourceOf(element)
    const isRead = kind === source.kind && dataModelId === source.dataModelId && elementId === source.elementId
    return isRead ? [element.id] : []
  })
}

function sourceOf(holder: unknown): { kind?: unknown; elementId?: unknown; dataModelId?: unknown } {
  const source: unknown =
    typeof holder === 'object' && holder !== null && 'source' in holder ? holder.source : undefined
  return typeof source === 'object' && source !== null ? source : {}
}
