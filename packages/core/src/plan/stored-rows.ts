import {
  type DocumentElement,
  elementName,
  friendlyName,
  type InputColumnOrigin,
  inputColumnOrigin,
  namedColumns,
} from '../document/index.ts'
import { dialectOf as dialectNamed } from '../sql/index.ts'
import type { ValueType } from '../types/index.ts'
import type { Analysis, DocumentScope } from './analysis.ts'
import type { StoredRows } from './api.ts'
import { failure, type PlanFailure } from './failure.ts'
import type { ScanColumn, Slot, StepId } from './logical.ts'
import type { SourceColumn, SourceModel } from './model.ts'
import { sourceSlot } from './passes/stage-levels.ts'
import type { PlanBuilder } from './plan-builder.ts'
import type { SourceOutcome } from './sources.ts'

const NO_DEPENDENCES = { now: false, today: false, viewer: false }

/** A column of rows that Octavo keeps, under the id that it has there. */
interface StoredColumn {
  id: string
  name: string
  type: ValueType
}

/** An uploaded CSV, named after the file. */
export function csvSource(
  analysis: Analysis,
  { connectionId, inodeId }: { connectionId: string; inodeId: string },
): SourceOutcome {
  const place = placeOf(analysis, connectionId)
  if (!place.ok) return place
  const required = { kind: 'csv' as const, connectionId, csvId: inodeId }
  const stored = analysis.context.catalog.storedRows?.(required) ?? NOT_KEPT
  if ('unavailable' in stored) return failure('source_unavailable', `The CSV cannot be read: ${stored.unavailable}`)
  const key = {}
  return {
    ok: true,
    source: {
      connectionId,
      dialect: place.dialect,
      prefixes: [stored.name],
      elementId: null,
      columns: stored.columns.map((column) => ({
        ...sourceColumn(column),
        names: [column.name, friendlyName(column.name)],
      })),
      metrics: [],
      required: [required],
      rowKey: [],
      dependsOn: NO_DEPENDENCES,
      read: (builder) => builder.once(key, () => addRows(builder, stored, stored.name, stored.columns)),
    },
  }
}

/** What people entered into an input table, and for a linked one the columns of the element that it is linked to. */
export function inputTableSource(
  analysis: Analysis,
  scope: DocumentScope,
  element: DocumentElement,
  parent: SourceModel | null,
  connectionId: string,
): SourceOutcome {
  const place = placeOf(analysis, connectionId)
  if (!place.ok) return place
  const required = { kind: 'input-rows' as const, elementId: element.id }
  const stored = analysis.context.catalog.storedRows?.(required) ?? NOT_KEPT
  const name = elementName(element) ?? 'Input table'
  if ('unavailable' in stored) {
    return failure('source_unavailable', `The rows of ${name} cannot be read: ${stored.unavailable}`)
  }
  const columns = namedColumns(scope.document, element).map((column) => ({
    id: column.id,
    name: column.name ?? column.id,
    origin: inputColumnOrigin(column),
  }))
  const entered = columns.flatMap(({ id, name: title, origin }): StoredColumn[] => {
    const type = typeOfOwn(origin)
    return type ? [{ id, name: title, type }] : []
  })
  const linked = columns.flatMap(({ id, name: title, origin }) => {
    const from = origin.kind === 'linked' ? parent?.columns.find((column) => column.id === origin.columnId) : undefined
    return from ? [{ id, name: title, from }] : []
  })
  const [keyColumn] = linked
  if (parent && !keyColumn) {
    return failure(
      'element_invalid',
      `${name} has no column that links it.`,
      'Add a column with "key": the id of the column of the other element whose values name the rows.',
    )
  }
  const key = {}
  const readers = { stored, name, entered }
  return {
    ok: true,
    source: {
      connectionId,
      dialect: place.dialect,
      prefixes: [name],
      elementId: null,
      columns: [
        ...linked.map(({ id, name: title, from }) => ({ ...from, id, names: [title], nullable: true })),
        ...entered.map((column) => sourceColumn(column)),
      ],
      metrics: [],
      required: parent ? [...parent.required, required] : [required],
      rowKey: [],
      dependsOn: parent?.dependsOn ?? NO_DEPENDENCES,
      read: (builder) =>
        builder.once(key, () =>
          parent && keyColumn
            ? addLinkedRows(builder, readers, parent, keyColumn.from, linked)
            : addRows(builder, stored, name, entered),
        ),
    },
  }
}

const NOT_KEPT = { unavailable: 'Nobody keeps its rows.' }

/** Values of a type that cannot be kept are null. */
function typeOfOwn(origin: InputColumnOrigin): ValueType | null {
  if (origin.kind === 'system') return origin.type
  return origin.kind === 'entered' ? (origin.type ?? { kind: 'text' }) : null
}

function placeOf(
  analysis: Analysis,
  connectionId: string,
): { ok: true; dialect: string } | { ok: false; failure: PlanFailure } {
  const dialect = analysis.context.catalog.dialect(connectionId)
  if (dialect === null) {
    return failure(
      'source_unavailable',
      `The connection "${connectionId}" does not exist or may not be used.`,
      'Check the connection and your right to use it.',
    )
  }
  const { rows, label } = dialectNamed(dialect)
  if (rows) return { ok: true, dialect }
  return failure(
    'element_invalid',
    `${label} cannot read rows that Octavo keeps: it takes no value of such a size with a statement.`,
    'Put the rows in a table of the data platform.',
  )
}

function sourceColumn({ id, name, type }: StoredColumn): SourceColumn {
  return { id, names: [name], type: localType(type), nullable: true, isRestricted: false }
}

function localType(type: ValueType): ValueType {
  return type.kind === 'instant' ? { kind: 'timestamp' } : type
}

function addRows(builder: PlanBuilder, stored: StoredRows, name: string, columns: readonly StoredColumn[]): StepId {
  const typed = columns.map(({ id, type }) => ({ id, type }))
  return builder.add({
    kind: 'stored-rows',
    name,
    rowsId: JSON.stringify([stored.rowsId, typed]),
    json: stored.json(typed),
    columns: columns.map(
      ({ id, name: title, type }, index): ScanColumn => ({
        slot: { id: sourceSlot(id), name: title, type: localType(type), nullable: true },
        column: `c_${index + 1}`,
        isInstant: type.kind === 'instant',
      }),
    ),
  })
}

/** Name of the column that tells which row of the other element an entry belongs to. */
const ENTRY_KEY = 'linked to'

/** One row for each key of the other element, beside what was entered for the key. */
function addLinkedRows(
  builder: PlanBuilder,
  { stored, name, entered }: { stored: StoredRows; name: string; entered: readonly StoredColumn[] },
  parent: SourceModel,
  keyColumn: SourceColumn,
  linked: readonly { id: string; name: string; from: SourceColumn }[],
): StepId {
  const slotOf = (column: SourceColumn, id: string, title: string): Slot => ({
    id,
    name: title,
    type: column.type,
    nullable: true,
  })
  const key = slotOf(keyColumn, sourceSlot(keyColumn.id), linked[0]?.name ?? keyColumn.id)
  const others = linked.slice(1)
  const keys = builder.add({
    kind: 'aggregate',
    name: `${name} keys`,
    input: parent.read(builder),
    keys: [key],
    measures: others.map(({ id, name: title, from }) => ({
      slot: slotOf(from, `linked/${id}`, title),
      expression: { kind: 'pick', slot: sourceSlot(from.id), type: from.type },
    })),
  })
  const named = builder.add({
    kind: 'project',
    name,
    input: keys,
    keep: [],
    columns: linked.map(({ id, name: title, from }, index) => ({
      slot: slotOf(from, sourceSlot(id), title),
      expression: { kind: 'slot', slot: index === 0 ? key.id : `linked/${id}` },
    })),
  })
  const rows = addRows(builder, stored, `${name} entries`, [
    { id: ENTRY_KEY, name: ENTRY_KEY, type: keyColumn.type },
    ...entered,
  ])
  return builder.add({
    kind: 'broadcast',
    name,
    input: named,
    from: rows,
    keys: [{ left: sourceSlot(linked[0]?.id ?? ''), right: sourceSlot(ENTRY_KEY), isNullable: false }],
    columns: entered.map(({ id, name: title, type }) => ({
      slot: { id: sourceSlot(id), name: title, type: localType(type), nullable: true },
      from: sourceSlot(id),
    })),
    onlyMatches: false,
  })
}
