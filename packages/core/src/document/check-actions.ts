import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { columnsOf, findElement, isControl } from './lookups.ts'

/** Reports what a reference inside an action points at and is not there. */
export type Missing = (path: string, name: string, hint: string) => void

const handles = new WeakMap<WorkbookDocument, Set<string>>()

/** Handles of the controls; gathered once for all elements of the document that is checked. */
function handlesOf(document: WorkbookDocument): Set<string> {
  const known = handles.get(document)
  if (known) return known
  const made = new Set(
    Object.values(document.elements).flatMap((element) => (isControl(element) ? [element.controlId] : [])),
  )
  handles.set(document, made)
  return made
}

/**
 * The targets of the effects in a list of actions, or of the steps of an agent: controls by handle, elements, pages and
 * overlays by id, columns of the tables they change. Reads defensively; shapes are checked elsewhere. `host` is the
 * element whose columns `{ type: 'column' }` means, absent for pages and agents.
 */
export function checkEffects(
  document: WorkbookDocument,
  value: unknown,
  path: string,
  missing: Missing,
  host?: BaseElement,
): void {
  if (value === undefined) return
  const handles = handlesOf(document)
  const holders = new Set([...document.pages, ...document.overlays].map(({ id }) => id))
  const need = (isThere: boolean, at: string, name: unknown, hint: string) => {
    if (typeof name === 'string' && name !== '' && !isThere) missing(at, name, hint)
  }
  const element = (id: unknown, at: string, what: string, fits: (element: BaseElement) => boolean = () => true) => {
    const found = typeof id === 'string' ? findElement(document, id) : undefined
    need(found !== undefined && fits(found), at, id, `No ${what} of the document has this id.`)
    return found
  }

  const walk = (node: unknown, at: string, outside: boolean): void => {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) walk(item, `${at}[${index}]`, outside)
      return
    }
    if (!isRecord(node)) return
    const { effect, type } = node
    switch (effect) {
      case 'open-overlay':
        need(
          document.overlays.some(({ id }) => id === node.overlayId),
          `${at}.overlayId`,
          node.overlayId,
          'No modal, drawer or popover has this id.',
        )
        break
      case 'set-control-value':
        need(handles.has(String(node.control)), `${at}.control`, node.control, 'No control has this controlId.')
        break
      case 'insert-rows':
      case 'update-rows':
      case 'delete-rows': {
        const table = element(node.table, `${at}.table`, 'table')
        if (table) checkColumns(table, node, at, missing)
        break
      }
      case 'select-tab':
        element(
          node.tabbedContainer,
          `${at}.tabbedContainer`,
          'tabbed container',
          ({ kind }) => kind === 'tabbed-container',
        )
        break
      default:
    }
    if (isRecord(node.scope)) {
      const { scope } = node
      need(handles.has(String(scope.control)), `${at}.scope.control`, scope.control, 'No control has this controlId.')
      if (scope.container !== undefined) element(scope.container, `${at}.scope.container`, 'container')
      need(holders.has(String(scope.page)), `${at}.scope.page`, scope.page, 'No page has this id.')
    }
    // Targets inside another document are not known here.
    const isOutside = effect === 'open-document'
    if (isRecord(node.target) && !isOutside) {
      const { target } = node
      if (target.type === 'page')
        need(holders.has(String(target.page)), `${at}.target.page`, target.page, 'No page has this id.')
      if (target.type === 'element') element(target.element, `${at}.target.element`, 'element')
    }
    if (type === 'control' && node.control !== undefined) {
      need(handles.has(String(node.control)), `${at}.control`, node.control, 'No control has this controlId.')
    }
    if (type === 'column' && host && Array.isArray(host.columns) && node.condition === undefined) {
      need(
        columnsOf(host).some(({ id }) => id === node.column),
        `${at}.column`,
        node.column,
        `'${host.id}' has no column of this id.`,
      )
    }
    for (const [name, field] of Object.entries(node)) {
      if (name !== 'scope' && name !== 'target' && name !== 'x') walk(field, `${at}.${name}`, isOutside || outside)
    }
  }
  walk(value, path, false)
}

/** Keys of `values` and `primaryKeys`, and the column of a match, are columns of the table that is changed. */
function checkColumns(table: BaseElement, effect: Record<string, unknown>, at: string, missing: Missing): void {
  if (!Array.isArray(table.columns)) return
  const ids = new Set(columnsOf(table).map(({ id }) => id))
  const check = (id: unknown, path: string) => {
    if (typeof id === 'string' && !ids.has(id)) missing(path, id, `'${table.id}' has no column of this id.`)
  }
  if (isRecord(effect.values)) for (const id of Object.keys(effect.values)) check(id, `${at}.values.${id}`)
  if (!isRecord(effect.whichRows)) return
  const { primaryKeys, column } = effect.whichRows
  if (isRecord(primaryKeys)) for (const id of Object.keys(primaryKeys)) check(id, `${at}.whichRows.primaryKeys.${id}`)
  if (column !== undefined) check(column, `${at}.whichRows.column`)
}
