import {
  type DocumentElement,
  elementName,
  friendlyName,
  type InputColumnOrigin,
  inputColumnOrigin,
  namedColumns,
} from '../../document/index.ts'
import { dialectOf as dialectNamed } from '../../sql/index.ts'
import { uploadedRow, type ValueType } from '../../types/index.ts'
import { acrossConnections, acrossDialect } from '../model/across-connections.ts'
import type { RequiredSource, StoredRows } from '../model/api.ts'
import type { KeptRows, ScanRows, SourceColumn, SourceModel, StoredColumn } from '../model/element-model.ts'
import { failure, type PlanFailure } from '../model/failure.ts'
import type { Slot } from '../model/logical.ts'
import { localType, rowSlot, sourceSlot } from '../model/source-slots.ts'
import type { Analysis, DocumentScope, SourceOutcome } from './analysis.ts'

const NO_DEPENDENCES = { now: false, today: false, viewer: false }

/** An uploaded file, under its name. */
export function csvSource(
  analysis: Analysis,
  { connectionId, inodeId }: { connectionId: string; inodeId: string },
): SourceOutcome {
  const place = placeOf(analysis, connectionId)
  if (!place.ok) return place
  const required = { kind: 'csv' as const, connectionId, csvId: inodeId }
  const stored = analysis.context.catalog.storedRows?.(required) ?? NOT_STORED
  if ('unavailable' in stored) return failure('source_unavailable', `The CSV cannot be read: ${stored.unavailable}`)
  const rows = stored.table === undefined ? rowsOfStatement(stored) : rowsOfEngine(stored, stored.table)
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
      rowKey: rows.kind === 'scan' ? [uploadedRowSlot] : [],
      dependsOn: NO_DEPENDENCES,
      rows,
    },
  }
}

const rowsOfStatement = (stored: StoredRows): KeptRows => ({
  kind: 'kept',
  name: stored.name,
  stored,
  columns: stored.columns,
})

const uploadedRowSlot: Slot = { id: rowSlot(0), name: uploadedRow, type: { kind: 'int64' }, nullable: false }

/** Without a sort, rows appear in the order in which they were entered. */
const entryPlace: Slot = { id: rowSlot(0), name: 'entry place', type: { kind: 'int64' }, nullable: false }

/** The rows as a table that the engine of the connection has. Tables of a schema are read in any order. */
const rowsOfEngine = ({ name, columns, schema }: StoredRows, table: string): ScanRows => ({
  kind: 'scan',
  name,
  path: schema === undefined ? [table] : [schema, table],
  columns: [
    ...columns.map(({ id, name: title, type }, index) => ({
      slot: { id: sourceSlot(id), name: title, type: localType(type), nullable: true },
      column: `c_${index + 1}`,
      isInstant: type.kind === 'instant',
    })),
    { slot: uploadedRowSlot, column: uploadedRow, isInstant: false, isRaw: true },
  ],
  isStoredInOrder: schema === undefined,
  isUpload: true,
  conditions: [],
})

/** The rows that people entered into an input table; for a linked table with the columns of the element that it is linked to. */
export function inputTableSource(
  analysis: Analysis,
  scope: DocumentScope,
  element: DocumentElement,
  parent: SourceModel | null,
  connectionId: string,
): SourceOutcome {
  const place = placeOf(analysis, connectionId)
  if (!place.ok) return place
  const required = requiredRows(analysis, element.id, connectionId)
  const stored = analysis.context.catalog.storedRows?.(required) ?? NOT_STORED
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
      rowKey: parent ? [] : [entryPlace],
      dependsOn: parent?.dependsOn ?? NO_DEPENDENCES,
      rows:
        parent && keyColumn
          ? { kind: 'linked', name, stored, entered, parent, keyColumn: keyColumn.from, linked }
          : { kind: 'kept', name, stored, columns: entered, place: entryPlace },
    },
  }
}

type InputRowsNeed = Extract<RequiredSource, { kind: 'input-rows' }>

/**
 * The form in which a plan on the connection needs the rows of an input table: `travels` (sent with the statement) if the rows are a table
 * of another connection, or of an engine whose dialect cannot read such tables.
 */
function requiredRows({ context }: Analysis, elementId: string, connectionId: string): InputRowsNeed {
  const { catalog } = context
  const known = catalog.storedRows?.({ kind: 'input-rows', elementId })
  const table = known && 'rowsId' in known ? known.entries : undefined
  const dialect = table?.connectionId === connectionId ? catalog.dialect(connectionId) : null
  const isThere = table === undefined || (dialect !== null && dialectNamed(dialect).entries !== undefined)
  return { kind: 'input-rows', elementId, ...(isThere ? {} : { travels: true }) }
}

/**
 * The rows that the catalogue must load for input tables. `read`: all connections that the requesting element reads. With a single
 * connection the rows are used there; with several they are also needed on the embedded engine.
 */
export function requiredInputRows(
  analysis: Analysis,
  elementIds: Iterable<string>,
  read: ReadonlySet<string>,
): InputRowsNeed[] {
  const [only = ''] = read
  return [...elementIds].flatMap((elementId) => {
    const first: InputRowsNeed = { kind: 'input-rows', elementId }
    const needed = requiredRows(analysis, elementId, read.size === 1 ? only : acrossConnections)
    return needed.travels ? [first, needed] : [first]
  })
}

const NOT_STORED = { unavailable: 'Its rows are not stored.' }

/** The type of the column's stored values; text if the column's own type cannot be stored. Null for a column of the linked element. */
function typeOfOwn(origin: InputColumnOrigin): ValueType | null {
  if (origin.kind === 'system') return origin.type
  return origin.kind === 'entered' ? (origin.type ?? { kind: 'text' }) : null
}

function placeOf(
  analysis: Analysis,
  connectionId: string,
): { ok: true; dialect: string } | { ok: false; failure: PlanFailure } {
  const isAcross = connectionId === acrossConnections
  const dialect = isAcross ? acrossDialect : analysis.context.catalog.dialect(connectionId)
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
    `${label} cannot read rows that Octavo stores: it accepts no value of that size with a statement.`,
    'Put the rows in a table of the data platform.',
  )
}

function sourceColumn({ id, name, type }: StoredColumn): SourceColumn {
  return { id, names: [name], type: localType(type), nullable: true, isRestricted: false }
}
