import {
  type BroadcastStep,
  type LogicalPlan,
  type PlanStep,
  type ProjectStep,
  type StepId,
  slotsOfCondition,
  slotsOfExpression,
  slotsOfPlanExpression,
} from '../model/logical.ts'

export interface StepUse {
  /** Slots that later steps, or the result, read from this step. */
  slots: Set<string>
  /** How many steps read this one. */
  readers: number
}

/**
 * Computes what each step must provide from the plan and the slots of the result. A step that nothing reads has no readers, and columns
 * outside `slots` are never written.
 */
export function pruneColumns(plan: LogicalPlan, result: StepId, slots: readonly string[]): StepUse[] {
  const uses: StepUse[] = plan.steps.map(() => ({ slots: new Set(), readers: 0 }))
  const need = (step: StepId, wanted: Iterable<string>) => {
    const use = uses[step]
    if (!use) return
    use.readers += 1
    for (const slot of wanted) use.slots.add(slot)
  }
  need(result, slots)
  for (let id = result; id >= 0; id -= 1) {
    const step = plan.steps[id]
    const use = uses[id]
    if (!step || !use || use.readers === 0) continue
    for (const [input, wanted] of needsOf(step, use.slots)) need(input, wanted)
  }
  return uses
}

/** Whether a join is needed: it removes rows, or one of its columns is read. */
export function isJoinNeeded(step: BroadcastStep, wanted: ReadonlySet<string>): boolean {
  return step.onlyMatches || step.columns.some(({ slot }) => wanted.has(slot.id))
}

function needsOf(step: PlanStep, wanted: ReadonlySet<string>): [StepId, Set<string>][] {
  switch (step.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
    case 'single-row':
      return []
    case 'project':
      return [[step.input, projectNeeds(step, wanted)]]
    case 'fence':
    case 'side':
      return [[step.input, new Set(wanted)]]
    case 'filter':
      return [[step.input, new Set([...wanted, ...step.conditions.flatMap(slotsOfCondition)])]]
    case 'limit':
      return [[step.input, new Set([...wanted, ...step.orderBy.map(({ slot }) => slot)])]]
    case 'aggregate':
    case 'grouping-sets':
      return [[step.input, measureNeeds(step, wanted)]]
    case 'groups-of-set': {
      const read = step.columns.filter(({ slot }) => wanted.has(slot.id)).map(({ from }) => from)
      return [[step.input, new Set([...read, ...step.marks.map(({ slot }) => slot)])]]
    }
    case 'window':
      return [[step.input, windowNeeds(step, wanted)]]
    case 'join': {
      // The inputs decide which side a slot belongs to: a step ignores slots that it does not have.
      const keysOf = (side: 'left' | 'right') => step.on.flatMap((condition) => slotsOfExpression(condition[side]))
      return [
        [step.left, new Set([...wanted, ...keysOf('left')])],
        [step.right, new Set([...wanted, ...keysOf('right')])],
      ]
    }
    case 'union':
      return step.inputs.map(({ step: input, slots }) => [
        input,
        new Set(slots.filter((slot, index) => slot !== null && wanted.has(step.columns[index]?.id ?? ''))),
      ]) as [StepId, Set<string>][]
    case 'match':
      return [
        [step.input, new Set([...wanted, ...step.keys.map((key) => key.left)])],
        [step.from, new Set(step.keys.map((key) => key.right))],
      ]
    case 'broadcast':
      return broadcastNeeds(step, wanted)
  }
}

function projectNeeds(step: ProjectStep, wanted: ReadonlySet<string>): Set<string> {
  const needed = new Set(wanted)
  for (const column of [...step.columns].reverse()) {
    if (!needed.delete(column.slot.id)) continue
    for (const slot of slotsOfPlanExpression(column.expression)) needed.add(slot)
  }
  if (step.keep === null) return needed
  const passed = new Set([...step.keep, ...step.columns.flatMap((column) => slotsOfPlanExpression(column.expression))])
  return new Set([...needed].filter((slot) => passed.has(slot)))
}

type AggregatingStep = Extract<PlanStep, { kind: 'aggregate' | 'grouping-sets' }>

/** All keys, and the inputs of the measures that are read. */
function measureNeeds({ keys, measures }: AggregatingStep, wanted: ReadonlySet<string>): Set<string> {
  const read = measures.filter(({ slot }) => wanted.has(slot.id))
  return new Set([...keys.map((key) => key.id), ...read.flatMap(({ expression }) => slotsOfPlanExpression(expression))])
}

function windowNeeds(step: Extract<PlanStep, { kind: 'window' }>, wanted: ReadonlySet<string>): Set<string> {
  const needed = new Set(wanted)
  for (const { slot, call, partitionBy, orderBy } of step.columns) {
    if (!needed.delete(slot.id)) continue
    const reads = [...slotsOfExpression(call), ...partitionBy, ...orderBy.map((order) => order.slot)]
    for (const read of reads) needed.add(read)
  }
  return needed
}

function broadcastNeeds(step: BroadcastStep, wanted: ReadonlySet<string>): [StepId, Set<string>][] {
  if (!isJoinNeeded(step, wanted)) return [[step.input, new Set(wanted)]]
  const given = new Map(step.columns.map((column) => [column.slot.id, column.from]))
  const right = new Set(step.keys.map((key) => key.right))
  const left = new Set(step.keys.map((key) => key.left))
  for (const slot of wanted) {
    const from = given.get(slot)
    if (from === undefined) left.add(slot)
    else right.add(from)
  }
  return [
    [step.input, left],
    [step.from, right],
  ]
}
