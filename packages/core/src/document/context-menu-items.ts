import type { BaseElement } from './api.ts'
import { isRecord } from './check-schema.ts'

/** An item of the context menu of cells or marks. An item with `items` opens a submenu and starts no action. */
export interface ContextMenuItem {
  id: string
  name: string
  items?: readonly ContextMenuItem[]
}

/** The items that the author has added to the menu of the cells or marks of an element. */
export const contextMenuOf = ({ contextMenu }: BaseElement): ContextMenuItem[] => itemsIn(contextMenu)

function itemsIn(list: unknown): ContextMenuItem[] {
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).map(({ id, name, items }) => ({
    id: String(id),
    name: String(name ?? ''),
    ...(Array.isArray(items) && items.length > 0 ? { items: itemsIn(items) } : {}),
  }))
}

/** The items that start actions; the name of an item in a submenu begins with the name of its parent. */
export function leavesOf(items: readonly ContextMenuItem[]): { id: string; name: string }[] {
  return items.flatMap(({ items: inner, ...item }) =>
    inner ? leavesOf(inner).map(({ id, name }) => ({ id, name: `${item.name} › ${name}` })) : [item],
  )
}
