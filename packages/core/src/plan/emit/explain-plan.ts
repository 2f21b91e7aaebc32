import type { ExplainNode } from '../model/api.ts'
import type { LogicalPlan, PlanStep, ScanStep, StepId } from '../model/logical.ts'
import { isJoinNeeded, type StepUse } from '../passes/prune-columns.ts'
import { slotNamed } from '../passes/push-down-filters.ts'
import type { EmittedPlan, EmittedSide } from './emit-sql.ts'

/** The plan as a tree, after the passes: steps with the same name share a node, and steps that nothing reads are omitted. */
export function explainPlan({ plan, result, uses, relations, sides }: EmittedPlan): ExplainNode {
  return new Explainer(plan, uses, relations, sides).node(result)
}

const OPERATIONS: Record<PlanStep['kind'], string> = {
  scan: 'read',
  'custom-sql': 'custom SQL',
  'stored-rows': 'read',
  'single-row': 'one row',
  project: 'compute',
  filter: 'filter',
  fence: 'fence',
  side: 'read',
  aggregate: 'group',
  'grouping-sets': 'group',
  'groups-of-set': 'group',
  window: 'window',
  broadcast: 'join',
  match: 'filter',
  join: 'join',
  union: 'union',
  limit: 'limit',
}

class Explainer {
  private readonly plan: LogicalPlan
  private readonly uses: readonly StepUse[]
  private readonly relations: ReadonlyMap<StepId, string>
  private readonly sides: readonly EmittedSide[]
  private readonly made = new Map<StepId, ExplainNode>()

  constructor(
    plan: LogicalPlan,
    uses: readonly StepUse[],
    relations: ReadonlyMap<StepId, string>,
    sides: readonly EmittedSide[],
  ) {
    this.sides = sides
    this.plan = plan
    this.uses = uses
    this.relations = relations
  }

  node(id: StepId): ExplainNode {
    const known = this.made.get(id)
    if (known) return { ...known, isShared: true, inputs: [] }
    const made = this.make(id)
    this.made.set(id, made)
    return made
  }

  private make(id: StepId): ExplainNode {
    const operations: string[] = []
    const relations: string[] = []
    const beside: StepId[] = []
    const top = this.plan.steps[id]
    if (top?.kind === 'scan' && top.isSide) return this.sideOf(id, top)
    let at = id
    let inputs: StepId[] = []
    let table: string[] | undefined
    for (let step = top; step; step = this.plan.steps[at]) {
      const relation = this.relations.get(at)
      if (relation !== undefined) relations.unshift(relation)
      const isNeeded = this.isNeeded(at, step)
      if (isNeeded && operations[0] !== OPERATIONS[step.kind]) operations.unshift(OPERATIONS[step.kind])
      if (step.kind === 'scan') table = [...step.path]
      if ((step.kind === 'broadcast' || step.kind === 'match') && isNeeded) beside.unshift(step.from)
      if (!('input' in step)) {
        inputs =
          step.kind === 'join'
            ? [step.left, step.right]
            : step.kind === 'union'
              ? step.inputs.map((input) => input.step)
              : []
        break
      }
      // Steps with several readers and steps with another name get a node of their own.
      const below = this.plan.steps[step.input]
      if (step.kind === 'aggregate' || below?.name !== step.name || (this.uses[step.input]?.readers ?? 0) > 1) {
        inputs = [step.input]
        break
      }
      at = step.input
    }
    const children = [...inputs, ...beside].map((input) => this.node(input))
    const [only] = children
    // A step that only renames columns is merged with its input.
    if (operations.length === 0 && only && children.length === 1)
      return {
        ...only,
        relations: [...only.relations, ...relations],
        name: top?.name ?? only.name,
        columns: this.columns(id),
      }
    return {
      id: `step-${id}`,
      name: top?.name ?? '',
      operations,
      columns: this.columns(id),
      ...(table ? { table } : {}),
      relations,
      isShared: false,
      estimatedRows: null,
      inputs: children,
    }
  }

  /** The part of the plan that another connection computes, below the place where its rows are read. */
  private sideOf(id: StepId, { name, path }: ScanStep): ExplainNode {
    const side = this.sides.find(({ table }) => table === path[0])
    return {
      id: `step-${id}`,
      name,
      operations: ['bring'],
      columns: this.columns(id),
      relations: [],
      ...(side ? { connectionId: side.connectionId } : {}),
      isShared: false,
      estimatedRows: null,
      inputs: side ? [below(explainPlan(side.emitted), side.table)] : [],
    }
  }

  private isNeeded(id: StepId, step: PlanStep): boolean {
    const wanted = this.uses[id]?.slots ?? new Set<string>()
    if (step.kind === 'broadcast') return isJoinNeeded(step, wanted)
    if (step.kind !== 'project') return true
    // Renaming alone is not an operation of the engine.
    return step.columns.some(({ slot, expression }) => wanted.has(slot.id) && slotNamed(expression) === null)
  }

  private columns(id: StepId): string[] {
    const wanted = this.uses[id]?.slots ?? new Set<string>()
    const names = new Map<string, string>()
    for (const step of this.plan.steps) for (const { id: slot, name } of slotsOf(step)) names.set(slot, name)
    return [...new Set([...wanted].map((slot) => names.get(slot) ?? slot))]
  }
}

/** The tree with ids of its own. */
function below(node: ExplainNode, prefix: string): ExplainNode {
  return { ...node, id: `${prefix}-${node.id}`, inputs: node.inputs.map((input) => below(input, prefix)) }
}

function slotsOf(step: PlanStep): { id: string; name: string }[] {
  switch (step.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
    case 'project':
    case 'groups-of-set':
    case 'window':
    case 'broadcast':
      return step.columns.map(({ slot }) => slot)
    case 'aggregate':
      return [...step.keys, ...step.measures.map(({ slot }) => slot)]
    case 'grouping-sets':
      return [...step.keys, ...[...step.marks, ...step.measures].map(({ slot }) => slot)]
    case 'union':
      return step.columns
    default:
      return []
  }
}
