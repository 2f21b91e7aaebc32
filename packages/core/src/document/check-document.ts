import type { WorkbookDocument } from './api.ts'
import { checkEffects, type Missing } from './check-actions.ts'
import { checkControl, checkControlIds } from './check-controls.ts'
import { nestedPopovers } from './check-nesting.ts'
import { checkSchema, isRecord, type SchemaNode } from './check-schema.ts'
import { checkSource, sourceElementIds } from './check-sources.ts'
import { checkInputTable, checkLists, checkPivot, checkTable } from './check-tables.ts'
import { checkChat, checkNavigation, checkPlugin } from './check-targets.ts'
import { controlIdsOf, placeholderPath } from './control-placeholders.ts'
import { type DocumentPaths, ElementContext, hasFolder, records } from './element-context.ts'
import { Agent } from './elements/actions.ts'
import { axisUses } from './elements/channels.ts'
import type { ColumnUse } from './elements/define.ts'
import { elementKinds, isModelled, knownFields } from './elements/index.ts'
import { findElement } from './lookups.ts'
import { elementName } from './names.ts'
import { type Findings, noFindings } from './problems.ts'

/**
 * Every check of a document that needs no catalogue: the shape of modelled kinds, ids, references, sort levels, channels and circles, also
 * of elements that are on no page. `checkLayout` checks the layout.
 */
export function checkDocument(document: WorkbookDocument, paths: DocumentPaths): Findings {
  const findings = noFindings()
  for (const element of Object.values(document.elements)) {
    const path = paths.element(element.id)
    const entry = elementKinds.get(element.kind)
    if (entry?.schema) checkSchema(entry.schema as SchemaNode, element, path, knownFields, findings)
    if (!entry) {
      findings.warnings.push({
        path: `${path}.kind`,
        message: `Unknown kind "${element.kind}" is kept as it is and not drawn`,
      })
    } else if (document.kind === 'data-model' && element.kind !== 'table' && element.kind !== 'control') {
      findings.problems.push({
        path: `${path}.kind`,
        message: `Invalid kind: "${element.kind}"`,
        hint: 'A data model holds tables and controls only.',
      })
    }
    checkElement(new ElementContext(document, element, path, findings))
  }
  checkHolders(document, paths, findings)
  for (const { elementId, path, overlayId } of nestedPopovers(document)) {
    findings.problems.push({
      path: `${paths.element(elementId)}.${path}`,
      message: `A popover cannot be nested in another popover: '${overlayId}'`,
      hint: 'Open a modal or a drawer from here, or put the button on a page or a modal.',
    })
  }
  checkAgents(document, paths, findings)
  warnOfPlaceholders(document, paths, findings)
  checkControlIds(document, paths, findings)
  checkCircles(document, paths, findings)
  return findings
}

/** The checks of one element beyond its shape. */
function checkElement(context: ElementContext): void {
  const { element } = context
  if (isRecord(element.source) && element.kind !== 'control') checkSource(context, element.source, 'source')
  if (!isModelled(element.kind)) return
  checkIds(context)
  for (const [index, filter] of records(element.filters)) {
    if (element.kind === 'control') continue
    if (filter.kind === 'hierarchy' && hasFolder(element, filter.columnId)) continue
    context.ownColumn(filter.columnId, `filters[${index}].columnId`)
  }
  if (element.kind !== 'control') checkLists(context)
  if (element.kind === 'table') checkTable(context)
  if (element.kind === 'control') checkControl(context)
  if (element.kind === 'pivot-table') checkPivot(context)
  if (element.kind === 'input-table') checkInputTable(context)
  if (element.kind === 'navigation') checkNavigation(context)
  if (element.kind === 'plugin') checkPlugin(context)
  if (element.kind === 'chat') checkChat(context)
  checkChannels(context)
  const missing: Missing = (path, name, hint) => context.notFound(path, name, hint)
  checkEffects(context.document, element.actions, 'actions', missing, element)
}

/** Column, filter, grouping, metric, relationship, folder and security ids, each list in its own scope. */
function checkIds(context: ElementContext): void {
  const { element } = context
  for (const list of [
    'columns',
    'filters',
    'groupings',
    'metrics',
    'relationships',
    'folders',
    'columnSecurities',
    'actions',
  ]) {
    if (element.kind === 'control') return
    const seen = new Set<unknown>(list === 'groupings' || list === 'folders' ? context.columnIds : [])
    for (const [index, entry] of records(element[list])) {
      if (typeof entry.id !== 'string') continue
      if (seen.has(entry.id)) context.problem(`${list}[${index}].id`, 'Duplicate id', `"${entry.id}" is used twice.`)
      seen.add(entry.id)
    }
  }
}

function checkChannels(context: ElementContext): void {
  const { element } = context
  const uses = elementKinds.get(element.kind)?.channels?.(element) ?? []
  const seen = new Map<string, ColumnUse>()
  for (const use of uses) {
    if (typeof use.columnId !== 'string') continue
    context.ownColumn(use.columnId, use.path)
    const first = seen.get(use.columnId)
    if (first) {
      context.problem(
        use.path,
        `Column '${use.columnId}' is referenced from both '${first.path}' and '${use.path}'`,
        'For a second use add a column with the same formula.',
      )
    }
    seen.set(use.columnId, use)
  }
  const primary = new Set(axisUses(element, 'yAxis').map(({ columnId }) => columnId))
  for (const { path, columnId } of axisUses(element, 'yAxis2')) {
    if (!primary.has(columnId)) context.problem(path, `'${String(columnId)}' is not listed on yAxis.columnIds`)
  }
  for (const channel of ['xAxis', 'color']) {
    const holder = element[channel]
    if (isRecord(holder) && isRecord(holder.sort) && holder.sort.by !== 'row-count') {
      context.ownColumn(holder.sort.by, `${channel}.sort.by`)
    }
  }
}

/** Checks the targets of the actions of overlays. */
function checkHolders(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  for (const holder of document.overlays) {
    const path = paths.holder?.(holder.id) ?? `overlays[#${holder.id}]`
    checkEffects(document, holder.actions, `${path}.actions`, (at, name, hint) =>
      findings.problems.push({ path: at, message: `Dependency not found: '${name}'`, hint }),
    )
  }
}

function warnOfPlaceholders(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const controlIds = controlIdsOf(document)
  for (const element of Object.values(document.elements)) {
    const path = placeholderPath(element, controlIds)
    if (path === null) continue
    findings.warnings.push({
      path: `${paths.element(element.id)}.${path}`,
      message: 'The form {{control-id}} is deprecated in images and embeds; it is stored as {{[control-id]}}',
      hint: 'Write the id of the control in square brackets: {{[control-id]}}.',
    })
  }
}

function checkAgents(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const root = paths.agents ?? 'agents'
  const missing: Missing = (path, name, hint) =>
    findings.problems.push({ path, message: `Dependency not found: '${name}'`, hint })
  const seen = new Set<unknown>()
  for (const [index, agent] of (document.agents ?? []).entries()) {
    const path = `${root}[${index}]`
    checkSchema(Agent as SchemaNode, agent, path, knownFields, findings)
    if (!isRecord(agent)) continue
    if (typeof agent.id === 'string' && seen.has(agent.id)) {
      findings.problems.push({ path: `${path}.id`, message: 'Duplicate id', hint: `"${agent.id}" is used twice.` })
    }
    seen.add(agent.id)
    for (const [position, source] of records(agent.dataSources)) {
      if (typeof source.elementId === 'string' && !findElement(document, source.elementId)) {
        missing(
          `${path}.dataSources[${position}].elementId`,
          source.elementId,
          'No element of the document has this id.',
        )
      }
    }
    checkEffects(document, agent.tools, `${path}.tools`, missing)
  }
}

/** Reports elements that read each other in a circle, each circle once and with its full path. */
function checkCircles(document: WorkbookDocument, paths: DocumentPaths, findings: Findings): void {
  const done = new Set<string>()
  const visit = (id: string, trail: readonly string[]): void => {
    const start = trail.indexOf(id)
    if (start >= 0) {
      const circle = [...trail.slice(start), id].map((member) => {
        const element = findElement(document, member)
        return (element && elementName(element)) ?? member
      })
      findings.problems.push({
        path: `${paths.element(id)}.source`,
        message: `Circular element reference: ${circle.join(' -> ')}`,
        hint: 'An element cannot read itself, directly or through others.',
      })
      return
    }
    if (done.has(id)) return
    done.add(id)
    const element = findElement(document, id)
    for (const next of element ? sourceElementIds(element.source) : []) {
      if (findElement(document, next)) visit(next, [...trail, id])
    }
  }
  for (const { id } of Object.values(document.elements)) visit(id, [])
}
