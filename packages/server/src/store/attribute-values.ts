import { type RawBuilder, sql } from 'kysely'
import type { Audited } from './schema.ts'
import type { Queryable } from './store.ts'

/** The value that a member, team or tenant has for an attribute. */
export interface AttributeValue extends Audited {
  organization_id: string
  attribute_id: string
  /** Id of the member, team or tenant. */
  holder_id: string
  value: string
}

interface Holders {
  /** The table of the values and the column with their holder. */
  values: RawBuilder<unknown>
  holder: RawBuilder<unknown>
}

/** Attribute values of one kind of holder, in this table and column. */
function valuesIn(table: string, column: string) {
  const holders: Holders = { values: sql.table(table), holder: sql.ref(column) }
  return { ...readsOf(holders), ...writesOf(holders) }
}

const columnsOf = ({ holder }: Holders) =>
  sql`organization_id, attribute_id, ${holder}, value, created_by, updated_by, created_at, updated_at`

const ofAttribute = ({ values }: Holders, organizationId: string, attributeId: string) =>
  sql`from ${values} where organization_id = ${organizationId} and attribute_id = ${attributeId}`

function readsOf(holders: Holders) {
  const { holder } = holders
  const columns = columnsOf(holders)
  return {
    /** Ordered by the id of the holder, one row more than `limit` when there are more. */
    async list(
      db: Queryable,
      organizationId: string,
      attributeId: string,
      { after, limit }: { after: string | null; limit: number },
    ): Promise<AttributeValue[]> {
      const { rows } = await sql<AttributeValue>`
        select ${columns}, ${holder} as holder_id ${ofAttribute(holders, organizationId, attributeId)}
          ${after === null ? sql`` : sql`and ${holder} > ${after}`}
        order by ${holder} limit ${limit + 1}`.execute(db)
      return rows
    },

    async count(db: Queryable, organizationId: string, attributeId: string, atMost: number | null): Promise<number> {
      const { rows } = await sql<{ count: number | string }>`select count(*) as count from (
        select ${holder} ${ofAttribute(holders, organizationId, attributeId)}
        ${atMost === null ? sql`` : sql`limit ${atMost}`}) as counted`.execute(db)
      return Number(rows[0]?.count)
    },

    /** The values of some holders, by holder. */
    async find(
      db: Queryable,
      organizationId: string,
      attributeId: string,
      holderIds: readonly string[],
    ): Promise<Map<string, AttributeValue>> {
      if (holderIds.length === 0) return new Map()
      const { rows } = await sql<AttributeValue>`
        select ${columns}, ${holder} as holder_id ${ofAttribute(holders, organizationId, attributeId)}
          and ${holder} in (${sql.join(holderIds)})`.execute(db)
      return new Map(rows.map((row) => [row.holder_id, row]))
    },
  }
}

function writesOf(holders: Holders) {
  const { values, holder } = holders
  const columns = columnsOf(holders)
  return {
    /** Replaces existing values, but keeps the author and the time of the first one. */
    async put(tx: Queryable, rows: readonly AttributeValue[]): Promise<void> {
      if (rows.length === 0) return
      const given = rows.map(
        (row) => sql`(${row.organization_id}, ${row.attribute_id}, ${row.holder_id}, ${row.value},
          ${row.created_by}, ${row.updated_by}, ${row.created_at}, ${row.updated_at})`,
      )
      await sql`insert into ${values} (${columns}) values ${sql.join(given)}
        on conflict (organization_id, attribute_id, ${holder}) do update set
          value = excluded.value, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(tx)
    },

    /** Returns the number of removed values. */
    async remove(
      tx: Queryable,
      organizationId: string,
      attributeId: string,
      holderIds: readonly string[],
    ): Promise<number> {
      if (holderIds.length === 0) return 0
      const { numAffectedRows } = await sql`
        delete ${ofAttribute(holders, organizationId, attributeId)} and ${holder} in (${sql.join(holderIds)})`.execute(
        tx,
      )
      return Number(numAffectedRows ?? 0)
    },
  }
}

export const memberValues = valuesIn('user_attribute_members', 'member_id')
export const tenantValues = valuesIn('user_attribute_tenants', 'tenant_id')
