import type { ActionTables } from './schema/actions.ts'
import type { AuditTables } from './schema/audit.ts'
import type { ConnectionTables } from './schema/connections.ts'
import type { DeliveryTables } from './schema/deliveries.ts'
import type { DocumentTables } from './schema/documents.ts'
import type { FileTables } from './schema/files.ts'
import type { InputTableTables } from './schema/input-tables.ts'
import type { InstanceTables } from './schema/instance.ts'
import type { JobTables } from './schema/jobs.ts'
import type { OrganizationTables } from './schema/organization.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { TagTables } from './schema/tags.ts'

export type * from './schema/actions.ts'
export type * from './schema/audit.ts'
export type * from './schema/audited.ts'
export type * from './schema/connections.ts'
export type * from './schema/deliveries.ts'
export type * from './schema/documents.ts'
export type * from './schema/files.ts'
export type * from './schema/input-tables.ts'
export type * from './schema/instance.ts'
export type * from './schema/jobs.ts'
export type * from './schema/organization.ts'
export type * from './schema/sign-in.ts'
export type * from './schema/tags.ts'

/**
 * The tables of the store as Kysely sees them; migrations/ creates them, identically on SQLite and PostgreSQL.
 * - Every row of an organization has `organization_id`, every unique index starts with it, and every query has a
 *   condition on it.
 * - Instants are epoch milliseconds, flags are 0 or 1, JSON is text and is read back unchanged.
 * - Columns that lists order by compare as bytes on both stores.
 */
export interface Database
  extends ActionTables,
    AuditTables,
    ConnectionTables,
    DeliveryTables,
    DocumentTables,
    FileTables,
    InputTableTables,
    InstanceTables,
    JobTables,
    OrganizationTables,
    SignInTables,
    TagTables {}
