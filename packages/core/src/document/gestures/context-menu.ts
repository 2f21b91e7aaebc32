import type { BaseElement, WorkbookDocument } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { type ContextMenuItem, contextMenuOf, leavesOf } from '../context-menu-items.ts'
import type { DocumentEdit } from '../edits/index.ts'
import { changeAnyElement } from './change-element.ts'

type Items = readonly ContextMenuItem[]

/**
 * Adds an item to the context menu of the cells or marks of an element, in the submenu of `parentId` if given. The actions of an item that
 * gets a submenu move to the first item in it.
 */
export function addContextMenuItem(
  document: WorkbookDocument,
  elementId: string,
  item: { id: string; name: string },
  parentId?: string,
): DocumentEdit[] {
  return changeAnyElement(document, elementId, (element) => {
    const items = contextMenuOf(element)
    if (parentId === undefined) return withItems(element, [...items, item])
    const parent = items.find(({ id }) => id === parentId)
    if (!parent) return element
    const next = withItems(
      element,
      items.map((each) => (each === parent ? { ...each, items: [...(each.items ?? []), item] } : each)),
    )
    return parent.items ? next : withActions(next, (itemId) => (itemId === parentId ? item.id : itemId))
  })
}

export function renameContextMenuItem(
  document: WorkbookDocument,
  elementId: string,
  itemId: string,
  name: string,
): DocumentEdit[] {
  const renamed = (items: Items): Items =>
    items.map((each) => ({
      ...each,
      ...(each.id === itemId ? { name } : {}),
      ...(each.items ? { items: renamed(each.items) } : {}),
    }))
  return changeAnyElement(document, elementId, (element) => withItems(element, renamed(contextMenuOf(element))))
}

/** Removes an item with its submenu and their actions. */
export function removeContextMenuItem(document: WorkbookDocument, elementId: string, itemId: string): DocumentEdit[] {
  const without = (items: Items): Items =>
    items.flatMap(({ items: inner, ...each }) => {
      if (each.id === itemId) return []
      const left = inner && without(inner)
      return [left && left.length > 0 ? { ...each, items: left } : each]
    })
  return changeAnyElement(document, elementId, (element) => {
    const next = withItems(element, without(contextMenuOf(element)))
    const left = new Set(leavesOf(contextMenuOf(next)).map(({ id }) => id))
    return withActions(next, (id) => (left.has(id) ? id : undefined))
  })
}

function withItems(element: BaseElement, items: Items): BaseElement {
  const { contextMenu: _, ...bare } = element
  return items.length > 0 ? { ...element, contextMenu: items } : bare
}

/** Moves the actions of each item to the item that `move` returns; undefined removes them. */
function withActions(element: BaseElement, move: (itemId: string) => string | undefined): BaseElement {
  if (!Array.isArray(element.actions)) return element
  const actions = element.actions.flatMap((action: unknown) => {
    if (!isRecord(action) || !isRecord(action.trigger) || action.trigger.on !== 'on-context-menu') return [action]
    const itemId = move(String(action.trigger.itemId))
    return itemId === undefined ? [] : [{ ...action, trigger: { ...action.trigger, itemId } }]
  })
  const { actions: _, ...bare } = element
  return actions.length > 0 ? { ...element, actions } : bare
}
