import type { MarkKey } from '@octavo/core/chart'
import { type BaseElement, type ContextMenuItem, contextMenuOf } from '@octavo/core/document'
import { Fragment, type ReactNode } from 'react'
import { MenuItem, MenuSeparator, Submenu } from '../../ui/index.ts'
import { type Action, actionsOf, type ChosenMark, hasRunnable } from '../effects/index.ts'
import { runActions } from '../run-actions.ts'
import { useEffectHost } from '../use-effects.ts'
import { useRunsActions } from '../use-runs-actions.ts'

/**
 * The items that the author has added to the menu of the cells or marks of an element, for what is selected. Undefined where none of
 * them does anything, and in the editor. `rest`: the usual items, below.
 */
export function useActionMenu(element: BaseElement): ((chosen: ChosenMark, rest?: ReactNode) => ReactNode) | undefined {
  const host = useEffectHost(element.id)
  const runs = useRunsActions()
  const actions = runs ? actionsOf(element.actions, 'on-context-menu').filter(hasRunnable) : []
  const items = withActions(contextMenuOf(element), actions)
  if (items.length === 0) return undefined
  return (chosen, rest) => (
    <>
      <Items
        items={items}
        onSelect={(id) =>
          runActions(
            actions.filter(({ itemId }) => itemId === id),
            host,
            chosen,
          )
        }
      />
      {rest && <MenuSeparator />}
      {rest}
    </>
  )
}

/** Items that start something, or that hold such items. */
function withActions(items: readonly ContextMenuItem[], actions: readonly Action[]): ContextMenuItem[] {
  return items.flatMap((item): ContextMenuItem[] => {
    if (!item.items) return actions.some(({ itemId }) => itemId === item.id) ? [item] : []
    const inner = withActions(item.items, actions)
    return inner.length > 0 ? [{ ...item, items: inner }] : []
  })
}

function Items({ items, onSelect }: { items: readonly ContextMenuItem[]; onSelect: (id: string) => void }) {
  return items.map(({ id, name, items: inner }) => (
    <Fragment key={id}>
      {inner ? (
        <Submenu label={name}>
          <Items items={inner} onSelect={onSelect} />
        </Submenu>
      ) : (
        <MenuItem onSelect={() => onSelect(id)}>{name}</MenuItem>
      )}
    </Fragment>
  ))
}

/** A mark as actions read it: the values of its keys. */
export const chosenOfKeys = (keys: readonly MarkKey[]): ChosenMark => ({
  values: new Map(keys.map(({ columnId, values }) => [columnId, values])),
  isAdding: false,
})
