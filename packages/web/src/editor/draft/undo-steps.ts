import type { DocumentEdit } from '@octavo/core/document'
import type { Selection } from './draft-state.ts'

/** One step of the person who edits: what takes it back, and what makes it again. */
export interface UndoStep {
  /** Batches that the step consists of; several where typing was gathered. */
  batchIds: readonly string[]
  word: string
  undo: readonly DocumentEdit[]
  redo: readonly DocumentEdit[]
  pageId: string
  selection: Selection
  /** How many edits of others were known when the step was made. */
  foreignCount: number
  gather?: string
  at: number
}

/** Steps of typing with one key that follow each other within this time are one. */
const gatherMs = 1000

/** Own steps in their order, without a limit. Every method returns a new list of steps; nothing is changed in place. */
export interface UndoSteps {
  done: readonly UndoStep[]
  undone: readonly UndoStep[]
}

export const noSteps: UndoSteps = { done: [], undone: [] }

/** Adds a step, or joins it with the one before where both are the same typing. What was undone cannot be redone then. */
export function withStep(steps: UndoSteps, step: UndoStep): UndoSteps {
  const last = steps.done.at(-1)
  const isSame =
    last?.gather !== undefined &&
    last.gather === step.gather &&
    steps.undone.length === 0 &&
    step.at - last.at < gatherMs &&
    last.foreignCount === step.foreignCount
  if (!isSame || !last) return { done: [...steps.done, step], undone: [] }
  const joined: UndoStep = {
    ...step,
    batchIds: [...last.batchIds, ...step.batchIds],
    undo: [...step.undo, ...last.undo],
    redo: [...last.redo, ...step.redo],
    pageId: last.pageId,
    selection: last.selection,
  }
  return { done: [...steps.done.slice(0, -1), joined], undone: [] }
}

/** Without the steps whose batches were refused or given up: they changed nothing that could be taken back. */
export function withoutBatch(steps: UndoSteps, batchId: string): UndoSteps {
  const others = (list: readonly UndoStep[]) => list.filter(({ batchIds }) => !batchIds.includes(batchId))
  return { done: others(steps.done), undone: others(steps.undone) }
}

/** The step of a batch that is made once more on a newer document: what takes it back is now something else. */
export function withRemadeBatch(
  steps: UndoSteps,
  batchId: string,
  remade: Pick<UndoStep, 'undo' | 'redo' | 'foreignCount'>,
): UndoSteps {
  const done = steps.done.map((step) => {
    if (!step.batchIds.includes(batchId)) return step
    return step.batchIds.length === 1 ? { ...step, ...remade } : { ...step, foreignCount: remade.foreignCount }
  })
  return { ...steps, done }
}
