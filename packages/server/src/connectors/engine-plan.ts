import type { EnginePlan } from './api.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const rowsOf = (value: unknown): number | null => {
  const rows = value === undefined || value === null ? Number.NaN : Number(value)
  return Number.isFinite(rows) ? rows : null
}

/** Parses EXPLAIN (FORMAT JSON) of DuckDB; an operation without an estimate has the one of its single input. */
export function duckdbPlan(json: string): EnginePlan {
  const [root] = listOf(JSON.parse(json))
  return duckdbNode(root)
}

function duckdbNode(node: unknown): EnginePlan {
  if (!isFields(node)) return { estimatedRows: null, inputs: [] }
  const info = isFields(node.extra_info) ? node.extra_info : {}
  const inputs = listOf(node.children).map(duckdbNode)
  const [first, second] = inputs
  // The node of a common table expression contains its rows and the statement that uses them.
  if (node.name === 'CTE' && first && second) {
    const relation = String(info['CTE Name'] ?? '')
    return { estimatedRows: second.estimatedRows, inputs: [{ ...first, relation }, second] }
  }
  const table = typeof info.Table === 'string' ? info.Table.split('.').at(-1) : undefined
  const passed = inputs.length === 1 ? givenBy(String(node.name), first?.estimatedRows ?? null) : null
  return {
    ...(table === undefined ? {} : { table }),
    // Some operations, such as ORDER BY, report 0 when they have no estimate.
    estimatedRows: rowsOf(info['Estimated Cardinality']) || passed,
    inputs,
  }
}

/** Estimated rows of an operation without an estimate, from its input; null for groups, which have fewer rows. */
function givenBy(operation: string, rows: number | null): number | null {
  if (/UNGROUPED_AGGREGATE|SIMPLE_AGGREGATE/.test(operation)) return 1
  return /GROUP_BY|DISTINCT|FILTER/.test(operation) ? null : rows
}

/** EXPLAIN (FORMAT JSON) of PostgreSQL. */
export function postgresPlan(json: string): EnginePlan {
  const [root] = listOf(JSON.parse(json))
  return postgresNode(isFields(root) ? root.Plan : undefined)
}

function postgresNode(node: unknown): EnginePlan {
  if (!isFields(node)) return { estimatedRows: null, inputs: [] }
  const [, relation] = /^CTE (.+)$/s.exec(String(node['Subplan Name'] ?? '')) ?? []
  const table = node['Relation Name']
  return {
    ...(relation === undefined ? {} : { relation }),
    ...(typeof table === 'string' ? { table } : {}),
    estimatedRows: rowsOf(node['Plan Rows']),
    inputs: listOf(node.Plans).map(postgresNode),
  }
}

/** The table of each alias in a statement printed by MySQL or MariaDB. */
export function tablesByAlias(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', alias = ''] of text.matchAll(/`((?:[^`]|``)+)` AS ([a-z][a-z0-9_]*)/g)) {
    found.set(alias, name.replaceAll('``', '`'))
  }
  return found
}

/** EXPLAIN FORMAT=JSON of MariaDB and MySQL, which name tables by their aliases. */
export function mysqlPlan(json: string, tables: ReadonlyMap<string, string>): EnginePlan {
  const root: unknown = JSON.parse(json)
  return mysqlBlock(isFields(root) ? root.query_block : undefined, tables)
}

/** The read of a table is nested in any number of operations without estimates. */
function mysqlBlock(block: unknown, tables: ReadonlyMap<string, string>): EnginePlan {
  const inputs: EnginePlan[] = []
  let isGrouped = false
  let rows: number | null = 1
  const visit = (value: unknown): void => {
    for (const item of listOf(value)) visit(item)
    if (!isFields(value)) return
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'temporary_table' || name === 'grouping_operation') isGrouped = true
      if (name === 'query_block') {
        isGrouped = true
        inputs.push(mysqlBlock(inner, tables))
      } else if (name === 'table' && isFields(inner)) {
        const read = mysqlTable(inner, tables)
        inputs.push(read)
        const kept = read.estimatedRows === null ? null : (read.estimatedRows * (rowsOf(inner.filtered) ?? 100)) / 100
        rows = rows === null || kept === null ? null : rows * Math.max(kept, 1)
      } else visit(inner)
    }
  }
  visit(block)
  // Groups are fewer than their rows, but the number is unknown.
  return { estimatedRows: isGrouped || rows === null || inputs.length === 0 ? null : Math.round(rows), inputs }
}

function mysqlTable(table: Fields, tables: ReadonlyMap<string, string>): EnginePlan {
  const alias = String(table.table_name ?? '')
  const name = tables.get(alias)
  const made = isFields(table.materialized) ? table.materialized : table.materialized_from_subquery
  return {
    ...(name === undefined ? {} : { table: name }),
    estimatedRows: rowsOf(table.rows ?? table.rows_examined_per_scan),
    inputs: isFields(made) ? mysqlBlock({ made }, tables).inputs : [],
  }
}
