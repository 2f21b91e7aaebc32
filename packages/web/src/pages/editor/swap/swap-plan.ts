import {
  columnNames,
  columnsOf,
  type DocumentEdit,
  diffDocuments,
  elementLabel,
  emptyDocument,
  findElement,
  friendlyName,
  type Models,
  modelElementOf,
  nameInSource,
  type OutsideColumn,
  type OutsideSource,
  outsideColumns,
  outsideSources,
  replaceSources,
  type SourceReplacement,
  scanReferences,
  setAtPath,
  type WorkbookDocument,
} from '@octavo/core/document'
import type { SourceEntry } from '../data/source-entries.ts'
import { prefixOf } from '../join/join-plan.ts'
import {
  isPlainRead,
  metricsRead,
  type ReviewedRead,
  readKey,
  readsOfSource,
  type SourceRead,
  usesOfRead,
  withNames,
} from '../source/source-review.ts'

/** A source outside of the workbook that elements of it read. */
export interface UsedSource {
  key: string
  source: OutsideSource['source']
  /** Elements that read it, in document order, and whether each does so in a join, a union or a transpose. */
  uses: readonly { elementId: string; isNested: boolean }[]
}

/** A column of a used source, with the elements and their columns that refer to it. */
export interface SwapRead extends SourceRead {
  uses: readonly { elementId: string; columnIds: readonly string[] }[]
}

/** Tables, elements of data models, datasets, files and custom SQL. */
const swappable: ReadonlySet<string> = new Set(['warehouse-table', 'data-model', 'dataset', 'csv-table', 'sql'])

/** Identifies a source, independent of its version and grouping. */
export function keyOfSource(source: Record<string, unknown>): string {
  const { kind, connectionId, path, dataModelId, elementId, datasetId, inodeId, statement } = source
  return JSON.stringify([kind, connectionId, path, dataModelId, elementId, datasetId, inodeId, statement])
}

/** The sources that the elements of a workbook read, each once, in document order. */
export function usedSources(document: WorkbookDocument): UsedSource[] {
  const found = new Map<string, UsedSource & { uses: { elementId: string; isNested: boolean }[] }>()
  for (const { id, element } of elementsOf(document)) {
    for (const { source, path } of outsideSources(element)) {
      if (!swappable.has(source.kind)) continue
      const key = keyOfSource(source)
      const used = found.get(key) ?? { key, source, uses: [] }
      const isNested = path.split('.').length > 1 && element.kind !== 'control'
      const before = used.uses.find(({ elementId }) => elementId === id)
      if (!before) used.uses.push({ elementId: id, isNested })
      else before.isNested ||= isNested
      found.set(key, used)
    }
  }
  return [...found.values()]
}

/** The names that formulas use for elements of data models and datasets, for the sources of a list. */
export function modelsOf(document: WorkbookDocument, entries: readonly SourceEntry[]): Models {
  const models = new Map<string, WorkbookDocument>()
  const add = (source: unknown, name: string) => {
    const read = modelElementOf(source)
    if (!read || name === '') return
    const model = models.get(read.dataModelId) ?? emptyDocument('data-model')
    if (model.elements[read.elementId]) return
    const element = { id: read.elementId, kind: 'table', name }
    models.set(read.dataModelId, { ...model, elements: { ...model.elements, [read.elementId]: element } })
  }
  for (const { source, name } of entries) add(source, name)
  // Sources that the user may not see are shown with the name that formulas use.
  for (const { source, uses } of usedSources(document)) add(source, prefixOf(document, uses[0]?.elementId ?? '', ''))
  return models
}

/**
 * The columns of a source that the workbook refers to, each once. `nameOfPointer` returns the name of a column whose id
 * a control has.
 */
export function readsOfUsed(
  document: WorkbookDocument,
  { key, uses, source }: UsedSource,
  models: Models,
  nameOfPointer: (pointer: string) => string,
): SwapRead[] {
  const found = new Map<string, SourceRead & { uses: { elementId: string; columnIds: string[] }[] }>()
  const add = (elementId: string, segments: readonly string[], columnIds: readonly string[]) => {
    const at = readKey(segments)
    const name = segments.slice(1).map(friendlyName).join('/')
    const read = found.get(at) ?? { key: at, name, segments, columnIds: [], uses: [] }
    const use = read.uses.find((each) => each.elementId === elementId)
    if (use) use.columnIds.push(...columnIds.filter((id) => !use.columnIds.includes(id)))
    else read.uses.push({ elementId, columnIds: [...columnIds] })
    found.set(at, read)
  }
  for (const { elementId } of uses) {
    const element = findElement(document, elementId)
    if (!element) continue
    const columns = columnsOf(element)
    const named = outsideColumns(element, outsideSources(element, models))
    for (const column of named.filter(({ from }) => keyOfSource(from.source) === key)) {
      const index = /^columns\[(\d+)\]/.exec(column.path)?.[1]
      const columnId = index === undefined ? undefined : columns[Number(index)]?.id
      add(elementId, segmentsOf(column, nameOfPointer), columnId === undefined ? [] : [columnId])
    }
    if (!isDirect(element.source, key)) continue
    const prefix = nameOfUsed(source, models)
    for (const read of metricsRead(readsOfSource(document, elementId, prefix))) {
      add(elementId, read.segments, read.columnIds)
    }
  }
  return [...found.values()]
}

const isDirect = (source: unknown, key: string) =>
  typeof source === 'object' && source !== null && keyOfSource(source as Record<string, unknown>) === key

/** The name before the slash in formulas, for a source outside of the workbook. */
export function nameOfUsed(source: UsedSource['source'], models: Models): string {
  if (source.kind === 'sql') return 'Custom SQL'
  const read = modelElementOf(source)
  const element = read && models.get(read.dataModelId)?.elements[read.elementId]
  if (element) return elementLabel(element)
  return Array.isArray(source.path) ? String(source.path.at(-1)) : ''
}

function segmentsOf(
  { from, column, segments, hasPrefix, isPointer }: OutsideColumn,
  nameOfPointer: (pointer: string) => string,
): readonly string[] {
  if (hasPrefix && segments) return segments
  const prefix = from.prefixes[0] ?? ''
  return [prefix, isPointer ? nameOfPointer(column) : column, ...(segments ?? []).slice(1)]
}

/** Names, for people, of the elements that refer to a column and of what reads their columns. */
export function usersOfRead(document: WorkbookDocument, { uses, ...read }: SwapRead): string {
  const names = uses.flatMap(({ elementId, columnIds }) => {
    const element = findElement(document, elementId)
    const { names: further } = usesOfRead(document, elementId, { ...read, columnIds })
    return [...(element ? [elementLabel(element)] : []), ...further]
  })
  return [...new Set(names)].join(', ')
}

/** Metrics and columns of related tables stay unchanged: no column can replace them. */
export function withOwnChoices(reviewed: readonly ReviewedRead[]): ReviewedRead[] {
  return reviewed.map((read) => (isPlainRead(read) ? read : { ...read, offered: read.to ? [read.to] : [] }))
}

/**
 * The elements whose join, union or transpose would read two connections after the swaps, but not now. A source with an
 * unknown connection counts as none.
 */
export function joinsAcross(
  document: WorkbookDocument,
  targets: ReadonlyMap<string, { source: Record<string, unknown> }>,
): string[] {
  return elementsOf(document).flatMap(({ id, element }) => {
    const sources = element.kind === 'control' ? [] : outsideSources(element).map(({ source }) => source)
    const after = sources.map((source) => targets.get(keyOfSource(source))?.source ?? source)
    return connectionsOf(after) > 1 && connectionsOf(sources) < 2 ? [id] : []
  })
}

function connectionsOf(sources: readonly Record<string, unknown>[]): number {
  return new Set(sources.flatMap(({ connectionId }) => (typeof connectionId === 'string' ? [connectionId] : []))).size
}

/** Ids of columns by name, of sources whose columns controls refer to by id. */
export type PointedColumns = readonly { id: string; name: string }[]

export interface ChosenSwap {
  key: string
  source: OutsideSource['source']
  reads: readonly ReviewedRead[]
  /** The ids in the present source and in the new one; empty for sources whose columns are referred to by name. */
  pointed: { before: PointedColumns; after: PointedColumns }
}

/** All swaps as one step. Columns keep their ids and the names that are shown. */
export function swapEdits(document: WorkbookDocument, models: Models, swaps: readonly ChosenSwap[]): DocumentEdit[] {
  const byKey = new Map(swaps.map((swap) => [swap.key, replacementOf(swap)]))
  const { document: replaced } = replaceSources(document, {
    models,
    replace: (_elementId, { source }) => byKey.get(keyOfSource(source)) ?? null,
  })
  return diffDocuments(document, withShownNames(document, replaced))
}

function replacementOf({ source, reads, pointed }: ChosenSwap): SourceReplacement {
  const pairs = reads.filter(isPlainRead).flatMap(({ segments, to }) => {
    const column = to && scanReferences(to.column.formula)[0]?.segments.at(-1)
    return segments[1] !== undefined && column ? [{ from: segments[1], to: column }] : []
  })
  const columnOf = (written: string) => nameInSource(pairs, [], written)
  return {
    source,
    columnOf,
    pointerOf(written) {
      const name = columnOf(pointed.before.find(({ id }) => id === written)?.name ?? written)
      const names = pointed.after.map((column) => column.name)
      return pointed.after[names.indexOf(nameInSource([], names, name))]?.id ?? name
    },
  }
}

function withShownNames(before: WorkbookDocument, after: WorkbookDocument): WorkbookDocument {
  const elements = { ...after.elements }
  for (const { id, element } of elementsOf(after)) {
    const old = findElement(before, id)
    if (!old || old === element || columnsOf(element).length === 0) continue
    elements[id] = setAtPath(element, 'columns', withNames(columnsOf(element), columnNames(columnsOf(old))))
  }
  return { ...after, elements }
}

const elementsOf = (document: WorkbookDocument) =>
  Object.entries(document.elements).map(([id, element]) => ({ id, element }))
