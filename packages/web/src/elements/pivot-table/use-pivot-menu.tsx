import type { MarkKey } from '@octavo/core/chart'
import type { PivotLine, PivotView } from '@octavo/core/display'
import type { DataElement } from '@octavo/core/document'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/index.ts'
import { chosenOfKeys, useActionMenu } from '../context-menu/use-action-menu.tsx'
import { useElementChange } from '../quick-filter/use-element-change.ts'

const KeyMenuItems = lazyPart(async () => ({
  default: (await import('../quick-filter/KeyMenuItems.tsx')).KeyMenuItems,
}))

/** Attributes by which the menu finds the group or value of a pivot table's cell or header. */
export interface PivotPlace {
  'data-row'?: number
  'data-column'?: number
  /** Of a header: how many keys of its line lead to it. */
  'data-kept'?: number | undefined
}

interface Lines {
  rows: readonly PivotLine[]
  columns: readonly PivotLine[]
}

/** The menu of the cell or header at the pointer; totals and values stand for no rows that could be kept. */
export function usePivotMenu(element: DataElement, view: PivotView, lines: Lines) {
  const canFilter = useElementChange() !== undefined
  const actionMenu = useActionMenu(element)
  const [items, setItems] = useState<ReactNode>()
  return {
    items,
    isFor(target: EventTarget | null) {
      const keys = (canFilter || actionMenu) && target instanceof Element ? keysAt(target, view, lines) : []
      if (keys.length === 0) return false
      const usual = canFilter && (
        <Suspense>
          <KeyMenuItems element={element} keys={keys} />
        </Suspense>
      )
      setItems(actionMenu ? actionMenu(chosenOfKeys(keys), usual) : usual)
      return true
    },
  }
}

function keysAt(target: Element, view: PivotView, { rows, columns }: Lines): MarkKey[] {
  const place = target.closest('[data-row], [data-column]')
  if (!place) return []
  const number = (name: string) => {
    const value = place.getAttribute(name)
    return value === null ? undefined : Number(value)
  }
  const row = rows[number('data-row') ?? -1]
  const column = columns[number('data-column') ?? -1]
  const kept = number('data-kept')
  if (row && column) return [...view.keysOf('rows', row), ...view.keysOf('columns', column)]
  const keys = row ? view.keysOf('rows', row) : column ? view.keysOf('columns', column) : []
  return kept === undefined ? [] : keys.slice(kept - 1, kept)
}
