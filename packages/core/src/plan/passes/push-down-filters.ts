import { mapExpression } from '../../formula/index.ts'
import type { LogicalPlan, PlanCondition, PlanExpression, PlanStep, ProjectStep, StepId } from '../model/logical.ts'
import { slotsOfCondition } from '../model/logical.ts'
import { failingSlots, isSafeCondition } from './fence-policies.ts'
import { readersOf } from './step-inputs.ts'

/**
 * Moves conditions down towards the tables as far as the result stays the same: below renamed columns, joins that keep the rows of a side,
 * aggregations whose keys they read, and windows whose partitions they read.
 * Requires: the readers of every step. Result: a plan with the same rows and slots in which no two filters follow each other. Steps with
 * several readers keep their rows; conditions stop above them.
 */
export function pushDownFilters(plan: LogicalPlan, result: StepId): { plan: LogicalPlan; result: StepId } {
  const pusher = new FilterPusher(plan, result)
  return { result: pusher.rebuild(result, []), plan: pusher.plan }
}

class FilterPusher {
  readonly plan: LogicalPlan = { steps: [] }
  private readonly old: LogicalPlan
  private readonly readers: number[]
  private readonly rebuilt = new Map<StepId, StepId>()
  private readonly slots = new Map<StepId, ReadonlySet<string>>()
  private failing: readonly ReadonlySet<string>[] | null = null

  constructor(old: LogicalPlan, result: StepId) {
    this.old = old
    this.readers = readersOf(old, result)
  }

  /** The step with the conditions applied to its rows. */
  rebuild(id: StepId, conditions: readonly PlanCondition[]): StepId {
    const step = this.old.steps[id]
    if (!step) throw new Error(`The plan has no step ${id}.`)
    if ((this.readers[id] ?? 0) > 1 || conditions.length === 0) {
      const known = this.rebuilt.get(id) ?? this.build(id, step, [])
      this.rebuilt.set(id, known)
      return this.filtered(step.name, known, conditions)
    }
    return this.build(id, step, conditions)
  }

  private build(id: StepId, step: PlanStep, conditions: readonly PlanCondition[]): StepId {
    switch (step.kind) {
      case 'filter':
        return this.rebuild(step.input, [...step.conditions, ...conditions])
      case 'project':
        return this.past(step, conditions, (condition) => renamed(condition, step))
      case 'aggregate': {
        const keys = new Set(step.keys.map((key) => key.id))
        // Without keys there is one row even for an empty input.
        return this.past(step, conditions, (condition) => (keys.size > 0 && reads(condition, keys) ? condition : null))
      }
      case 'window':
        return this.past(step, conditions, (condition) => (isOfPartitions(condition, step) ? condition : null))
      case 'fence':
        return this.past(step, conditions, (condition) => (this.passesFence(condition, step) ? condition : null))
      case 'side':
        return this.past(step, conditions, (condition) => (isSafeCondition(condition) ? condition : null))
      case 'broadcast': {
        const joined = new Set(step.columns.map(({ slot }) => slot.id))
        const isLeft = (condition: PlanCondition) => slotsOfCondition(condition).every((slot) => !joined.has(slot))
        const { below, above } = split(conditions, (condition) => (isLeft(condition) ? condition : null))
        const input = this.rebuild(step.input, below)
        return this.filtered(step.name, this.add({ ...step, input, from: this.rebuild(step.from, []) }), above)
      }
      case 'join':
        return this.pastJoin(step, conditions)
      case 'match': {
        const input = this.rebuild(step.input, conditions)
        return this.add({ ...step, input, from: this.rebuild(step.from, []) })
      }
      case 'limit':
        return this.filtered(step.name, this.add({ ...step, input: this.rebuild(step.input, []) }), conditions)
      case 'union': {
        const inputs = step.inputs.map((input) => ({ ...input, step: this.rebuild(input.step, []) }))
        return this.filtered(step.name, this.add({ ...step, inputs }), conditions)
      }
      default:
        return this.filtered(step.name, this.once(id, step), conditions)
    }
  }

  /** A step with one input: the conditions that `moved` returns are placed below it, the others remain above. */
  private past(
    step: StepOverRows,
    conditions: readonly PlanCondition[],
    moved: (condition: PlanCondition) => PlanCondition | null,
  ): StepId {
    const { below, above } = split(conditions, moved)
    return this.filtered(step.name, this.add({ ...step, input: this.rebuild(step.input, below) }), above)
  }

  private pastJoin(step: JoinStep, conditions: readonly PlanCondition[]): StepId {
    const onLeft = step.join === 'inner' || step.join === 'left'
    const onRight = step.join === 'inner' || step.join === 'right'
    const left = split(conditions, (condition) => (onLeft && this.computes(step.left, condition) ? condition : null))
    const right = split(left.above, (condition) => (onRight && this.computes(step.right, condition) ? condition : null))
    const joined = { ...step, left: this.rebuild(step.left, left.below), right: this.rebuild(step.right, right.below) }
    return this.filtered(step.name, this.add(joined), right.above)
  }

  /** A condition that may fail, or that reads a value that may fail, must not be evaluated for rows that a policy hides. */
  private passesFence(condition: PlanCondition, { input }: { input: StepId }): boolean {
    this.failing ??= failingSlots(this.old)
    const failing = this.failing[input]
    return isSafeCondition(condition) && !slotsOfCondition(condition).some((slot) => failing?.has(slot))
  }

  /** Each table is one step, shared by all its readers. */
  private once(id: StepId, step: PlanStep): StepId {
    const known = this.rebuilt.get(id) ?? this.add(step)
    this.rebuilt.set(id, known)
    return known
  }

  private filtered(name: string, input: StepId, conditions: readonly PlanCondition[]): StepId {
    return conditions.length === 0 ? input : this.add({ kind: 'filter', name, input, conditions: [...conditions] })
  }

  private computes(id: StepId, condition: PlanCondition): boolean {
    const slots = slotsOfCondition(condition)
    return slots.length > 0 && reads(condition, this.slotsOf(id))
  }

  private slotsOf(id: StepId): ReadonlySet<string> {
    const known = this.slots.get(id)
    if (known) return known
    const slots = new Set(slotsGiven(this.old, id, (below) => this.slotsOf(below)))
    this.slots.set(id, slots)
    return slots
  }

  private add(step: PlanStep): StepId {
    this.plan.steps.push(step)
    return this.plan.steps.length - 1
  }
}

type StepOverRows = Extract<PlanStep, { kind: 'project' | 'aggregate' | 'window' | 'fence' | 'side' }>
type JoinStep = Extract<PlanStep, { kind: 'join' }>

/**
 * Whether the condition reads only columns that every window of the step is partitioned by, so that it keeps or removes whole partitions.
 */
function isOfPartitions(condition: PlanCondition, { columns }: Extract<PlanStep, { kind: 'window' }>): boolean {
  return slotsOfCondition(condition).every(
    (slot) =>
      !columns.some((column) => column.slot.id === slot) &&
      columns.every(({ partitionBy }) => partitionBy.includes(slot)),
  )
}

function split(
  conditions: readonly PlanCondition[],
  moved: (condition: PlanCondition) => PlanCondition | null,
): { below: PlanCondition[]; above: PlanCondition[] } {
  const below: PlanCondition[] = []
  const above: PlanCondition[] = []
  for (const condition of conditions) {
    const move = moved(condition)
    if (move) below.push(move)
    else above.push(condition)
  }
  return { below, above }
}

function reads(condition: PlanCondition, slots: ReadonlySet<string>): boolean {
  return slotsOfCondition(condition).every((slot) => slots.has(slot))
}

/** The condition with the slot names below the projection; null when it reads a slot that is computed there. */
function renamed(condition: PlanCondition, step: ProjectStep): PlanCondition | null {
  const names = new Map<string, string>()
  for (const slot of slotsOfCondition(condition)) {
    let below: string | null = slot
    // A column may refer to one before it in the same step, so renaming runs backwards; a slot that is still named at the end comes from
    // the input.
    for (let at = step.columns.length - 1; at >= 0 && below !== null; at -= 1) {
      const column = step.columns[at]
      if (column?.slot.id === below) below = slotNamed(column.expression)
    }
    if (below === null || (below === slot && step.keep !== null && !step.keep.includes(slot))) return null
    names.set(slot, below)
  }
  return withNames(condition, (slot) => names.get(slot) ?? slot)
}

/** The slot that an expression merely renames; null when it computes something. */
export function slotNamed(expression: PlanExpression): string | null {
  if (expression.kind === 'slot') return expression.slot
  const read = expression.kind === 'formula' ? expression.expression : null
  return read?.kind === 'reference' && read.target.kind === 'column' ? read.target.columnId : null
}

function withNames(condition: PlanCondition, nameOf: (slot: string) => string): PlanCondition {
  switch (condition.kind) {
    case 'in':
    case 'compare':
    case 'same':
    case 'is-null':
      return { ...condition, slot: nameOf(condition.slot) }
    case 'formula':
      return {
        ...condition,
        expression: mapExpression(condition.expression, (node) =>
          node.kind === 'reference' && node.target.kind === 'column'
            ? { ...node, target: { kind: 'column', columnId: nameOf(node.target.columnId) } }
            : null,
        ),
      }
    case 'not':
      return { ...condition, item: withNames(condition.item, nameOf) }
    case 'and':
    case 'or':
      return { ...condition, items: condition.items.map((item) => withNames(item, nameOf)) }
    default:
      return condition
  }
}

function slotsGiven(plan: LogicalPlan, id: StepId, below: (id: StepId) => ReadonlySet<string>): string[] {
  const step = plan.steps[id]
  switch (step?.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
      return step.columns.map(({ slot }) => slot.id)
    case 'project':
      return [...(step.keep ?? below(step.input)), ...step.columns.map(({ slot }) => slot.id)]
    case 'filter':
    case 'fence':
    case 'side':
    case 'match':
    case 'limit':
      return [...below(step.input)]
    case 'aggregate':
      return [...step.keys.map((key) => key.id), ...step.measures.map(({ slot }) => slot.id)]
    case 'grouping-sets':
      return [...step.keys.map((key) => key.id), ...[...step.marks, ...step.measures].map(({ slot }) => slot.id)]
    case 'groups-of-set':
      return step.columns.map(({ slot }) => slot.id)
    case 'window':
    case 'broadcast':
      return [...below(step.input), ...step.columns.map(({ slot }) => slot.id)]
    case 'join':
      return [...below(step.left), ...below(step.right)]
    case 'union':
      return step.columns.map((slot) => slot.id)
    default:
      return []
  }
}
