import type { Failure } from '../../editor/index.ts'
import { explain } from '../../explain.ts'

export interface Outcome<Item, Answer> {
  done: { item: Item; answer: Answer }[]
  failed: { item: Item; failure: Failure }[]
}

/** Runs the same action for many things, a few at a time; a failure does not stop the others. */
export async function runAll<Item, Answer>(
  items: readonly Item[],
  action: (item: Item) => Promise<Answer>,
  { atOnce = 4, onProgress }: { atOnce?: number; onProgress?: (finished: number) => void } = {},
): Promise<Outcome<Item, Answer>> {
  const outcomes = new Map<Item, { answer: Answer } | { failure: Failure }>()
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) {
      try {
        outcomes.set(item, { answer: await action(item) })
      } catch (error) {
        outcomes.set(item, { failure: explain(error) })
      }
      onProgress?.(outcomes.size)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  const done: Outcome<Item, Answer>['done'] = []
  const failed: Outcome<Item, Answer>['failed'] = []
  for (const item of items) {
    const outcome = outcomes.get(item)
    if (outcome && 'answer' in outcome) done.push({ item, answer: outcome.answer })
    else if (outcome) failed.push({ item, failure: outcome.failure })
  }
  return { done, failed }
}
