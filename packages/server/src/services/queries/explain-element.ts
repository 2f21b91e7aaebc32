import type { Viewer } from '@octavo/core/access'
import type { ElementExplanation } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { ExplainNode } from '@octavo/core/plan'
import { dialectOf } from '@octavo/core/sql'
import type { Statement } from '@octavo/core/types'
import { type EnginePlan, inPlace, type OpenConnection, type Sessions } from '../../connectors/index.ts'
import { type ElementCompiler, planError, type QueriedDocument } from './element-compiler.ts'
import { readableSql } from './readable-sql.ts'

type Level = ElementExplanation['levels'][number]
type Step = Level['steps'][number]

/** Explains how the levels of an element are computed, with the data platform's estimates. */
export function createExplainElement({ compiler, sessions }: { compiler: ElementCompiler; sessions: Sessions }) {
  /** Estimates are optional: a platform that returns none is not a failure. */
  async function planOf({ session, pools }: OpenConnection, statement: Statement, owner: string, signal: AbortSignal) {
    // Rows of other connections exist on this one only while the statement runs.
    if (!session.explain || statement.sides) return null
    try {
      return await inPlace(
        pools.catalog,
        owner,
        signal,
        async () => (await session.explain?.(statement, signal)) ?? null,
      )
    } catch (error) {
      if (signal.aborted) throw error
      return null
    }
  }

  return async (
    viewer: Viewer,
    document: QueriedDocument,
    elementId: string,
    signal: AbortSignal,
  ): Promise<ElementExplanation> => {
    const kind = document.content.elements[elementId]?.kind
    if (kind === undefined) throw new AppError('not_found', { kind: 'element', id: elementId })
    const scope = await compiler.begin(viewer, document, {}, undefined, { readsStored: true })
    const outcome = await compiler.explain(scope, elementId, signal)
    if (!outcome.ok) throw planError(outcome, elementId, kind)
    const { name, connectionId, dialect, levels } = outcome.explanation
    const connection = await sessions.open(viewer, connectionId)
    const explained: Level[] = []
    for (const { level, statement, root } of levels) {
      const plan = await planOf(connection, statement, viewer.memberId, signal)
      const steps = stepsOf(root, plan)
      const { materializedAt } = statement
      const stored = materializedAt === undefined ? {} : { materializedAt }
      const sides = await sidesOf(sessions, viewer, statement)
      explained.push({
        level,
        sql: readableSql({ ...statement, sides: [] }),
        ...(sides.length > 0 ? { sides } : {}),
        estimatedRows: plan?.estimatedRows ?? null,
        ...stored,
        steps,
      })
    }
    return {
      elementId,
      name,
      connectionId,
      dialect,
      isVerified: dialectOf(dialect).isVerified,
      hasEstimates: explained.some(({ steps }) => steps.some(({ estimatedRows }) => estimatedRows !== null)),
      levels: explained,
      costliest: costliestOf(explained),
    }
  }
}

/** The parts of a statement that other connections compute. */
function sidesOf(sessions: Sessions, viewer: Viewer, { sides = [] }: Statement) {
  return Promise.all(
    sides.map(async ({ table, name, connectionId, statement }) => {
      const { row } = await sessions.open(viewer, connectionId)
      return { table, name, connectionId, connectionName: row.name, sql: readableSql(statement) }
    }),
  )
}

/** The tree as a list, starting with the step that produces the result. */
export function stepsOf(root: ExplainNode, plan: EnginePlan | null): Step[] {
  const known = namesIn(plan, root)
  const steps: Step[] = []
  const visit = (node: ExplainNode): number | null => {
    const { id, name, operations, columns, table, connectionId, isShared } = node
    const step: Step = {
      id,
      name,
      operations,
      columns,
      ...(table ? { table } : {}),
      ...(connectionId === undefined ? {} : { connectionId }),
      isShared,
      estimatedRows: null,
      inputs: node.inputs.map((input) => input.id),
    }
    steps.push(step)
    const below = node.inputs.map(visit)
    step.estimatedRows = rowsOf(node, known, below)
    return step.estimatedRows
  }
  visit(root)
  const [first] = steps
  if (first && plan) first.estimatedRows = plan.estimatedRows ?? first.estimatedRows
  return steps
}

interface Names {
  relations: Map<string, number>
  tables: Map<string, number>
  /** Rows of the largest table that no step names, because custom SQL reads it. */
  elsewhere: number | null
}

function namesIn(plan: EnginePlan | null, root: ExplainNode): Names {
  const names: Names = { relations: new Map(), tables: new Map(), elsewhere: null }
  const visit = ({ relation, table, estimatedRows, inputs }: EnginePlan): void => {
    if (relation !== undefined && estimatedRows !== null) names.relations.set(relation, estimatedRows)
    if (table !== undefined && estimatedRows !== null) {
      const key = table.toLowerCase()
      names.tables.set(key, Math.max(estimatedRows, names.tables.get(key) ?? 0))
    }
    for (const input of inputs) visit(input)
  }
  if (plan) visit(plan)
  const known = tablesOf(root)
  const others = [...names.tables].flatMap(([table, rows]) => (known.has(table) ? [] : [rows]))
  return { ...names, elsewhere: others.length > 0 ? Math.max(...others) : null }
}

function tablesOf({ table, inputs }: ExplainNode): Set<string> {
  const own = table?.at(-1)
  return new Set([
    ...(own === undefined ? [] : [own.toLowerCase()]),
    ...inputs.flatMap((input) => [...tablesOf(input)]),
  ])
}

/** Operations that return one row for each row of their first input. */
const KEEPING = new Set(['compute', 'window', 'join'])

function rowsOf(
  node: ExplainNode,
  { relations, tables, elsewhere }: Names,
  below: readonly (number | null)[],
): number | null {
  const named = node.relations.map((relation) => relations.get(relation)).filter((rows) => rows !== undefined)
  const [last] = named.slice(-1)
  if (last !== undefined) return last
  const read = tables.get(node.table?.at(-1)?.toLowerCase() ?? '')
  if (read !== undefined) return read
  if (node.operations.includes('custom SQL')) return elsewhere
  return node.operations.every((operation) => KEEPING.has(operation)) ? (below[0] ?? null) : null
}

/** The step that processes most rows; computing steps take precedence over reading ones, because their rows can be materialized. */
export function costliestOf(levels: readonly Level[]): ElementExplanation['costliest'] {
  const weighed = levels.flatMap(({ level, steps }) => {
    const byId = new Map(steps.filter((step) => !step.isShared).map((step) => [step.id, step]))
    return [...byId.values()].map((step) => {
      const taken = step.inputs.reduce((sum, input) => sum + (byId.get(input)?.estimatedRows ?? 0), 0)
      const rows = taken > 0 ? taken : (step.estimatedRows ?? 0)
      return { level, stepId: step.id, name: step.name, rows, computes: step.inputs.length > 0 }
    })
  })
  const [most] = weighed.sort((a, b) => b.rows - a.rows || Number(b.computes) - Number(a.computes))
  if (!most || most.rows === 0) return null
  const { computes: _, ...costliest } = most
  return costliest
}
