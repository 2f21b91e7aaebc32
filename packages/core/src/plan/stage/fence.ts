import type { ElementModel } from '../model/element-model.ts'
import type { StepId } from '../model/logical.ts'
import type { PlanBuilder } from './plan-builder.ts'

/** Puts rows that depend on the viewer behind a fence, apart from everything that is computed from them. */
export function fenced(
  builder: PlanBuilder,
  { name, dependsOn }: Pick<ElementModel, 'name' | 'dependsOn'>,
  input: StepId,
): StepId {
  return dependsOn.viewer ? builder.add({ kind: 'fence', name, input }) : input
}
