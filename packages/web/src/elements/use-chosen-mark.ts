import type { MarkKey } from '@octavo/core/chart'
import type { BaseElement } from '@octavo/core/document'
import { chosenOfKeys } from './context-menu/use-action-menu.tsx'
import { record } from './effects/effect.ts'
import { type Action, actionsOf, type ChosenMark, type Effect, hasRunnable } from './effects/index.ts'
import { runActions } from './run-actions.ts'
import { useEffectHost } from './use-effects.ts'
import { useRunsActions } from './use-runs-actions.ts'

const carriesSelection = ({ value }: Effect) =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'column'

/** Whether the author has switched off one way to start the actions of an element. The published forms have no field for it. */
export const isSwitchedOff = ({ x }: BaseElement, way: 'keyboardActions' | 'whitespaceActions'): boolean =>
  record(x)[way] === false

/** Runs the actions on a selection of an element. Undefined where there are none, and in the editor. */
export function useSelectActions(element: BaseElement): ((chosen: ChosenMark) => void) | undefined {
  const host = useEffectHost(element.id)
  const runs = useRunsActions()
  const actions = actionsOf(element.actions, 'on-select').filter(hasRunnable)
  return runs && actions.length > 0
    ? (chosen) =>
        runActions(
          actions.flatMap((each) => triggered(each, chosen)),
          host,
          chosen,
        )
    : undefined
}

/** When nothing is selected, an action only runs the effects that carry the selection, which clears it there. */
function triggered(action: Action, { values }: ChosenMark): Action[] {
  if (values.size > 0) return [action]
  const effects = action.effects.filter(carriesSelection)
  return effects.length > 0 ? [{ ...action, effects, condition: undefined, toast: undefined }] : []
}

/** The same for the marks of a chart: with the values of a mark, or with nothing selected. */
export function useChosenMark(
  element: BaseElement,
): ((keys: readonly MarkKey[], isAdding: boolean) => void) | undefined {
  const run = useSelectActions(element)
  return (
    run &&
    ((keys, isAdding) => {
      if (keys.length === 0 && isSwitchedOff(element, 'whitespaceActions')) return
      run({ ...chosenOfKeys(keys), isAdding })
    })
  )
}
