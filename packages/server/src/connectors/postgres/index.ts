import type { Destinations } from '../../outbound/index.ts'
import type { Connector } from '../api.ts'
import { assertSettings, networkFields, problemsOfSettings, type SettingField } from '../settings.ts'
import { label } from './engine-errors.ts'
import { openLinks, type PostgresSettings } from './links.ts'
import { createSession } from './session.ts'

const { host, port, user, password, useTls, tlsAuthority, role } = networkFields
const fields: readonly SettingField[] = [
  host,
  { ...port, help: '5432 when absent.' },
  { name: 'database', label: 'Database', kind: 'text', isRequired: true },
  { ...user, isRequired: false, help: `${user.help} "postgres" when absent.` },
  password,
  useTls,
  tlsAuthority,
  role,
]
export interface PostgresOptions {
  /** Destinations that connections may reach. */
  destinations: Destinations
  /** Identity of the store's database, or null when the store is a file. */
  ownDatabase?: () => Promise<string | null>
}

/**
 * PostgreSQL. Every statement is the query of a cursor in a read-only transaction: the server itself refuses anything
 * that is not one reading statement. Paths are `[schema, table]`.
 */
export function createPostgresConnector({ destinations, ownDatabase }: PostgresOptions): Connector {
  return {
    kind: 'postgres',
    label,
    dialect: 'postgres',
    fields,
    capabilities: { cancel: true, write: true, formatRows: false, queryLog: true, uploads: false },
    takesTokens: true,
    validate: (settings) => problemsOfSettings(fields, settings),
    async open(settings, options = {}) {
      assertSettings(label, fields, settings)
      const opened = await openLinks(settings as PostgresSettings, destinations, ownDatabase, options)
      const { allowsPassthrough = false, catalogTimeoutMs } = options
      return createSession(opened, { allowsPassthrough }, catalogTimeoutMs)
    },
  }
}
