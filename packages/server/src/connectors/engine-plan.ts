import type { EnginePlan } from './api.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const rowsOf = (value: unknown): number | null => {
  const rows = value === undefined || value === null ? Number.NaN : Number(value)
  return Number.isFinite(rows) ? rows : null
}

/** EXPLAIN (FORMAT JSON) of DuckDB; an operation that says nothing of its rows passes on those of its one input. */
export function duckdbPlan(json: string): EnginePlan {
  const [root] = listOf(JSON.parse(json))
  return duckdbNode(root)
}

function duckdbNode(node: unknown): EnginePlan {
  if (!isFields(node)) return { estimatedRows: null, inputs: [] }
  const info = isFields(node.extra_info) ? node.extra_info : {}
  const inputs = listOf(node.children).map(duckdbNode)
  const [first, second] = inputs
  // A common table expression stands above its rows and the statement that goes on with them.
  if (node.name === 'CTE' && first && second) {
    const relation = String(info['CTE Name'] ?? '')
    return { estimatedRows: second.estimatedRows, inputs: [{ ...first, relation }, second] }
  }
  const table = typeof info.Table === 'string' ? info.Table.split('.').at(-1) : undefined
  const passed = inputs.length === 1 ? givenBy(String(node.name), first?.estimatedRows ?? null) : null
  return {
    ...(table === undefined ? {} : { table }),
    // Some operations, such as ORDER BY, say 0 and mean that they do not know.
    estimatedRows: rowsOf(info['Estimated Cardinality']) || passed,
    inputs,
  }
}

/** Rows of an operation that says nothing, from those of its input; a group of them has fewer, nobody knows how many. */
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
