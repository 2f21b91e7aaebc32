import { isIP } from 'node:net'
import { AppError, type Problem } from '@octavo/core/errors'

/** One field of a connection form; the API's `details` have the same fields. */
export interface SettingField {
  name: string
  label: string
  /** `secret` is text that is stored encrypted and never shown; `lines` is text of several lines. */
  kind: 'text' | 'host' | 'port' | 'flag' | 'secret' | 'lines'
  isRequired: boolean
  help?: string
}

/** All problems of settings with these fields. */
export function problemsOfSettings(fields: readonly SettingField[], settings: unknown): Problem[] {
  if (typeof settings !== 'object' || settings === null) return [{ path: '', message: 'Settings must be an object.' }]
  const given = new Map(Object.entries(settings))
  const known = new Map(fields.map((field) => [field.name, field]))
  const problems: Problem[] = []
  for (const [path, value] of given) {
    const field = known.get(path)
    if (field === undefined) {
      const hint = `Known: ${fields.map(({ name }) => name).join(', ')}.`
      problems.push({ path, message: `There is no setting "${path}".`, hint })
      continue
    }
    const message = problemOf(field, value)
    if (message !== null) problems.push({ path, message })
  }
  for (const { name, isRequired } of fields) {
    if (isRequired && !given.has(name)) problems.push({ path: name, message: 'Is missing.' })
  }
  return problems
}

function problemOf({ kind }: SettingField, value: unknown): string | null {
  switch (kind) {
    case 'port':
      return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65536
        ? null
        : 'Must be a port, 1 to 65535.'
    case 'flag':
      return typeof value === 'boolean' ? null : 'Must be true or false.'
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? null : 'Must be a text that is not empty.'
    case 'host':
      return typeof value === 'string' && isHost(value)
        ? null
        : 'Must be the name or the address of a host, such as db.example.com, without a scheme, a port or a path.'
    case 'secret':
    case 'lines':
      return typeof value === 'string' ? null : 'Must be a text.'
  }
}

/** Whether the text is a DNS name (underscores occur in internal networks), or an address. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  const labels = text.replace(/\.$/, '').split('.')
  const isName = text.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i.test(label))
  // The last label of a name is not a number: 1.2.3 and 999.1.1.1 are invalid addresses.
  return isName && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** Throws `source_unavailable` for settings that cannot be opened. */
export function assertSettings(label: string, fields: readonly SettingField[], settings: unknown): void {
  const [problem] = problemsOfSettings(fields, settings)
  if (problem === undefined) return
  throw new AppError('source_unavailable', {
    source: `${label} connection`,
    reason: `${problem.path}: ${problem.message}`,
  })
}

/** Throws `source_unavailable` for a text that is not a role name: `NONE`, quoted or not, would drop the session's role. */
export function assertRoleName(label: string, role: string, mostBytes: number): void {
  const isName = role.trim() !== '' && !/\p{Cc}/u.test(role) && Buffer.byteLength(role) <= mostBytes
  if (isName && role.trim().toLowerCase() !== 'none') return
  const reason = `"${role.slice(0, mostBytes)}" is not the name of a role.`
  throw new AppError('source_unavailable', { source: `${label} connection`, reason, step: 'role' })
}

/** Fields of every database behind a network address. */
export const networkFields = {
  host: { name: 'host', label: 'Host', kind: 'host', isRequired: true },
  port: { name: 'port', label: 'Port', kind: 'port', isRequired: false },
  user: { name: 'user', label: 'User', kind: 'text', isRequired: true, help: 'A user who may only read is enough.' },
  password: { name: 'password', label: 'Password', kind: 'secret', isRequired: false },
  useTls: { name: 'useTls', label: 'Use TLS', kind: 'flag', isRequired: false, help: 'The certificate is checked.' },
  tlsAuthority: {
    name: 'tlsAuthority',
    label: 'Certificate of the authority',
    kind: 'lines',
    isRequired: false,
    help: 'PEM. Needed where the certificate of the server is not signed by a public authority.',
  },
  role: {
    name: 'role',
    label: 'Role',
    kind: 'text',
    isRequired: false,
    help: 'Statements run with the rights of this role, which the user must have.',
  },
} as const satisfies Record<string, SettingField>
