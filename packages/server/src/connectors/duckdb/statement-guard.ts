import { allowedFunctions } from './allowed-functions.ts'

/**
 * Which statements a user may run on the embedded engine. It checks the tree of the engine's own parser (`json_serialize_sql`), never words
 * of the text: a single SELECT over tables of the database, with functions from allow lists and without tables of the engine itself.
 */

/** Table functions that compute rows from their arguments only. */
const tableFunctions = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree'])

const systemSchemas = new Set(['system', 'temp', 'information_schema', 'pg_catalog'])
const systemTable = /^(duckdb_|pragma_|sqlite_|pg_)/

/** Parts of FROM that read tables, values or other queries. */
const tableReferences = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EXPRESSION_LIST',
  'EMPTY',
  'EMPTY_FROM',
  'CTE',
  'PIVOT',
  'COLUMN_DATA',
])

type Tree = { [key: string]: unknown }

/** Reason why the statement is refused, or null when it may run. `serialized` is the result of json_serialize_sql. */
export function refuseStatement(serialized: string): string | null {
  const parsed: unknown = JSON.parse(serialized)
  if (!isTree(parsed)) return 'The statement could not be read.'
  if (parsed.error === true) {
    return parsed.error_type === 'not implemented' ? onlyReading : String(parsed.error_message)
  }
  const statements = parsed.statements
  if (!Array.isArray(statements) || statements.length !== 1) return onlyReading
  const pending: unknown[] = [statements[0]]
  while (pending.length > 0) {
    const next = pending.pop()
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === 'object') pending.push(item)
      continue
    }
    if (!isTree(next)) continue
    const reason = refuseNode(next)
    if (reason) return reason
    for (const key in next) {
      const value = next[key]
      if (typeof value === 'object' && value !== null) pending.push(value)
    }
  }
  return null
}

const uploadedTable = /^octavo_upload_/i

/** Names of the uploaded tables that a statement reads. `serialized` is the result of json_serialize_sql. */
export function uploadsNamedIn(serialized: string): string[] {
  if (!/octavo_upload_/i.test(serialized)) return []
  const found = new Set<string>()
  JSON.parse(serialized, (key, value: unknown) => {
    if (key === 'table_name' && typeof value === 'string' && uploadedTable.test(value)) found.add(value.toLowerCase())
    return value
  })
  return [...found]
}

const onlyReading = 'Only a single reading statement (SELECT) may run on this connection.'

function refuseNode(node: Tree): string | null {
  const { from_table: from } = node
  if (isTree(from) && typeof from.type === 'string' && !tableReferences.has(from.type)) {
    return from.type === 'SHOW_REF'
      ? 'SHOW, DESCRIBE and SUMMARIZE may not run on this connection; list tables through the connection instead.'
      : onlyReading
  }
  if (node.type === 'SHOW_REF') {
    return 'SHOW, DESCRIBE and SUMMARIZE may not run on this connection; list tables through the connection instead.'
  }
  if (node.type === 'TABLE_FUNCTION') {
    const called = isTree(node.function) ? node.function : {}
    const name = lower(called.function_name)
    if (!tableFunctions.has(name)) return `The table function "${name}" may not be used on this connection.`
  }
  if (node.type === 'BASE_TABLE') {
    const catalog = lower(node.catalog_name)
    const schema = lower(node.schema_name)
    const table = lower(node.table_name)
    const isOwn = catalog !== '' && schema !== '' && schema !== 'main' && !systemSchemas.has(schema)
    if (systemSchemas.has(catalog) || systemSchemas.has(schema) || (!isOwn && systemTable.test(table))) {
      return `The table "${table}" belongs to the engine itself and may not be read.`
    }
  }
  if (typeof node.function_name === 'string' && node.type !== 'TABLE_FUNCTION') {
    const name = lower(node.function_name)
    if (!tableFunctions.has(name) && isRefusedFunction(name)) {
      return `The function "${name}" may not be used on this connection.`
    }
  }
  return null
}

/** Operators are functions too, with names that are not words. */
function isRefusedFunction(name: string): boolean {
  return /^\w/.test(name) && !allowedFunctions.has(name)
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
