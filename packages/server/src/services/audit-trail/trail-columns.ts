import type { AuditLogEvent } from '@octavo/core/contract'
import type { AuditEventRow } from '../../store/audit-log.ts'

type Value = string | number | null

interface TrailColumn {
  type: 'VARCHAR' | 'BIGINT' | 'TIMESTAMP'
  of(event: AuditLogEvent, row: AuditEventRow): Value
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? Math.round(value) : null)

/** A text column with the first of these event details that exists. */
const detail = (...names: string[]): TrailColumn => ({
  type: 'VARCHAR',
  of: ({ details }) => names.map((name) => text(details[name])).find((value) => value !== null) ?? null,
})
const amount = (...names: string[]): TrailColumn => ({
  type: 'BIGINT',
  of: ({ details }) => names.map((name) => number(details[name])).find((value) => value !== null) ?? null,
})

const spelled: ReadonlyMap<string, string> = new Map([
  ['API', 'API'],
  ['CSV', 'CSV'],
  ['DBT', 'dbt'],
  ['SLACK', 'Slack'],
])

/**
 * `WORKBOOK_CREATED` as "Workbook created", `PUBLIC_API` as "Public API". Stored, because grouping by a formula takes twice the time of
 * grouping by a column. If the texts change, `partsFolder` must change too, so that all parts are written again.
 */
export function inWords(code: string): string {
  const words = code.split('_').map((word, at) => {
    const lower = word.toLowerCase()
    return spelled.get(word) ?? (at === 0 ? `${word.slice(0, 1)}${lower.slice(1)}` : lower)
  })
  return words.join(' ')
}

/** The first area of an event counts. The dashboard of users shows all events. */
const areas = [
  ['Permissions', ({ eventType }) => /^(GRANT|ACCESS_REQUEST)_/.test(eventType)],
  ['Embedding', ({ eventType }) => eventType.startsWith('EMBED_')],
  ['Materializations', ({ eventType }) => eventType.startsWith('MATERIALIZATION_')],
  ['Exports', ({ category }) => category === 'EXPORTS'],
  ['Queries', ({ category }) => category === 'QUERY_EXECUTIONS'],
  ['Documents', ({ category }) => category === 'OBJECT_INTERACTION'],
] as const satisfies readonly (readonly [area: string, isOf: (event: AuditLogEvent) => boolean])[]

/** Events of a usage dashboard. */
export type Area = (typeof areas)[number][0]

/** The usage dashboard that shows an event. Stored, so that its elements need not compute it for every event. */
const areaOf = (event: AuditLogEvent): string => areas.find(([, isOf]) => isOf(event))?.[0] ?? 'Other'

/** The columns of the table AUDIT_LOGS. Times are UTC; names of members and objects are from the time of the copy. */
export const trailColumns = {
  EVENT_ID: { type: 'VARCHAR', of: ({ eventId }) => eventId },
  CREATED_AT: { type: 'TIMESTAMP', of: ({ createdAt }) => createdAt.replace('T', ' ').replace('Z', '') },
  AREA: { type: 'VARCHAR', of: areaOf },
  CATEGORY: { type: 'VARCHAR', of: ({ category }) => category },
  CATEGORY_NAME: { type: 'VARCHAR', of: ({ category }) => inWords(category) },
  EVENT_TYPE: { type: 'VARCHAR', of: ({ eventType }) => eventType },
  EVENT_NAME: { type: 'VARCHAR', of: ({ eventType }) => inWords(eventType) },
  EVENT_STATUS: { type: 'VARCHAR', of: ({ status }) => (status === 'success' ? 'Success' : 'Failure') },
  EVENT_STATUS_REASON_CODE: detail('code', 'reason'),
  USER_ID: { type: 'VARCHAR', of: ({ actor }) => actor.memberId },
  USER_EMAIL: { type: 'VARCHAR', of: ({ actor }) => actor.email },
  USER_NAME: { type: 'VARCHAR', of: ({ actor }) => actor.name },
  USER_LABEL: { type: 'VARCHAR', of: ({ actor }) => actor.name ?? actor.email ?? 'Server' },
  ACTOR_KIND: { type: 'VARCHAR', of: ({ actor }) => actor.kind },
  VIEWED_AS_USER_ID: detail('viewedAs'),
  CREDENTIAL_ID: detail('credentialId', 'embedCredentialId'),
  OBJECT_ID: { type: 'VARCHAR', of: ({ object }) => object.id },
  OBJECT_TYPE: { type: 'VARCHAR', of: ({ object }) => object.type },
  OBJECT_NAME: { type: 'VARCHAR', of: ({ object }) => object.name },
  OBJECT_LABEL: { type: 'VARCHAR', of: ({ object }) => object.name ?? object.id },
  VERSION_TAG: detail('versionTag'),
  CONNECTION_ID: {
    type: 'VARCHAR',
    of: ({ object, details }) => text(details.connectionId) ?? (object.type === 'connection' ? object.id : null),
  },
  OPERATION: detail('operation'),
  ROW_COUNT: amount('rowCount', 'rows'),
  COLUMN_COUNT: amount('columnCount', 'columns'),
  DURATION_MS: amount('durationMs'),
  IP_ADDRESS: { type: 'VARCHAR', of: ({ ipAddress }) => ipAddress },
  REQUEST_ID: { type: 'VARCHAR', of: ({ requestId }) => requestId },
  DETAILS: {
    type: 'VARCHAR',
    of: ({ before, after, details }) =>
      JSON.stringify({ ...details, ...(before ? { before } : {}), ...(after ? { after } : {}) }),
  },
  SEQUENCE_NUMBER: { type: 'BIGINT', of: (_, row) => row.sealed_number },
  CHAIN_HASH: { type: 'VARCHAR', of: (_, row) => row.sealed_hash },
} as const satisfies Record<string, TrailColumn>

/** An event as one line of JSON. */
export function trailLine(event: AuditLogEvent, row: AuditEventRow): string {
  const cells = Object.entries<TrailColumn>(trailColumns).map(([name, { of }]) => [name, of(event, row)])
  return `${JSON.stringify(Object.fromEntries(cells))}\n`
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

const types = Object.entries(trailColumns).map(([name, { type }]) => [name, type] as const)

/** The statement that converts a file of such lines to a part. */
export const partStatement = (lines: string, part: string): string => {
  const columns = types.map(([name, type]) => `${name}: ${quoted(type)}`).join(', ')
  const rows = `read_json(${quoted(lines)}, format = 'newline_delimited', columns = {${columns}})`
  return `COPY (SELECT * FROM ${rows}) TO ${quoted(part)} (FORMAT parquet, COMPRESSION zstd)`
}

export const joinStatement = (parts: readonly string[], joined: string): string =>
  `COPY (SELECT * FROM read_parquet([${parts.map(quoted).join(', ')}])) TO ${quoted(joined)} (FORMAT parquet, COMPRESSION zstd)`

/** Statements that build the database of a snapshot: the table as a view over the parts, with events since this time. */
export function snapshotStatements(parts: readonly string[], since: number): string[] {
  const from = new Date(since).toISOString().replace('T', ' ').replace('Z', '')
  const rows =
    parts.length > 0
      ? `SELECT * FROM read_parquet([${parts.map(quoted).join(', ')}]) WHERE CREATED_AT >= TIMESTAMP ${quoted(from)}`
      : `SELECT ${types.map(([name, type]) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`
  return ['CREATE SCHEMA PUBLIC', `CREATE VIEW PUBLIC.AUDIT_LOGS AS ${rows}`, 'CHECKPOINT']
}
