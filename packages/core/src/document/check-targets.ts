import { isRecord } from './check-schema.ts'
import { type ElementContext, hasColumn, records, strings } from './element-context.ts'
import { findElement } from './lookups.ts'

export function checkNavigation(context: ElementContext): void {
  const { element } = context
  const holders = [...context.document.pages, ...context.document.overlays]
  const page = (id: unknown, path: string) => {
    if (typeof id === 'string' && !holders.some((holder) => holder.id === id)) {
      context.notFound(path, id, 'No page has this id.')
    }
  }
  const items = (list: unknown, path: string): void => {
    for (const [index, item] of records(list)) {
      const at = `${path}[${index}]`
      if (isRecord(item.destination)) {
        const { pageId, elementId } = item.destination
        page(pageId, `${at}.destination.pageId`)
        if (typeof elementId === 'string' && !findElement(context.document, elementId)) {
          context.notFound(`${at}.destination.elementId`, elementId, 'No element of the document has this id.')
        }
      }
      items(item.submenu, `${at}.submenu`)
    }
  }
  items(element.options, 'options')
  if (isRecord(element.pageLabels)) {
    for (const id of Object.keys(element.pageLabels)) page(id, `pageLabels.${id}`)
  }
}

/** A column entry names the key of an element entry; its columns must belong to that element. */
export function checkPlugin(context: ElementContext): void {
  const { config } = context.element
  if (!isRecord(config)) return
  for (const [name, entry] of Object.entries(config)) {
    if (!isRecord(entry)) continue
    const path = `config.${name}`
    if (entry.kind === 'element' && typeof entry.elementId === 'string') {
      if (!findElement(context.document, entry.elementId)) context.notFound(`${path}.elementId`, entry.elementId)
    }
    if (entry.kind === 'control' && typeof entry.controlId === 'string') {
      const isThere = Object.values(context.document.elements).some(({ controlId }) => controlId === entry.controlId)
      if (!isThere) context.notFound(`${path}.controlId`, entry.controlId)
    }
    if (entry.kind !== 'column') continue
    const holder = typeof entry.source === 'string' && Object.hasOwn(config, entry.source) ? config[entry.source] : null
    const source =
      isRecord(holder) && typeof holder.elementId === 'string' ? findElement(context.document, holder.elementId) : null
    if (!source) continue
    if (entry.columnId !== undefined && !hasColumn(source, entry.columnId)) {
      context.notFound(`${path}.columnId`, entry.columnId)
    }
    for (const [index, id] of strings(entry.columnIds)) {
      if (!hasColumn(source, id)) context.notFound(`${path}.columnIds[${index}]`, id)
    }
  }
}

export function checkChat(context: ElementContext): void {
  const { agentId } = context.element
  const agents = context.document.agents ?? []
  if (typeof agentId !== 'string' || agents.some((agent) => isRecord(agent) && agent.id === agentId)) return
  context.notFound('agentId', agentId, 'No agent of the document has this id.')
}
