import { dialectOf, type SqlQuery } from '../../sql/index.ts'
import type { LogicalPlan, ResultShape, StepId } from '../model/logical.ts'
import { improvePlan, type PassName } from '../passes/improve-plan.ts'
import { pruneColumns, type StepUse } from '../passes/prune-columns.ts'
import { refuseDeepPlans } from '../passes/refuse-deep-plans.ts'
import { type PlannedSide, splitSides } from '../passes/split-sides.ts'
import type { EmitOptions } from './emit-expressions.ts'
import { Emitter, wantedOf } from './emitter.ts'

export type { EmitOptions } from './emit-expressions.ts'

/**
 * Compiles a logical plan to one SQL query. Steps that fit in one SELECT share it; a step that several others read, or that SQL cannot
 * write inline, becomes a CTE with the name of the step.
 */
export function emitSql(plan: LogicalPlan, result: ResultShape, options: EmitOptions): SqlQuery {
  return emitPlan(plan, result, options).query
}

/** The query of a plan whose columns have exactly the names of the shape. */
export function emitNamed(plan: LogicalPlan, result: ResultShape, options: EmitOptions): SqlQuery {
  const query = emitSql(plan, result, options)
  const { body } = query
  if (body.kind !== 'select') throw new Error('The rows of an element are one relation.')
  const columns = body.columns.map((column, index) => ({
    ...column,
    alias: result.columns[index]?.name ?? column.alias,
  }))
  return { ...query, body: { ...body, columns } }
}

export interface EmittedPlan {
  query: SqlQuery
  /** The plan after the passes, and the parts of it that are used. */
  plan: LogicalPlan
  result: StepId
  uses: readonly StepUse[]
  /** Steps that several others read, by their names in the query. */
  relations: ReadonlyMap<StepId, string>
  /** Relations that other connections compute; the query reads their rows as tables. */
  sides: readonly EmittedSide[]
}

export type EmittedSide = Omit<PlannedSide, 'plan' | 'result'> & { emitted: EmittedPlan }

export function emitPlan(plan: LogicalPlan, result: ResultShape, options: EmitOptions): EmittedPlan {
  refuseDeepPlans(plan, result.step)
  if (!plan.steps.some(({ kind }) => kind === 'side')) return emitHere(plan, result, options)
  const { sides, ...main } = splitSides(plan, { step: result.step, slots: wantedOf(result) })
  const emitted = sides.map(({ plan: own, result: shape, ...side }) => ({
    ...side,
    emitted: emitPlan(own, shape, { ...options, dialect: side.dialect }),
  }))
  return { ...emitHere(main.plan, { ...result, step: main.result }, options), sides: emitted }
}

/** The query of a plan of one connection. */
function emitHere(plan: LogicalPlan, result: ResultShape, options: EmitOptions): EmittedPlan {
  const leftOut: PassName[] = [...(options.leftOut ?? [])]
  const dialect = dialectOf(options.dialect)
  if (dialect.hasSlowExists) leftOut.push('useSemiJoins')
  if (dialect.hasNoGroupingSets) leftOut.push('useGroupingSets')
  const best = improvePlan(plan, { ...result, slots: wantedOf(result) }, leftOut)
  const { orderBy, offset } = best
  const shape = { ...result, step: best.result, orderBy, offset }
  const uses = pruneColumns(best.plan, best.result, wantedOf(shape))
  const emitter = new Emitter(best.plan, uses, options, emitNamed)
  const query = emitter.query(shape)
  return { query, plan: best.plan, result: best.result, uses, relations: emitter.relations, sides: [] }
}
