import type { DbtNode } from '@octavo/core/contract'
import type { ColumnFormat } from '@octavo/core/document'
import type { CatalogObject } from '../../catalog/index.ts'
import { type DbtNodeRow, findDbtNodes } from '../../store/dbt-nodes.ts'
import type { Queryable } from '../../store/index.ts'
import { findTableAnnotations } from '../../store/table-annotations.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { DbtTable } from './dbt-artifacts.ts'
import { noAnnotation, type TableAnnotation } from './table-annotations.ts'

/** Documentation of a table besides its columns and their types. */
export interface TableNotes {
  friendlyName: string | undefined
  description: string | undefined
  visibility: 'included' | 'hidden'
  dbt: DbtNode | undefined
  columns(name: string): ColumnNotes
}

interface ColumnNotes {
  friendlyName?: string
  description?: string
  visibility: 'included' | 'hidden'
  format?: ColumnFormat
}

type Facts = Omit<DbtTable, 'database' | 'schema' | 'name'>

/** Members' annotations take precedence over dbt. */
export async function notesOf(
  db: Queryable,
  organizationId: string,
  object: Pick<CatalogObject, 'id' | 'connectionId' | 'path'>,
): Promise<TableNotes> {
  const { id, connectionId, path } = object
  const rows = path.length < 2 ? [] : await findDbtNodes(db, organizationId, connectionId, nameKeyOf(path.slice(-2)))
  const row = rowFor(rows, path)
  const { columns: described, ...facts } = row ? (JSON.parse(row.facts) as Facts) : { columns: {} }
  const annotations = await annotationsOf(db, organizationId, [id])
  const annotation = annotations.get(id) ?? noAnnotation
  return {
    friendlyName: annotation.friendlyName,
    description: annotation.description ?? ('description' in facts ? facts.description : undefined),
    visibility: visibilityOf(annotation),
    dbt: row && 'uniqueId' in facts ? { ...facts, uploadedAt: timestamp(row.uploaded_at) } : undefined,
    columns: (name) => {
      const { isHidden, ...annotated } = own(annotation.columns, name) ?? {}
      const description = own(described, name.toLowerCase())
      return {
        ...(description === undefined ? {} : { description }),
        ...annotated,
        visibility: visibilityOf({ isHidden }),
      }
    },
  }
}

export async function annotationsOf(
  db: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TableAnnotation>> {
  const found = await findTableAnnotations(db, organizationId, ids)
  return new Map([...found].map(([id, text]) => [id, JSON.parse(text) as TableAnnotation]))
}

const visibilityOf = ({ isHidden }: { isHidden?: true | undefined }) => (isHidden ? 'hidden' : 'included')

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** The row for the database of a path; when paths have no database, the only row. */
function rowFor(rows: readonly DbtNodeRow[], path: readonly string[]): DbtNodeRow | undefined {
  const database = path.length > 2 ? path.at(-3)?.toLowerCase() : undefined
  const own = rows.find((row) => row.database_name === database || row.database_name === '')
  return own ?? (database === undefined && rows.length === 1 ? rows[0] : undefined)
}

/** The lookup key for the schema and name of a table. */
export function nameKeyOf(schemaAndName: readonly string[]): string {
  return JSON.stringify(schemaAndName.map((part) => part.toLowerCase()))
}
