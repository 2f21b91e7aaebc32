import type { DbtNode } from '@octavo/core/contract'
import type { CatalogObject } from '../../catalog/index.ts'
import { type DbtNodeRow, findDbtNodes } from '../../store/dbt-nodes.ts'
import type { Queryable } from '../../store/index.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DbtTable } from './dbt-artifacts.ts'

/** What is known about a table beside its columns and their types. */
export interface TableNotes {
  description: string | undefined
  dbt: DbtNode | undefined
  columns(name: string): ColumnNotes
}

interface ColumnNotes {
  description?: string
}

type Facts = Omit<DbtTable, 'database' | 'schema' | 'name'>

export async function notesOf(
  db: Queryable,
  organizationId: string,
  { connectionId, path }: Pick<CatalogObject, 'connectionId' | 'path'>,
): Promise<TableNotes> {
  const rows = path.length < 2 ? [] : await findDbtNodes(db, organizationId, connectionId, nameKeyOf(path.slice(-2)))
  const row = rowFor(rows, path)
  if (row === undefined) return { description: undefined, dbt: undefined, columns: () => ({}) }
  const { columns, ...facts } = JSON.parse(row.facts) as Facts
  return {
    description: facts.description,
    dbt: { ...facts, uploadedAt: timestamp(row.uploaded_at) },
    columns: (name) => {
      const description = Object.hasOwn(columns, name.toLowerCase()) ? columns[name.toLowerCase()] : undefined
      return description === undefined ? {} : { description }
    },
  }
}

/** The row of the database of a path; where paths have none, of the only one there is. */
function rowFor(rows: readonly DbtNodeRow[], path: readonly string[]): DbtNodeRow | undefined {
  const database = path.length > 2 ? path.at(-3)?.toLowerCase() : undefined
  const own = rows.find((row) => row.database_name === database || row.database_name === '')
  return own ?? (database === undefined && rows.length === 1 ? rows[0] : undefined)
}

/** How rows are found by schema and name of a table. */
export function nameKeyOf(schemaAndName: readonly string[]): string {
  return JSON.stringify(schemaAndName.map((part) => part.toLowerCase()))
}
