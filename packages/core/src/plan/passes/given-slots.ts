import type { LogicalPlan, Slot, StepId } from '../model/logical.ts'

/** The output slots of a step, with their types. */
export function givenSlots(plan: LogicalPlan, id: StepId): Slot[] {
  const step = plan.steps[id]
  const below = (input: StepId) => givenSlots(plan, input)
  switch (step?.kind) {
    case 'scan':
    case 'custom-sql':
    case 'stored-rows':
      return step.columns.map(({ slot }) => slot)
    case 'project': {
      const kept = step.keep === null ? null : new Set(step.keep)
      const passed = below(step.input).filter((slot) => kept === null || kept.has(slot.id))
      return distinct([...step.columns.map(({ slot }) => slot), ...passed])
    }
    case 'aggregate':
      return [...step.keys, ...step.measures.map(({ slot }) => slot)]
    case 'grouping-sets':
      return [...step.keys, ...step.marks.map(({ slot }) => slot), ...step.measures.map(({ slot }) => slot)]
    case 'groups-of-set':
      return step.columns.map(({ slot }) => slot)
    case 'window':
    case 'broadcast':
      return distinct([...step.columns.map(({ slot }) => slot), ...below(step.input)])
    case 'join':
      return [...below(step.left), ...below(step.right)]
    case 'union':
      return [...step.columns]
    case 'filter':
    case 'fence':
    case 'side':
    case 'match':
    case 'limit':
      return below(step.input)
    default:
      return []
  }
}

/** The first slot for each id: an output of a step replaces the input of the same name. */
function distinct(slots: readonly Slot[]): Slot[] {
  return [...new Map([...slots].reverse().map((slot) => [slot.id, slot])).values()].reverse()
}
