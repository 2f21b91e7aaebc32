import { isAppError } from '@octavo/core/errors'
import type { RequiredSource, StoredRows } from '@octavo/core/plan'
import type { ValueType } from '@octavo/core/types'
import { valueTypeFromText } from '@octavo/core/types'
import { createByteCache } from '../../cache/index.ts'
import type { Clock } from '../../config/index.ts'
import { type Sessions, uploadedTable } from '../../connectors/index.ts'
import { type CsvFileFacts, findCsvContent, findCsvFile } from '../../store/csv-files.ts'
import { isUuid, type Store } from '../../store/index.ts'
import { findInputTable, type InputRow, type InputTableRow, listInputRows } from '../../store/input-rows.ts'
import { findMembers } from '../../store/members.ts'
import { rowTableName } from '../input-rows/connection-book.ts'
import { rowsInConnection, writersInConnection } from '../input-rows/edit-log.ts'
import type { TablePlace } from '../input-rows/row-book.ts'
import type { RowPlace } from '../input-rows/row-writers.ts'
import type { CsvColumn } from './csv-text.ts'
import { cellText } from './input-cells.ts'

/** Limits of one file or one input table, because rows are sent with every statement that reads them. */
export const storedRowLimits = { rows: 100_000, bytes: 8 * 1024 * 1024, columns: 500 }

type StoredSource = Extract<RequiredSource, { kind: 'csv' | 'input-rows' }>

const hourMs = 3_600_000

/**
 * Rows that Octavo stores, in the form that the planner reads. They are read with the rights of the document's owner, like any other
 * source. Recently read rows are cached in memory up to a limit.
 */
export function createStoredRows(parts: Parts & { clock: Clock }) {
  const { store, clock } = parts
  const kept = createByteCache<StoredRows>({
    clock,
    ttlMs: hourMs,
    maxEntryBytes: 2 * storedRowLimits.bytes,
    maxBytes: 8 * storedRowLimits.bytes,
  })

  async function csv(organizationId: string, { csvId, connectionId }: Extract<StoredSource, { kind: 'csv' }>) {
    const missing = { rows: { unavailable: `There is no CSV ${csvId}.` }, revision: 'none' }
    const facts = isUuid(csvId) ? await findCsvFile(store.db, organizationId, csvId) : null
    if (!facts) return missing
    const revision = `${csvId} ${facts.revision}`
    const key = `csv ${organizationId} ${revision}`
    if (facts.is_table === 1) {
      if (facts.connection_id !== connectionId) return missing
      return { rows: rowsOfTable(key, facts), revision }
    }
    const known = kept.get(key)
    if (known) return { rows: known, revision }
    const content = await findCsvContent(store.db, organizationId, csvId)
    if (content === null) return missing
    const columns = csvColumnsFromText(facts.columns)
    const rows: StoredRows = { rowsId: key, name: facts.name, columns, json: () => content }
    kept.set(key, rows, content.length)
    return { rows, revision }
  }

  async function input(place: TablePlace, travels: boolean) {
    const table = await findInputTable(store.db, place)
    const at = travels ? null : tableInConnection(table)
    const revision = JSON.stringify([table?.revision ?? 0, at])
    const key = `input ${JSON.stringify([place, revision])}`
    const known = kept.get(key)
    if (known) return { rows: known, revision }
    const { rows, sizeBytes } = at ? await entriesOf(parts, key, place, at) : await travelling(parts, key, place, table)
    if (!('unavailable' in rows)) kept.set(key, rows, sizeBytes)
    return { rows, revision }
  }

  return {
    /** The rows of a document's source, with a key of their state. */
    find(
      organizationId: string,
      documentId: string,
      source: StoredSource,
    ): Promise<{ rows: StoredRows | { unavailable: string }; revision: string }> {
      if (source.kind === 'csv') return csv(organizationId, source)
      return input({ organizationId, documentId, elementId: source.elementId }, source.travels === true)
    },
  }
}

interface Parts {
  store: Store
  sessions: Sessions
}

/** Rows, or why they cannot be read, with their size in memory. */
interface Found {
  rows: StoredRows | { unavailable: string }
  sizeBytes: number
}

async function travelling(
  parts: Parts,
  rowsId: string,
  place: TablePlace,
  table: InputTableRow | null,
): Promise<Found> {
  const found = await readable(() => rowsOf(parts, table, place))
  if ('unavailable' in found) return { rows: found, sizeBytes: 0 }
  const writers = found.flatMap((row) => [row.created_by, row.updated_by])
  const rows = inputRows(rowsId, found, await emailsOf(parts, place, writers))
  return { rows, sizeBytes: (table?.size_bytes ?? 0) * 2 }
}

/** The connection and schema of the rows; null for rows in the store, and when there are none. */
function tableInConnection(table: InputTableRow | null): RowPlace | null {
  const { connection_id: connectionId = null, write_schema: schema = null, row_count: rowCount = 0 } = table ?? {}
  return connectionId === null || schema === null || rowCount === 0 ? null : { connectionId, schema }
}

/** Rows that the data platform reads from their own table, with the emails of their authors. */
async function entriesOf(parts: Parts, rowsId: string, place: TablePlace, at: RowPlace): Promise<Found> {
  const writers = await readable(() => writersInConnection(parts, place, at))
  if ('unavailable' in writers) return { rows: writers, sizeBytes: 0 }
  const people = JSON.stringify(Object.fromEntries(await emailsOf(parts, place, writers)))
  const { connectionId, schema } = at
  const rows: StoredRows = {
    rowsId,
    name: '',
    columns: [],
    entries: { connectionId, path: [schema, rowTableName(place)], people },
    json: () => {
      throw new Error('The rows of a table of the connection do not go along with statements.')
    },
  }
  return { rows, sizeBytes: people.length }
}

async function emailsOf({ store }: Parts, { organizationId }: TablePlace, memberIds: readonly string[]) {
  const members = await findMembers(store.db, organizationId, [...new Set(memberIds)])
  return new Map([...members].map(([id, { email }]) => [id, email]))
}

/** The rows of an input table, wherever they are stored. */
async function rowsOf(parts: Parts, table: InputTableRow | null, place: TablePlace): Promise<readonly InputRow[]> {
  if (!table || table.row_count === 0) return []
  const at = tableInConnection(table)
  return at === null ? listInputRows(parts.store.db, place) : rowsInConnection(parts, place, at)
}

async function readable<T>(read: () => Promise<T>): Promise<T | { unavailable: string }> {
  try {
    return await read()
  } catch (error) {
    if (isAppError(error, 'source_unavailable') || isAppError(error, 'query_failed')) {
      return { unavailable: error.details.reason }
    }
    throw error
  }
}

/** Rows that the engine reads from a table in the connection. */
function rowsOfTable(rowsId: string, { id, name, columns, revision, ...place }: CsvFileFacts): StoredRows {
  const { write_schema: schema, table_name: table } = place
  return {
    rowsId,
    name,
    columns: csvColumnsFromText(columns),
    ...(schema === null || table === null ? { table: uploadedTable(id, revision) } : { table, schema }),
    json: () => {
      throw new Error('The rows of an uploaded table do not go along with statements.')
    },
  }
}

export function csvColumnsToText(columns: readonly CsvColumn[], typeText: (type: ValueType) => string): string {
  return JSON.stringify(columns.map(({ id, name, type }) => ({ id, name, type: typeText(type) })))
}

export function csvColumnsFromText(text: string): CsvColumn[] {
  const columns = JSON.parse(text) as { id: string; name: string; type: string }[]
  return columns.map(({ id, name, type }) => ({ id, name, type: valueTypeFromText(type) }))
}

/** Rows as JSON objects of texts, `c_1` for the first column; nulls are left out. */
export function rowsToJson(rows: Iterable<readonly (string | null | undefined)[]>): string {
  const objects: Record<string, string>[] = []
  for (const row of rows) {
    const object: Record<string, string> = {}
    for (const [index, cell] of row.entries()) if (cell != null) object[`c_${index + 1}`] = cell
    objects.push(object)
  }
  return JSON.stringify(objects)
}

const stampColumns: ReadonlySet<string> = new Set(['CREATED_AT', 'CREATED_BY', 'UPDATED_AT', 'UPDATED_BY'])

/**
 * Rows of an input table in the form that the planner reads. A row that was never written, for example one that is only checked, has no
 * stamps.
 */
export function inputRows(rowsId: string, rows: readonly InputRow[], emails: ReadonlyMap<string, string>): StoredRows {
  const cells = rows.map((row) => JSON.parse(row.cells) as Record<string, unknown>)
  const written = new Map<string, string>()
  const cellOf = (row: InputRow, own: Record<string, unknown>, id: string): unknown => {
    if (row.created_by === '' && stampColumns.has(id)) return null
    switch (id) {
      case 'ID':
      // The id of a linked table's row is the key that it belongs to.
      case 'linked to':
        return row.row_id
      case 'entry place':
        return row.place
      case 'CREATED_AT':
        return new Date(row.created_at).toISOString()
      case 'UPDATED_AT':
        return new Date(row.updated_at).toISOString()
      case 'CREATED_BY':
        return emails.get(row.created_by) ?? row.created_by
      case 'UPDATED_BY':
        return emails.get(row.updated_by) ?? row.updated_by
      default:
        return own[id]
    }
  }
  return {
    rowsId,
    name: '',
    columns: [],
    json(columns) {
      const key = JSON.stringify(columns)
      const known = written.get(key)
      if (known !== undefined) return known
      const json = rowsToJson(
        rows.map((row, index) => columns.map(({ id, type }) => cellText(cellOf(row, cells[index] ?? {}, id), type))),
      )
      // The columns of an element rarely change, so only the latest form is cached.
      written.clear()
      written.set(key, json)
      return json
    },
  }
}
