import type { Destinations } from '../../outbound/index.ts'
import type { Connector } from '../api.ts'
import { assertSettings, networkFields, problemsOfSettings } from '../settings.ts'
import { type MysqlSettings, openLinks } from './links.ts'
import { createSession } from './session.ts'

const label = 'MySQL or MariaDB'
const { host, port, user, password, useTls, tlsAuthority, role } = networkFields
const fields = [
  host,
  { ...port, help: '3306 when absent.' },
  user,
  { ...password, isRequired: false },
  useTls,
  tlsAuthority,
  role,
]
/**
 * MySQL and MariaDB: one protocol and one kind of connection; the server reports which of the two dialects it uses. The session is
 * read-only, statements are prepared (one at a time, with bound values), and `statement-guard.ts` refuses statements with effects outside
 * tables. Paths are `[schema, table]`.
 */
export function createMysqlConnector({ destinations }: { destinations: Destinations }): Connector {
  return {
    kind: 'mysql',
    label,
    dialect: 'mysql',
    fields,
    capabilities: { cancel: true, write: true, formatRows: false, queryLog: true, uploads: false },
    validate: (settings) => problemsOfSettings(fields, settings),
    async open(settings, options = {}) {
      assertSettings(label, fields, settings)
      const { allowsPassthrough = false, catalogTimeoutMs } = options
      const links = await openLinks(settings as MysqlSettings, destinations, options)
      return createSession(links, { allowsPassthrough }, catalogTimeoutMs)
    },
  }
}
