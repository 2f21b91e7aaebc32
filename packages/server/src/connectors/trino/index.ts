import type { Problem } from '@octavo/core/errors'
import type { Destinations } from '../../outbound/index.ts'
import type { Connector } from '../api.ts'
import { assertSettings, networkFields, problemsOfSettings, type SettingField } from '../settings.ts'
import { openClient, type TrinoSettings } from './client.ts'
import { failed, label } from './engine-errors.ts'
import { createSession } from './session.ts'

const { host, port, user, password, useTls, tlsAuthority, role } = networkFields
const fields: readonly SettingField[] = [
  host,
  { ...port, help: '443 with TLS and 8080 without when absent.' },
  user,
  { ...password, help: 'The coordinator takes passwords over TLS only.' },
  {
    name: 'accessToken',
    label: 'Access token',
    kind: 'secret',
    isRequired: false,
    help: 'A JSON Web Token, instead of a password.',
  },
  { ...useTls, help: `${useTls.help} On when absent and there is a password or a token.` },
  tlsAuthority,
  { ...role, help: 'A role of the whole server (SET ROLE ... IN system), which the user must have.' },
]

/** The server refuses passwords over an unencrypted connection. */
function problemsOf(settings: unknown): Problem[] {
  const problems = problemsOfSettings(fields, settings)
  if (problems.length > 0) return problems
  const { useTls, password, accessToken } = settings as TrinoSettings
  if (useTls !== false || (password ?? accessToken) === undefined) return []
  return [{ path: 'useTls', message: 'A password or a token is sent over TLS only.' }]
}

/**
 * Trino and Starburst over their client protocol (HTTP): a statement is posted, its pages are fetched one at a time,
 * and a DELETE request ends it on the coordinator. Values are literals of `EXECUTE IMMEDIATE`, and `statement-guard.ts`
 * accepts a single query only. Paths are `[catalog, schema, table]`.
 */
export function createTrinoConnector({ destinations }: { destinations: Destinations }): Connector {
  return {
    kind: 'starburst',
    label,
    dialect: 'trino',
    fields,
    capabilities: { cancel: true, write: false, formatRows: false, queryLog: true, uploads: false, rowTables: true },
    validate: problemsOf,
    async open(settings, options = {}) {
      assertSettings(label, fields, settings)
      const [problem] = problemsOf(settings)
      if (problem) throw failed('tls', problem.message)
      const { allowsPassthrough = false, catalogTimeoutMs } = options
      const client = await openClient(settings as TrinoSettings, destinations, options)
      return createSession(client, { allowsPassthrough }, catalogTimeoutMs)
    },
  }
}
