import { allowedFunctions } from './allowed-functions.ts'

/**
 * Which statements may run on PostgreSQL. The server refuses writes in a read-only transaction. Still refused are reading statements with
 * access beyond tables: files, other servers, locks, settings, large objects, the catalogue. Decided on the tree of the server's own parser
 * (libpg_query), never on words: a text that does not parse is refused, functions are on an allow list.
 */

type Tree = { readonly [key: string]: unknown }

const systemSchemas: ReadonlySet<string> = new Set(['pg_catalog', 'information_schema', 'pg_toast'])
/** Keywords without parentheses that are allowed: only those about the time. */
const timeValues =
  /^SVFOP_(CURRENT_DATE|CURRENT_TIME|CURRENT_TIME_N|CURRENT_TIMESTAMP|CURRENT_TIMESTAMP_N|LOCALTIME|LOCALTIME_N|LOCALTIMESTAMP|LOCALTIMESTAMP_N)$/
const onlyReading = 'Only a single reading statement (SELECT) may run on this connection.'

/** Maximum cached decisions; a document repeats the same few statements. */
const mostRemembered = 500
const longestRemembered = 20_000
const remembered = new Map<string, Finding>()

interface Finding {
  reason: string | null
  /** Tables of uploaded files that the statement reads, with their schemas. */
  uploads: readonly string[]
}

export interface GuardOptions {
  /** Formulas may call functions by name, as an administrator allowed; functions with effects outside the database remain refused. */
  allowsPassthrough?: boolean
}

/**
 * Why the statement may not run, or null when it may. It may read tables of uploaded files only when `uploads` names
 * them; statements written by people never have `uploads`.
 */
export async function whyRefused(
  text: string,
  { allowsPassthrough = false }: GuardOptions = {},
  uploads: readonly string[] = [],
): Promise<string | null> {
  const { reason, uploads: read } = await lookAt(text, allowsPassthrough)
  if (reason !== null) return reason
  return read.every((name) => uploads.includes(name)) ? null : 'An uploaded table is read only as a source of its own.'
}

async function lookAt(text: string, allowsPassthrough: boolean): Promise<Finding> {
  const key = `${allowsPassthrough} ${text}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const finding = findingOf(await parsed(text), allowsPassthrough)
  if (text.length <= longestRemembered) {
    remembered.set(key, finding)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
  }
  return finding
}

/** The statements of a text, or why they cannot be read. The parser is loaded with the first statement. */
async function parsed(text: string): Promise<Tree[] | string> {
  const { parse } = await import('libpg-query')
  try {
    const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Tree }[] }
    return stmts.map(({ stmt }) => stmt)
  } catch (error) {
    return `The statement cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function findingOf(statements: Tree[] | string, allowsPassthrough: boolean): Finding {
  const refused = (reason: string): Finding => ({ reason, uploads: [] })
  if (typeof statements === 'string') return refused(statements)
  const [statement] = statements
  if (statements.length !== 1 || statement?.SelectStmt === undefined) return refused(onlyReading)
  const uploads = new Set<string>()
  const pending: unknown[] = [statement]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [kind, value] of Object.entries(next)) {
      if (typeof value !== 'object' || value === null) continue
      const reason = refuseNode(kind, value as Tree, allowsPassthrough)
      if (reason !== null) return refused(reason)
      const upload = kind === 'RangeVar' ? uploadOf(value as Tree) : null
      if (upload !== null) uploads.add(upload)
      pending.push(value)
    }
  }
  return { reason: null, uploads: [...uploads] }
}

/** The name of an uploaded file's table as plans contain it; null for any other table. */
function uploadOf({ schemaname, relname }: Tree): string | null {
  const name = String(relname)
  if (!/^octavo_upload_/i.test(name)) return null
  return typeof schemaname === 'string' ? `${schemaname}.${name}` : name
}

/** `kind` is the name of a node, or of a field whose value is a node or a list. */
function refuseNode(kind: string, node: Tree, allowsPassthrough: boolean): string | null {
  switch (kind) {
    case 'SelectStmt':
      if (node.intoClause !== undefined) return 'A query may not write its rows into a table (INTO).'
      return node.lockingClause === undefined ? null : 'A query may not lock rows (FOR UPDATE, FOR SHARE).'
    case 'FuncCall':
      return refuseFunction(namesOf(node.funcname), allowsPassthrough)
    case 'RangeVar':
      return refuseTable(node)
    case 'typeName':
    case 'TypeName':
      return refuseType(namesOf(node.names))
    case 'SQLValueFunction':
      return timeValues.test(String(node.op)) ? null : 'A query may not read the user or the schema of the connection.'
    case 'CurrentOfExpr':
      return onlyReading
    default:
      return kind.endsWith('Stmt') ? onlyReading : null
  }
}

/** Files, large objects, locks, settings, sessions, sequences, the catalogue, other servers, and text that is run as SQL. */
const reachesOut =
  /^(pg_|lo_|lo(import|export|read|write)|dblink|file_|current_|set_config|(query|table|schema|database|cursor)_to_|nextval|setval|currval|lastval|txid_|inet_(server|client)|has_|version$|row_security|ts_stat|ts_rewrite|to_reg|obj_|col_desc|shobj|format_type|getpgusername|session_user|user$)/

function refuseFunction(names: readonly string[], allowsPassthrough: boolean): string | null {
  const name = names.at(-1) ?? ''
  const isBuiltIn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
  if (allowsPassthrough && !reachesOut.test(name)) return null
  return isBuiltIn && allowedFunctions.has(name)
    ? null
    : `The function "${names.join('.')}" may not be used on this connection.`
}

function refuseTable({ schemaname, relname }: Tree): string | null {
  const schema = typeof schemaname === 'string' ? schemaname : ''
  const table = String(relname)
  // Without a schema the server searches its own catalogue first.
  const isSystem = systemSchemas.has(schema) || schema.startsWith('pg_') || (schema === '' && table.startsWith('pg_'))
  return isSystem ? `The table "${table}" belongs to the server itself and may not be read.` : null
}

/** Refuses types that convert numbers of the catalogue to names. */
function refuseType(names: readonly string[]): string | null {
  const name = names.at(-1) ?? ''
  return /^(reg\w+|aclitem|pg_\w+)$/.test(name) ? `The type "${name}" may not be used on this connection.` : null
}

function namesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((item: { String?: { sval?: string } }) => item.String?.sval ?? '')
}
