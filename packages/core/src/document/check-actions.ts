import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { contextMenuOf, leavesOf } from './context-menu-items.ts'
import { columnsOf, findControl, findElement, isControl } from './lookups.ts'

/** Reports a target of an action that does not exist. */
export type Missing = (path: string, name: string, hint: string) => void

const handles = new WeakMap<WorkbookDocument, Set<string>>()

/** Handles of the controls, collected once for all elements of the document that is checked. */
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
 * Checks the targets of the effects in a list of actions, or of the steps of an agent: controls by handle, elements, pages and overlays by
 * id, and columns of the tables that they change. Reads defensively, since shapes are checked elsewhere. `host` is the element whose
 * columns `{ type: 'column' }` refers to; absent for pages and agents.
 */
export function checkEffects(
  document: WorkbookDocument,
  value: unknown,
  path: string,
  missing: Missing,
  host?: BaseElement,
): void {
  if (value !== undefined) new EffectCheck(document, missing, host).walk(value, path)
}

class EffectCheck {
  private readonly document: WorkbookDocument
  private readonly missing: Missing
  private readonly host: BaseElement | undefined
  private readonly handles: ReadonlySet<string>
  private readonly holders: ReadonlySet<string>

  constructor(document: WorkbookDocument, missing: Missing, host: BaseElement | undefined) {
    this.document = document
    this.missing = missing
    this.host = host
    this.handles = handlesOf(document)
    this.holders = new Set([...document.pages, ...document.overlays].map(({ id }) => id))
  }

  walk(node: unknown, at: string): void {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) this.walk(item, `${at}[${index}]`)
      return
    }
    if (!isRecord(node)) return
    this.checkEffect(node, at)
    if (node.on === 'on-context-menu') this.checkMenuItem(node.itemId, at)
    if (isRecord(node.scope)) this.checkScope(node.scope, `${at}.scope`)
    // Targets inside another document cannot be checked here.
    if (isRecord(node.target) && node.effect !== 'open-document') this.checkTarget(node.target, `${at}.target`)
    if (node.type === 'control' && node.control !== undefined) this.needControl(node.control, `${at}.control`)
    if (node.type === 'column' && node.condition === undefined) this.checkOwnColumn(node.column, `${at}.column`)
    for (const [name, field] of Object.entries(node)) {
      if (name !== 'scope' && name !== 'target' && name !== 'x') this.walk(field, `${at}.${name}`)
    }
  }

  private checkEffect(node: Record<string, unknown>, at: string): void {
    switch (node.effect) {
      case 'open-overlay': {
        const isThere = this.document.overlays.some(({ id }) => id === node.overlayId)
        this.need(isThere, `${at}.overlayId`, node.overlayId, 'No modal, drawer or popover has this id.')
        break
      }
      case 'set-control-value':
        this.needControl(node.control, `${at}.control`)
        break
      case 'insert-rows':
      case 'update-rows':
      case 'delete-rows': {
        const table = this.needElement(node.table, `${at}.table`, 'table')
        if (table) checkColumns(table, node, at, this.missing)
        break
      }
      case 'notify-and-export':
        if (isRecord(node.linkTo)) this.checkTarget(node.linkTo, `${at}.linkTo`)
        break
      case 'modify-element': {
        const element = this.needElement(node.element, `${at}.element`, 'element')
        if (element && isRecord(node.change)) this.checkChange(element, node.change, `${at}.change`)
        break
      }
      case 'select-tab': {
        const isTabbed = ({ kind }: BaseElement) => kind === 'tabbed-container'
        this.needElement(node.tabbedContainer, `${at}.tabbedContainer`, 'tabbed container', isTabbed)
        break
      }
      default:
    }
  }

  private checkChange(element: BaseElement, change: Record<string, unknown>, at: string): void {
    const { column, with: other, columns, to } = change
    const isOfControl = isRecord(columns) && columns.type === 'control'
    if (isOfControl) this.checkColumnsControl(columns.control, `${at}.columns.control`)
    const path = isRecord(columns) ? `${at}.columns.columns` : `${at}.columns`
    const listed: unknown = isRecord(columns) ? columns.columns : columns
    const list: unknown[] = Array.isArray(listed) ? listed : []
    const named = [
      [`${at}.column`, column] as const,
      [`${at}.with`, other] as const,
      ...list.map((id, index) => [`${path}[${index}]`, id] as const),
    ]
    const ids = new Set(columnsOf(element).map(({ id }) => id))
    for (const [place, id] of named) {
      this.need(ids.has(String(id)), place, id, `'${element.id}' has no column of this id.`)
    }
    if (!isRecord(to) || to.type !== 'grouping') return
    const groupings: unknown[] = Array.isArray(element.groupings) ? element.groupings : []
    const isThere = groupings.some((grouping) => isRecord(grouping) && grouping.id === to.groupingId)
    this.need(isThere, `${at}.to.groupingId`, to.groupingId, `'${element.id}' has no grouping of this id.`)
  }

  /** Only the values of list and segmented controls can be names of columns. A control that does not exist is reported by another check. */
  private checkColumnsControl(handle: unknown, at: string): void {
    const control = typeof handle === 'string' ? findControl(this.document, handle) : undefined
    const isList = control?.controlType === 'list' || control?.controlType === 'segmented'
    this.need(!control || isList, at, handle, 'Columns are named by list and segmented controls.')
  }

  private checkScope({ control, container, page, tab }: Record<string, unknown>, at: string): void {
    this.needControl(control, `${at}.control`)
    if (container !== undefined) {
      const element = this.needElement(container, `${at}.container`, 'container')
      const tabs: unknown[] = Array.isArray(element?.tabs) ? element.tabs : []
      const isThere = typeof tab !== 'number' || tab < tabs.length
      if (element && !isThere) this.missing(`${at}.tab`, String(tab), `'${element.id}' has no tab of this number.`)
    }
    this.needHolder(page, `${at}.page`)
  }

  private checkTarget({ type, page, element }: Record<string, unknown>, at: string): void {
    if (type === 'page') this.needHolder(page, `${at}.page`)
    if (type === 'element') this.needElement(element, `${at}.element`, 'element')
  }

  /** Actions cannot start from an item that opens a submenu. */
  private checkMenuItem(itemId: unknown, at: string): void {
    if (!this.host) return
    const isThere = leavesOf(contextMenuOf(this.host)).some(({ id }) => id === itemId)
    this.need(
      isThere,
      `${at}.itemId`,
      itemId,
      `The menu of '${this.host.id}' has no item of this id that starts actions.`,
    )
  }

  private checkOwnColumn(columnId: unknown, at: string): void {
    const { host } = this
    if (!host || !Array.isArray(host.columns)) return
    const isThere = columnsOf(host).some(({ id }) => id === columnId)
    this.need(isThere, at, columnId, `'${host.id}' has no column of this id.`)
  }

  private needControl(handle: unknown, at: string): void {
    this.need(this.handles.has(String(handle)), at, handle, 'No control has this controlId.')
  }

  private needHolder(id: unknown, at: string): void {
    this.need(this.holders.has(String(id)), at, id, 'No page has this id.')
  }

  private needElement(id: unknown, at: string, what: string, fits: (element: BaseElement) => boolean = () => true) {
    const found = typeof id === 'string' ? findElement(this.document, id) : undefined
    this.need(found !== undefined && fits(found), at, id, `No ${what} of the document has this id.`)
    return found
  }

  private need(isThere: boolean, at: string, name: unknown, hint: string): void {
    if (typeof name === 'string' && name !== '' && !isThere) this.missing(at, name, hint)
  }
}

/** Keys of `values` and `primaryKeys`, and the column of a match, must be columns of the table that is changed. */
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
