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
import { rowsInConnection } from '../input-rows/edit-log.ts'
import type { TablePlace } from '../input-rows/row-book.ts'
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
export function createStoredRows(parts: { store: Store; clock: Clock; sessions: Sessions }) {
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

  async function input(organizationId: string, documentId: string, elementId: string) {
    const place = { organizationId, documentId, elementId }
    const table = await findInputTable(store.db, place)
    const revision = String(table?.revision ?? 0)
    const key = `input ${JSON.stringify([organizationId, documentId, elementId, revision])}`
    const known = kept.get(key)
    if (known) return { rows: known, revision }
    const found = await rowsOf(parts, table, place)
    if ('unavailable' in found) return { rows: found, revision }
    const members = await findMembers(store.db, organizationId, [
      ...new Set(found.flatMap((row) => [row.created_by, row.updated_by])),
    ])
    const rows = inputRows(key, found, new Map([...members].map(([id, { email }]) => [id, email])))
    kept.set(key, rows, (table?.size_bytes ?? 0) * 2)
    return { rows, revision }
  }

  return {
    /** The rows of a document's source, with a key of their state. */
    find(
      organizationId: string,
      documentId: string,
      source: StoredSource,
    ): Promise<{ rows: StoredRows | { unavailable: string }; revision: string }> {
      return source.kind === 'csv' ? csv(organizationId, source) : input(organizationId, documentId, source.elementId)
    },
  }
}

/** The rows of an input table, wherever they are stored. */
async function rowsOf(
  parts: { store: Store; sessions: Sessions },
  table: InputTableRow | null,
  place: TablePlace,
): Promise<readonly InputRow[] | { unavailable: string }> {
  if (!table || table.row_count === 0) return []
  const { connection_id: connectionId, write_schema: schema } = table
  if (connectionId === null || schema === null) return listInputRows(parts.store.db, place)
  try {
    return await rowsInConnection(parts, place, { connectionId, schema })
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
