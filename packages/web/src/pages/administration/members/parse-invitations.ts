import { readSeparated } from './separated-lines.ts'

export type LineProblem =
  | { code: 'noEmail' }
  | { code: 'badEmail'; email: string }
  | { code: 'repeated'; line: number }
  | { code: 'isMember' }
  | { code: 'isDeactivated' }
  | { code: 'unknownType'; name: string }
  | { code: 'unknownTeam'; name: string }
  | { code: 'unknownKind'; name: string }
  | { code: 'nameTooLong' }

/** One person to invite, from one line of the text. */
export interface InvitationLine {
  line: number
  email: string
  firstName: string
  lastName: string
  memberType: string
  userKind: 'internal' | 'guest'
  teams: { teamId: string; name: string }[]
  /** A line with any problem is not sent. */
  problems: LineProblem[]
}

export interface KnownHere {
  /** The account type of lines without one. */
  defaultType: string
  types: readonly string[]
  teams: readonly { teamId: string; name: string }[]
  /** Addresses of members in lower case; true for deactivated members. */
  members: ReadonlyMap<string, boolean>
}

const headers = {
  email: ['email', 'e-mail', 'mail', 'email address', 'address'],
  firstName: ['first name', 'firstname', 'given name', 'first'],
  lastName: ['last name', 'lastname', 'family name', 'surname', 'last'],
  name: ['name', 'full name'],
  memberType: ['account type', 'accounttype', 'member type', 'membertype', 'type', 'role'],
  userKind: ['kind', 'user kind', 'userkind'],
  teams: ['teams', 'team'],
} as const
type Field = keyof typeof headers

const longestName = 128

/**
 * Reads people from pasted text: addresses in one line or several, `Name <address>`, or a table with or without a
 * header row. Every problem of every line is reported; the known members of the organization determine duplicates.
 */
export function parseInvitations(text: string, known: KnownHere): InvitationLine[] {
  const rows = readSeparated(text)
  const [first] = rows
  const header = first && !first.cells.some((cell) => cell.includes('@')) ? first.cells.map(fieldOf) : null
  const isTable = header?.includes('email') ?? false
  const lines = isTable
    ? rows.slice(1).map((row) => read(row.line, byHeader(row.cells, header ?? []), known))
    : rows.flatMap((row) => byGuess(row.cells, known).map((found) => read(row.line, found, known)))
  const seen = new Map<string, number>()
  for (const line of lines) {
    const key = line.email.toLowerCase()
    const before = seen.get(key)
    if (key !== '' && before !== undefined) line.problems.push({ code: 'repeated', line: before })
    else seen.set(key, line.line)
  }
  return lines
}

function fieldOf(cell: string): Field | null {
  const word = cell.toLowerCase().replaceAll(/[_\s]+/g, ' ')
  return (Object.keys(headers) as Field[]).find((field) => (headers[field] as readonly string[]).includes(word)) ?? null
}

function byHeader(cells: readonly string[], header: readonly (Field | null)[]): Partial<Record<Field, string>> {
  const found: Partial<Record<Field, string>> = {}
  for (const [place, field] of header.entries()) if (field) found[field] = cells[place] ?? ''
  return found
}

/** Without a header the cells around the address are names, unless one is the name of an account type. */
function byGuess(cells: readonly string[], known: KnownHere): Partial<Record<Field, string>>[] {
  const addresses = cells.filter((cell) => cell.includes('@'))
  if (addresses.length > 1) return addresses.map(addressAndName)
  const [address] = addresses
  if (address === undefined) return [{ email: cells.find((cell) => cell !== '') ?? '' }]
  const found = addressAndName(address)
  const names: string[] = []
  for (const cell of cells) {
    if (cell === address || cell === '') continue
    if (typeNamed(known, cell)) found.memberType = cell
    else names.push(cell)
  }
  if (names.length === 1) found.name = names[0] ?? ''
  if (names.length > 1) {
    found.firstName = names[0] ?? ''
    found.lastName = names.slice(1).join(' ')
  }
  return [found]
}

function addressAndName(text: string): Partial<Record<Field, string>> {
  const cell = text.replace(/[;,\s]+$/, '')
  const named = /^(.*)<\s*([^<>\s]+)\s*>\s*$/.exec(cell)
  return named ? { name: named[1]?.trim() ?? '', email: named[2] ?? '' } : { email: cell }
}

const typeNamed = (known: KnownHere, name: string) =>
  known.types.find((type) => type.toLowerCase() === name.trim().toLowerCase())

function read(line: number, found: Partial<Record<Field, string>>, known: KnownHere): InvitationLine {
  const problems: LineProblem[] = []
  const email = found.email?.trim() ?? ''
  if (email === '') problems.push({ code: 'noEmail' })
  else if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email) || email.length > 320) problems.push({ code: 'badEmail', email })
  const state = known.members.get(email.toLowerCase())
  if (state !== undefined) problems.push({ code: state ? 'isDeactivated' : 'isMember' })

  const [firstName, lastName] = namesOf(found, email)
  if (firstName.length > longestName || lastName.length > longestName) problems.push({ code: 'nameTooLong' })

  const wantedType = found.memberType?.trim() ?? ''
  const memberType = wantedType === '' ? known.defaultType : typeNamed(known, wantedType)
  if (memberType === undefined) problems.push({ code: 'unknownType', name: wantedType })

  const wantedKind = found.userKind?.trim().toLowerCase() ?? ''
  const isKind = wantedKind === '' || wantedKind === 'internal' || wantedKind === 'guest'
  if (!isKind) problems.push({ code: 'unknownKind', name: found.userKind?.trim() ?? '' })

  const teams: InvitationLine['teams'] = []
  for (const name of (found.teams ?? '').split(/[;|,]/).map((each) => each.trim())) {
    if (name === '') continue
    const team =
      known.teams.find((each) => each.name === name) ??
      known.teams.find((each) => each.name.toLowerCase() === name.toLowerCase())
    if (team) teams.push(team)
    else problems.push({ code: 'unknownTeam', name })
  }
  return {
    line,
    email,
    firstName,
    lastName,
    memberType: memberType ?? wantedType,
    userKind: wantedKind === 'guest' ? 'guest' : 'internal',
    teams,
    problems,
  }
}

/** Names as given, otherwise derived from the address: `ada.lovelace@...` is Ada Lovelace. */
function namesOf(found: Partial<Record<Field, string>>, email: string): [string, string] {
  if (found.firstName || found.lastName) return [found.firstName?.trim() ?? '', found.lastName?.trim() ?? '']
  const words = (found.name ?? '').replaceAll('"', '').split(/\s+/).filter(Boolean)
  if (words.length > 0) return [words[0] ?? '', words.slice(1).join(' ')]
  const parts = (email.split('@')[0] ?? '').split(/[._]/).filter((part) => /^\p{L}{2,}$/u.test(part))
  if (parts.length < 2) return ['', '']
  const [first = '', ...last] = parts.map((part) => part.slice(0, 1).toLocaleUpperCase() + part.slice(1))
  return [first, last.join(' ')]
}
