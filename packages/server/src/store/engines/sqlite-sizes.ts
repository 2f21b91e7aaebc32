import type { DatabaseSync } from 'node:sqlite'

/** Assumed rows of an organization's table, and rows that remain for one value of a selective column. */
const allRows = 1_000_000
const fewRows = 10
/** Columns with few distinct values, for which most rows remain. */
const coarse = new Set([
  'account_type_id',
  'is_archived',
  'is_everyone',
  'is_admin',
  'is_inactive',
  'kind',
  'object_kind',
  'object_type',
  'organization_id',
  'permission',
  'state',
  'type',
  'user_kind',
  'visibility',
])

/**
 * Sets the table statistics for the query planner. Without statistics SQLite assumes that the first column of an index, here always the
 * organization, leaves ten rows, and scans a million of them. Real statistics (`analyze`) would describe a mostly empty store. So every
 * index gets the figures of a large organization, the same in every store.
 */
export function assumeSizes(writer: DatabaseSync): void {
  writer.exec('analyze sqlite_schema')
  const indexes = writer
    .prepare(`select indexes.tbl_name as name, indexes.name as index_name, columns.name as column_name
      from sqlite_schema as indexes, pragma_index_info(indexes.name) as columns
      where indexes.type = 'index' order by indexes.name, columns.seqno`)
    .all() as { name: string; index_name: string; column_name: string | null }[]
  const wanted = new Map<string, { table: string; rows: number[]; selective: number }>()
  for (const { name, index_name, column_name } of indexes) {
    const entry = wanted.get(index_name) ?? { table: name, rows: [allRows], selective: 0 }
    const before = entry.rows.at(-1) ?? allRows
    const isCoarse = column_name !== null && coarse.has(column_name)
    if (!isCoarse) entry.selective += 1
    entry.rows.push(isCoarse ? before : entry.selective === 1 && column_name !== 'id' ? fewRows : 1)
    wanted.set(index_name, entry)
  }
  const lines = [...wanted].map(([index, { table, rows }]) => ({ table, index, rows: rows.join(' ') }))
  const known = writer.prepare('select tbl as "table", idx as "index", stat as rows from sqlite_stat1').all()
  const print = (some: readonly object[]) =>
    some
      .map((line) => JSON.stringify(Object.values(line)))
      .sort()
      .join()
  if (print(lines) === print(known)) return
  writer.exec('begin immediate')
  try {
    writer.exec('delete from sqlite_stat1')
    const insert = writer.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)')
    for (const { table, index, rows } of lines) insert.run(table, index, rows)
    writer.exec('commit')
  } catch (error) {
    if (writer.isTransaction) writer.exec('rollback')
    throw error
  }
  // Reloads the statistics; connections that are opened later have them.
  writer.exec('analyze sqlite_schema')
}
