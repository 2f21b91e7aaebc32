import { type DialectName, dialectOf, scanSql } from '@octavo/core/sql'

/** A table that a statement can read, with its columns once they are known. */
export interface SqlTable {
  path: readonly string[]
  columns: readonly { name: string; type?: string | undefined }[]
}

export interface SqlNames {
  dialect: DialectName
  tables: readonly SqlTable[]
  /** Handles of the controls of the document. */
  controls: readonly string[]
}

export interface SqlChoice {
  kind: 'table' | 'column' | 'keyword' | 'control' | 'new-control'
  label: string
  detail?: string
  /** Replaces the text from `from` to the caret. */
  insert: string
}

export interface SqlChoices {
  from: number
  choices: SqlChoice[]
}

const keywords = (
  'select from where group by having order by limit offset join left join right join full join inner join cross join on ' +
  'using union union all intersect except with as distinct and or not in exists between like is null case when then else ' +
  'end cast over partition by asc desc sum avg min max count coalesce'
)
  .replaceAll(/(group|order|partition) by/g, '$1_by')
  .replaceAll(/(left|right|full|inner|cross) join/g, '$1_join')
  .replaceAll('union all', 'union_all')
  .split(' ')
  .map((word) => word.replaceAll('_', ' '))

const keywordSet = new Set(keywords.flatMap((word) => word.split(' ')))
const mostChoices = 100

/** Completions at the caret, best first; null where nothing is offered, as inside a text or a comment. */
export function sqlChoices(text: string, caret: number, names: SqlNames, isAsked = false): SqlChoices | null {
  const before = text.slice(0, caret)
  const hole = /\{\{\s*([^{}]*)$/.exec(before)
  if (hole) return controlChoices(hole[1] ?? '', caret, text.slice(caret), names)
  const stretch = scanSql(text, names.dialect).find(({ start, end }) => start < caret && caret <= end)
  if (stretch && stretch.kind !== 'code') return null
  const [, owner, word = ''] = /(?:([\w$.]+)\.)?([\w$]*)$/.exec(before) ?? []
  if (word === '' && owner === undefined && !isAsked) return null
  const from = caret - word.length
  const found = owner === undefined ? freeChoices(text, names) : ownedChoices(owner, text, names)
  const choices = ranked(found, word.toLowerCase()).slice(0, mostChoices)
  const isWhole = !isAsked && choices[0]?.insert.toLowerCase() === word.toLowerCase()
  return isWhole ? null : { from, choices }
}

function ranked(choices: readonly SqlChoice[], word: string): SqlChoice[] {
  const has = (test: (label: string) => boolean) => choices.filter(({ label }) => test(label.toLowerCase()))
  const first = has((label) => label.startsWith(word))
  return [...first, ...has((label) => !label.startsWith(word) && label.includes(word))]
}

/** The controls, then the entry that creates a new one. */
function controlChoices(written: string, caret: number, rest: string, { controls }: SqlNames): SqlChoices {
  const close = rest.startsWith('}}') ? '' : '}}'
  const word = written.trim()
  const known = controls
    .filter((id) => id.toLowerCase().includes(word.toLowerCase()))
    .map((id): SqlChoice => ({ kind: 'control', label: id, insert: `${id}${close}` }))
  const isTaken = controls.some((id) => id.toLowerCase() === word.toLowerCase())
  const fresh: SqlChoice = { kind: 'new-control', label: word, insert: word }
  return { from: caret - written.length, choices: isTaken ? known : [...known, fresh] }
}

/** Columns of the tables that the statement reads, all tables, keywords. */
function freeChoices(text: string, names: SqlNames): SqlChoice[] {
  const read = readTables(text, names)
  return [
    ...read.flatMap((table) => columnChoices(table, names.dialect)),
    ...names.tables.map(({ path }): SqlChoice => {
      const detail = path.slice(0, -1).join('.')
      return { kind: 'table', label: path.at(-1) ?? '', detail, insert: tableName(path, names.dialect) }
    }),
    ...keywords.map((word): SqlChoice => ({ kind: 'keyword', label: word, insert: word })),
  ]
}

/** Completions after a dot: columns of the table or alias before it, or tables of the schema. */
function ownedChoices(owner: string, text: string, names: SqlNames): SqlChoice[] {
  const wanted = owner.toLowerCase()
  const alias = aliasesOf(text).get(wanted)
  const tables = names.tables.filter(({ path }) => isNamed(path, alias ?? wanted))
  if (tables.length > 0) return tables.flatMap((table) => columnChoices(table, names.dialect))
  return names.tables
    .filter(({ path }) => isNamed(path.slice(0, -1), wanted))
    .map(({ path }): SqlChoice => {
      const name = path.at(-1) ?? ''
      return { kind: 'table', label: name, insert: quoted(name, names.dialect) }
    })
}

function columnChoices({ path, columns }: SqlTable, dialect: DialectName): SqlChoice[] {
  return columns.map(({ name, type }) => ({
    kind: 'column',
    label: name,
    detail: type ?? path.at(-1) ?? '',
    insert: quoted(name, dialect),
  }))
}

/** The tables after `from` and `join`. */
export function readTables(text: string, { tables }: Pick<SqlNames, 'tables'>): SqlTable[] {
  const read = new Set(aliasesOf(text).values())
  return tables.filter(({ path }) => [...read].some((name) => isNamed(path, name)))
}

/** Maps each alias, or the name itself, to the name of the table in lower case. */
function aliasesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const clause = /\b(?:from|join|,)\s+([\w$."`]+)(?:\s+(?:as\s+)?(\w+))?/gi
  for (const [, written = '', alias = ''] of text.matchAll(clause)) {
    const name = written.replaceAll(/["`]/g, '').toLowerCase()
    found.set(name, name)
    if (alias !== '' && !keywordSet.has(alias.toLowerCase())) found.set(alias.toLowerCase(), name)
  }
  return found
}

/** Whether a name, qualified or not, refers to the path. */
function isNamed(path: readonly string[], name: string): boolean {
  const whole = path.join('.').toLowerCase()
  return whole === name || whole.endsWith(`.${name}`)
}

/** A table as it is written in a statement. */
export function tableName(path: readonly string[], dialect: DialectName): string {
  return path.map((part) => quoted(part, dialect)).join('.')
}

function quoted(name: string, dialect: DialectName): string {
  const plain = plainName[dialect] ?? /^[A-Za-z_]\w*$/
  return plain.test(name) && !keywordSet.has(name.toLowerCase()) ? name : dialectOf(dialect).quoteIdentifier(name)
}

/** Platforms that change the case of unquoted names. */
const plainName: Partial<Record<DialectName, RegExp>> = {
  postgres: /^[a-z_][a-z0-9_]*$/,
  redshift: /^[a-z_][a-z0-9_]*$/,
  snowflake: /^[A-Z_][A-Z0-9_]*$/,
}

export interface SqlSpan {
  from: number
  to: number
}

/** The platform's message, without the text about the element that our own message puts before it. */
export function platformWords(message: string): string {
  return message.replace(/^The source of element "[^"]*" cannot be read: (?:The custom SQL cannot be read: )?/, '')
}

/**
 * The position that the platform's message points to: the name that it quotes. Null if the statement does not contain
 * the name.
 */
export function placeOfError(statement: string, message: string): SqlSpan | null {
  const names = [...message.matchAll(/"([^"]+)"|'([^']+)'|\bwith name ([\w$.]+)|\bcolumn ([\w$.]+) does/gi)]
  for (const [, ...groups] of names) {
    const name = groups.find((each) => each !== undefined)
    const last = name?.split('.').at(-1)
    if (last === undefined) continue
    const escaped = last.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const edge = (sign: string, isStart: boolean) => (/\w/.test(sign) ? (isStart ? '(?<![\\w$])' : '(?![\\w$])') : '')
    const pattern = `${edge(last.charAt(0), true)}${escaped}${edge(last.slice(-1), false)}`
    const at = new RegExp(pattern, 'i').exec(statement)
    if (at) return { from: at.index, to: at.index + at[0].length }
  }
  return null
}

export interface ColoredSql extends SqlSpan {
  look: 'keyword' | 'text' | 'number' | 'comment' | 'parameter'
}

/** Which parts of a statement have a colour of their own, in text order. */
export function coloredSql(text: string, dialect: DialectName): ColoredSql[] {
  return scanSql(text, dialect).flatMap(({ kind, start, end }): ColoredSql[] => {
    if (kind === 'text' || kind === 'comment') return [{ from: start, to: end, look: kind }]
    if (kind === 'name') return []
    const code = text.slice(start, end)
    return [...code.matchAll(/\{\{.*?\}\}|\b\d+(?:\.\d+)?\b|\b[A-Za-z]+\b/gs)].flatMap(({ 0: word, index }) => {
      const look = word.startsWith('{{') ? 'parameter' : /^\d/.test(word) ? 'number' : 'keyword'
      if (look === 'keyword' && !keywordSet.has(word.toLowerCase())) return []
      return [{ from: start + index, to: start + index + word.length, look } as const]
    })
  })
}
