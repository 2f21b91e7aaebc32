import type { MarkKey } from '@octavo/core/chart'
import type { BaseElement } from '@octavo/core/document'
import { useMaybeEditor, useOfPage } from '../editor/index.ts'
import { effectsOf, isRunnable, runEffects } from './effects/index.ts'
import { useEffectHost } from './use-effects.ts'

const carriesSelection = ({ value }: Readonly<Record<string, unknown>>) =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'column'

/**
 * Runs the actions on a selection of an element: with the values of a mark, or with nothing selected. Undefined where there
 * are none, and in the editor, where a click selects the element.
 */
export function useChosenMark(
  element: BaseElement,
): ((keys: readonly MarkKey[], isAdding: boolean) => void) | undefined {
  const host = useEffectHost()
  const editor = useMaybeEditor()
  const seenAs = useOfPage((page) => page.seenAs)
  const effects = effectsOf(element.actions, 'on-select').filter(isRunnable)
  if (effects.length === 0 || (editor && !seenAs)) return undefined
  return (keys, isAdding) => {
    const values = new Map(keys.map(({ columnId, values }) => [columnId, values]))
    // Nothing is selected: what carries a selection is cleared, and nothing else happens.
    const list = keys.length > 0 ? effects : effects.filter(carriesSelection)
    runEffects(list, host, { values, isAdding })
  }
}
