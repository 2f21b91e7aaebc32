import { AppError } from '../../errors/index.ts'
import type { LogicalPlan, StepId } from '../model/logical.ts'
import { inputsOf } from './step-inputs.ts'

/** The maximum length of a chain of steps: the passes and the emitter recurse once for each step. */
const mostStepsDeep = 1250

export function refuseDeepPlans({ steps }: LogicalPlan, result: StepId): void {
  const depths: number[] = []
  for (const step of steps)
    depths.push(1 + inputsOf(step).reduce((most, input) => Math.max(most, depths[input] ?? 0), 0))
  const depth = depths[result] ?? 0
  if (depth > mostStepsDeep)
    throw new AppError('not_supported', {
      what: `This takes ${depth} steps one after the other; ${mostStepsDeep} are the most.`,
      hint: 'Let fewer elements, joins or lookups read each other in a chain.',
    })
}
