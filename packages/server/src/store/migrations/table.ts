import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { Database } from '../schema.ts'

/**
 * A table definition for both engines. Columns: `text` or `integer`, with `?` for nullable ones. `links`: foreign keys,
 * from columns of this table to columns of a primary key.
 */
export interface TableShape {
  columns: Record<string, 'text' | 'text?' | 'integer' | 'integer?'>
  key: readonly string[]
  unique?: readonly (readonly string[])[]
  indexes?: readonly (readonly string[])[]
  links?: readonly { columns: readonly string[]; table: string; to: readonly string[] }[]
}

export interface Migration {
  /** Number and subject; never changes once released. */
  name: string
  up(tx: Kysely<Database>, types: Engine['types']): Promise<void>
}

export async function createTable(
  tx: Kysely<Database>,
  types: Engine['types'],
  name: string,
  shape: TableShape,
): Promise<void> {
  const columns = Object.entries(shape.columns).map(([column, type]) => {
    const spelled = type.startsWith('text') ? types.text : types.integer
    return sql`${sql.ref(column)} ${sql.raw(spelled)}${sql.raw(type.endsWith('?') ? '' : ' not null')}`
  })
  const rules = [
    sql`primary key (${refs(shape.key)})`,
    ...(shape.unique ?? []).map((unique) => sql`unique (${refs(unique)})`),
    ...(shape.links ?? []).map(
      (link) => sql`foreign key (${refs(link.columns)}) references ${sql.table(link.table)} (${refs(link.to)})`,
    ),
  ]
  await sql`create table ${sql.table(name)} (${sql.join([...columns, ...rules])}) ${sql.raw(types.tableSuffix)}`.execute(
    tx,
  )
  for (const index of shape.indexes ?? []) {
    await sql`create index ${sql.ref(`${name}_by_${index.join('_')}`)} on ${sql.table(name)} (${refs(index)})`.execute(
      tx,
    )
  }
}

const refs = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))
