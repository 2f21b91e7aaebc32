import {
  columnsOf,
  type DocumentColumn,
  type ElementSource,
  findElement,
  type TableRef,
  type WorkbookDocument,
} from '@octavo/core/document'
import { parseFormula, printReference } from '@octavo/core/formula'
import type { SourceColumn } from '../data/source-entries.ts'
import { isTableRef } from '../join/join-plan.ts'
import { readsOf } from '../union/union-source.ts'

export const aggregates = ['sum', 'avg', 'median', 'min', 'max', 'count', 'count-distinct', 'count-if'] as const
export type TransposeAggregate = (typeof aggregates)[number]

/** The most values that can become columns. */
export const mostOutputs = 200

/** The settings of a transpose; the fields of the other direction are kept for when it is chosen again. */
export interface TransposeDraft {
  ref: TableRef
  direction: 'row-to-column' | 'column-to-row'
  /** The column whose values become columns, and the one whose values fill them; empty where none is chosen. */
  names: string
  values: string
  aggregate: TransposeAggregate
  outputs: readonly string[]
  /** The columns that become rows, and the names of the columns for their names and values. */
  merged: readonly string[]
  label: string
  valueLabel: string
}

/**
 * The proposed settings: the values of the first text column become columns, filled with the sum of the last number
 * column, or else with the number of rows.
 */
export function proposedTranspose(ref: TableRef, columns: readonly SourceColumn[]): TransposeDraft {
  const names = columns.find(({ type }) => type === 'text')?.name ?? columns[0]?.name ?? ''
  const others = columns.filter(({ name }) => name !== names)
  const number = others.findLast(({ type }) => type === 'number')?.name
  return {
    ref,
    direction: 'row-to-column',
    names,
    values: number ?? others.at(-1)?.name ?? '',
    aggregate: number === undefined ? 'count' : 'sum',
    outputs: [],
    merged: [],
    label: 'Name',
    valueLabel: 'Value',
  }
}

/** The source for a draft. */
export function transposeSource(draft: TransposeDraft): ElementSource {
  const { ref, direction, names, values, aggregate, outputs, merged, label, valueLabel } = draft
  return direction === 'row-to-column'
    ? {
        kind: 'transpose',
        source: ref,
        direction,
        columnToTranspose: names,
        valueColumn: values,
        outputColumns: [...outputs],
        aggregate,
      }
    : {
        kind: 'transpose',
        source: ref,
        direction,
        columnsToMerge: [...merged],
        columnLabelForMergedColumns: label,
        columnLabelForValues: valueLabel,
      }
}

/**
 * Reads the transpose of an element; undefined if its source is not a transpose. Columns that are stored by id get
 * their names from `document`.
 */
export function readTranspose(
  source: unknown,
  columns: readonly SourceColumn[],
  document: WorkbookDocument,
): TransposeDraft | undefined {
  if (!isRecord(source) || source.kind !== 'transpose' || !isTableRef(source.source)) return undefined
  const usual = proposedTranspose(source.source, columns)
  const nameOf = (written: unknown) => nameOfColumn(String(written ?? ''), source.source, columns, document)
  if (source.direction === 'column-to-row') {
    return {
      ...usual,
      direction: 'column-to-row',
      merged: textsOf(source.columnsToMerge).map(nameOf),
      label: String(source.columnLabelForMergedColumns ?? usual.label),
      valueLabel: String(source.columnLabelForValues ?? usual.valueLabel),
    }
  }
  return {
    ...usual,
    names: nameOf(source.columnToTranspose),
    values: nameOf(source.valueColumn),
    aggregate: aggregates.find((each) => each === source.aggregate) ?? usual.aggregate,
    outputs: textsOf(source.outputColumns),
  }
}

function nameOfColumn(
  written: string,
  ref: unknown,
  columns: readonly SourceColumn[],
  document: WorkbookDocument,
): string {
  const plain = written.replace(/^\[|\]$/g, '')
  const element = isRecord(ref) && ref.kind === 'table' ? findElement(document, String(ref.elementId)) : undefined
  const visible = element ? columnsOf(element).filter(({ hidden }) => hidden !== true) : []
  const at = visible.findIndex(({ id }) => id === plain)
  const named = columns.find(({ name }) => name.toLowerCase() === plain.toLowerCase())
  return (at < 0 ? named : columns[at])?.name ?? plain
}

/** The columns of a transpose's result as an element reads them: unchanged columns first, then created ones. */
export function columnsMade(
  draft: TransposeDraft,
  columns: readonly SourceColumn[],
  newId: () => string,
): DocumentColumn[] {
  const isRows = draft.direction === 'row-to-column'
  const turned = isRows ? [draft.names, draft.values] : draft.merged
  const made = isRows ? [...new Set(draft.outputs)] : [draft.label, draft.valueLabel]
  const look = columns.find(({ name }) => name === (isRows ? draft.values : draft.merged[0]))?.column.format
  const format = look && !draft.aggregate.startsWith('count') ? { format: look } : {}
  const prefix = prefixOfColumns(columns)
  return [
    ...columns.filter(({ name }) => !turned.includes(name)).map(({ column }) => ({ ...column, id: newId() })),
    ...made.map((name, at) => ({
      id: newId(),
      formula: printReference([prefix, name]),
      ...(isRows || at === 1 ? format : {}),
    })),
  ]
}

function prefixOfColumns(columns: readonly SourceColumn[]): string {
  const { tree } = parseFormula(columns[0]?.column.formula ?? '')
  return (tree?.kind === 'reference' ? tree.segments[0] : undefined) ?? ''
}

/** Columns to add and to remove when the transpose of an element changes; columns are compared by what they read. */
export function transposeChange(
  document: WorkbookDocument,
  elementId: string,
  columns: readonly SourceColumn[],
  made: readonly DocumentColumn[],
): { added: DocumentColumn[]; lost: string[] } {
  const prefix = prefixOfColumns(columns)
  const lower = (formula: string) => formula.toLowerCase()
  const reads = readsOf(document, elementId, prefix)
  const read = new Set(reads.map(({ name }) => lower(printReference([prefix, name]))))
  const has = new Set(made.map(({ formula }) => lower(formula)))
  return {
    added: made.filter(({ formula }) => !read.has(lower(formula))),
    lost: [
      ...new Set(
        reads.filter(({ name }) => !has.has(lower(printReference([prefix, name])))).map(({ column }) => column.id),
      ),
    ],
  }
}

export type TransposeProblem = 'columns' | 'outputs' | 'many' | 'merged' | 'types' | 'labels'

/** What is missing before a transpose can be read; undefined if nothing is. */
export function transposeProblem(
  draft: TransposeDraft,
  columns: readonly SourceColumn[],
): TransposeProblem | undefined {
  if (draft.direction === 'row-to-column') {
    if (draft.names === '' || draft.values === '' || draft.names === draft.values) return 'columns'
    if (draft.outputs.length > mostOutputs) return 'many'
    return draft.outputs.length === 0 ? 'outputs' : undefined
  }
  if (draft.merged.length === 0) return 'merged'
  const turned = columns.filter(({ name }) => draft.merged.includes(name))
  if (new Set(turned.flatMap(({ type }) => type ?? [])).size > 1) return 'types'
  const kept = columns.filter(({ name }) => !draft.merged.includes(name)).map(({ name }) => name)
  const labels = [draft.label, draft.valueLabel, ...kept].map((name) => name.trim().toLowerCase())
  return labels.includes('') || new Set(labels).size < labels.length ? 'labels' : undefined
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
