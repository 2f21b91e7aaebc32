import type { BaseElement, WorkbookDocument } from '../api.ts'
import { gridsIn } from '../arrange/grids.ts'
import { findNode } from '../arrange/index.ts'
import { isRecord } from '../check-schema.ts'
import { sourceElementIds } from '../check-sources.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { layoutNodes } from '../layout.ts'
import { findElement, isControl } from '../lookups.ts'
import { isFork } from '../sequences.ts'
import { editsBetween } from './change-element.ts'

/** The given elements with everything inside them, each once. */
export function withContents(document: WorkbookDocument, elementIds: readonly string[]): string[] {
  const inside = elementIds.flatMap((id) => {
    const node = findNode(document.layout, id)?.node
    return [
      id,
      ...(node
        ? gridsIn(node)
            .flatMap(layoutNodes)
            .map(({ elementId }) => elementId)
        : []),
    ]
  })
  return [...new Set(inside)]
}

/** Elements that read one of the given ones, directly or through others, without the given ones themselves. */
export function readersOf(document: WorkbookDocument, elementIds: readonly string[]): string[] {
  const read = new Set(elementIds)
  const readers: string[] = []
  const all = Object.values(document.elements)
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const { id, source } of all) {
      if (read.has(id) || !sourceElementIds(source).some((each) => read.has(each))) continue
      read.add(id)
      readers.push(id)
      isMore = true
    }
  }
  return readers
}

/**
 * Removes elements with their content and with every reference to them: targets and values of controls, synced copies of a control, effects
 * of actions, entries and labels of a navigation. Formulas that refer to them are kept as text. Elements that read them are removed too;
 * `readersOf` returns those beforehand.
 */
export function removeElements(document: WorkbookDocument, elementIds: readonly string[]): DocumentEdit[] {
  const named = withContents(document, elementIds)
  const going = new Set([...named, ...readersOf(document, named)])
  for (const element of Object.values(document.elements)) {
    if (needsSource(element) && going.has(sourceElementOf(element) ?? '')) going.add(element.id)
  }
  const controlIds = new Set<string>()
  for (const id of going) {
    const element = findElement(document, id)
    if (element && isControl(element) && element.controlType !== 'synced') controlIds.add(element.controlId)
  }
  for (const element of Object.values(document.elements)) {
    if (isControl(element) && controlIds.has(element.controlId)) going.add(element.id)
  }
  // Content is removed first, so that nothing falls out of a container.
  const order = [...going].sort((a, b) => depthOf(document, b) - depthOf(document, a))
  const removed = applyEdits(
    document,
    order.map((id): DocumentEdit => ({ op: 'remove', at: ['elements'], id })),
  ).document
  return editsBetween(
    document,
    withoutPointers(removed, {
      ...nothingGone,
      element: (id) => going.has(id),
      control: (id) => controlIds.has(id) || going.has(id),
    }),
  )
}

function depthOf(document: WorkbookDocument, elementId: string): number {
  return findNode(document.layout, elementId)?.containers.length ?? 0
}

/** What no longer exists: elements by id, controls by handle, pages, overlays and panels by id, tabs by their place in a container. */
export interface Gone {
  element: (id: string) => boolean
  control: (controlId: string) => boolean
  holder: (id: string) => boolean
  tab: (containerId: string, index: number) => boolean
}

export const nothingGone: Gone = {
  element: () => false,
  control: () => false,
  holder: () => false,
  tab: () => false,
}

/** The document without references to removed objects. */
export function withoutPointers(document: WorkbookDocument, gone: Gone): WorkbookDocument {
  const elements = Object.fromEntries(
    Object.entries(document.elements).map(([id, element]) => [id, cleaned(element, gone)]),
  )
  const overlays = document.overlays.map((overlay) => {
    const actions = cleanedActions(overlay.actions, gone)
    return actions === overlay.actions ? overlay : { ...overlay, actions }
  })
  const next = { ...document, elements, overlays }
  return document.agents ? { ...next, agents: document.agents.map((agent) => cleanedAgent(agent, gone)) } : next
}

/** An agent without data sources and tool steps that were removed. */
function cleanedAgent(agent: unknown, gone: Gone): unknown {
  if (!isRecord(agent)) return agent
  const dataSources = without(agent.dataSources, ({ elementId }) => isGone(elementId, gone.element))
  const tools = !Array.isArray(agent.tools)
    ? agent.tools
    : agent.tools.map((tool: unknown) =>
        isRecord(tool) && Array.isArray(tool.steps)
          ? { ...tool, steps: tool.steps.filter((step: unknown) => !pointsAtGone(step, gone)) }
          : tool,
      )
  return present({ ...agent, dataSources, tools })
}

/** One element without its references to removed objects. */
export function cleaned(element: BaseElement, gone: Gone): BaseElement {
  const changes: Record<string, unknown> = {}
  const change = (field: string, value: unknown) => {
    if (value !== element[field]) changes[field] = value
  }
  if (element.kind === 'control') {
    change(
      'filters',
      without(element.filters, ({ source }) => isRecord(source) && isGone(source.elementId, gone.element)),
    )
    change(
      'targets',
      without(element.targets, ({ source }) => isRecord(source) && isGone(source.elementId, gone.element)),
    )
    if (!needsSource(element) && isGone(sourceElementOf(element), gone.element)) changes.source = undefined
  }
  change('actions', cleanedActions(element.actions, gone))
  if (element.kind === 'input-table') change('columns', cleanedColumns(element.columns, gone))
  if (element.kind === 'navigation') {
    change('options', cleanedOptions(element.options, gone))
    change('pageLabels', withoutKeys(element.pageLabels, gone.holder))
  }
  if (element.kind === 'plugin') change('config', cleanedConfig(element.config, gone))
  if (Object.keys(changes).length === 0) return element
  const { id, kind } = element
  return { ...present({ ...element, ...changes }), id, kind }
}

/** Levels of a drill and categories of a legend come from a source; without it such a control is invalid. */
function needsSource(element: BaseElement): boolean {
  return element.kind === 'control' && (element.controlType === 'drill' || element.controlType === 'legend')
}

/** The element that a control takes its values from. */
function sourceElementOf({ source }: BaseElement): string | undefined {
  const inner = isRecord(source) && isRecord(source.source) ? source.source.elementId : undefined
  return typeof inner === 'string' ? inner : undefined
}

/** The record without empty fields. */
function present(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

function isGone(value: unknown, isOut: (id: string) => boolean): boolean {
  return typeof value === 'string' && isOut(value)
}

/** The list without some entries; the same list when there are none to remove. */
function without(list: unknown, isOut: (entry: Record<string, unknown>) => boolean): unknown {
  if (!Array.isArray(list)) return list
  const kept = list.filter((entry) => !isRecord(entry) || !isOut(entry))
  return kept.length === list.length ? list : kept
}

/** The record without some keys; the same record when there are none to remove. */
function withoutKeys(record: unknown, isOut: (key: string) => boolean): unknown {
  if (!isRecord(record)) return record
  const kept = Object.entries(record).filter(([key]) => !isOut(key))
  return kept.length === Object.keys(record).length ? record : Object.fromEntries(kept)
}

/** The record without some entries; the same record when there are none to remove. */
function withoutEntries(record: unknown, isOut: (entry: Record<string, unknown>) => boolean): unknown {
  if (!isRecord(record)) return record
  const entries = Object.entries(record)
  const kept = entries.filter(([, entry]) => !isRecord(entry) || !isOut(entry))
  return kept.length === entries.length ? record : Object.fromEntries(kept)
}

/** Actions without effects on removed objects; one without remaining effects, or whose condition needs such an object, is removed. */
function cleanedActions(actions: unknown, gone: Gone): unknown {
  if (!Array.isArray(actions)) return actions
  let isChanged = false
  const kept = actions.flatMap((action: unknown) => {
    if (!isRecord(action) || !Array.isArray(action.effects)) return [action]
    // Without its condition the action would always run.
    if (isRecord(action.trigger) && pointsAtGone(action.trigger.condition, gone)) {
      isChanged = true
      return []
    }
    const effects = cleanedEffects(action.effects, gone)
    const onFailure = cleanedEffects(action.onFailure, gone)
    if (effects === action.effects && onFailure === action.onFailure) return [action]
    isChanged = true
    return isEmpty(effects) ? [] : [{ ...action, effects, ...(onFailure === undefined ? {} : { onFailure }) }]
  })
  return isChanged ? kept : actions
}

const isEmpty = (list: unknown): boolean => !Array.isArray(list) || list.length === 0

/** Effects without those on removed objects; the same list when there are none. An if whose conditions need one of them is removed. */
function cleanedEffects(effects: unknown, gone: Gone): unknown {
  if (!Array.isArray(effects)) return effects
  const before: unknown[] = effects
  const left = before.map((effect) => cleanedEffect(effect, gone)).filter((effect) => effect !== undefined)
  return left.length === before.length && left.every((effect, at) => effect === before[at]) ? effects : left
}

function cleanedEffect(effect: unknown, gone: Gone): unknown {
  if (!isRecord(effect) || !isFork(effect)) {
    const left = withoutGoneControls(effect, gone)
    return pointsAtGone(left, gone) ? undefined : left
  }
  const before: unknown[] = Array.isArray(effect.branches) ? effect.branches : []
  if (before.some((branch) => isRecord(branch) && pointsAtGone(branch.condition, gone))) return undefined
  const branches = before.map((branch) => {
    if (!isRecord(branch)) return branch
    const effects = cleanedEffects(branch.effects, gone)
    return effects === branch.effects ? branch : { ...branch, effects }
  })
  const otherwise = cleanedEffects(effect.else, gone)
  if (otherwise === effect.else && branches.every((branch, at) => branch === before[at])) return effect
  const isLeft = !isEmpty(otherwise) || branches.some((branch) => isRecord(branch) && !isEmpty(branch.effects))
  return isLeft ? { ...effect, branches, ...(otherwise === undefined ? {} : { else: otherwise }) } : undefined
}

/** The effect without the control values that it would pass on from removed controls. */
function withoutGoneControls(effect: unknown, gone: Gone): unknown {
  if (!isRecord(effect)) return effect
  const targetControls = withoutEntries(effect.targetControls, (value) => pointsAtGone(value, gone))
  return targetControls === effect.targetControls ? effect : { ...effect, targetControls }
}

/** Effects name elements, controls, pages and overlays under these fields, at any depth. */
function pointsAtGone(value: unknown, gone: Gone): boolean {
  if (Array.isArray(value)) return value.some((inner) => pointsAtGone(inner, gone))
  if (!isRecord(value)) return false
  const { element, table, tabbedContainer, container, control, page, overlayId } = value
  return (
    [element, table, tabbedContainer, container].some((id) => isGone(id, gone.element)) ||
    isGone(control, gone.control) ||
    [page, overlayId].some((id) => isGone(id, gone.holder)) ||
    isGoneTab(tabOf(value), gone) ||
    Object.values(value).some((inner) => pointsAtGone(inner, gone))
  )
}

export interface TabTarget {
  containerId: string
  index: number
}

/** The tab that an effect selects, or the tab whose controls a scope clears. */
export function tabOf({ tabbedContainer, selectedTab, container, tab }: Record<string, unknown>): TabTarget | null {
  const index = isRecord(selectedTab) ? selectedTab.index : tab
  const containerId = tabbedContainer ?? container
  return typeof containerId === 'string' && typeof index === 'number' ? { containerId, index } : null
}

const isGoneTab = (target: TabTarget | null, gone: Gone): boolean =>
  target !== null && gone.tab(target.containerId, target.index)

/** Columns of an input table that offer values of a removed element offer none. */
function cleanedColumns(columns: unknown, gone: Gone): unknown {
  if (!Array.isArray(columns)) return columns
  const isOut = (column: unknown) =>
    isRecord(column) && isRecord(column.valuesFrom) && isGone(column.valuesFrom.element, gone.element)
  if (!columns.some(isOut)) return columns
  return columns.map((column: unknown) =>
    isRecord(column) && isOut(column) ? present({ ...column, valuesFrom: undefined }) : column,
  )
}

function cleanedOptions(options: unknown, gone: Gone): unknown {
  if (!Array.isArray(options)) return options
  let isChanged = false
  const next = options.map((option: unknown) => {
    if (!isRecord(option)) return option
    const { destination, submenu } = option
    const isOut =
      isRecord(destination) && (isGone(destination.elementId, gone.element) || isGone(destination.pageId, gone.holder))
    const inner = cleanedOptions(submenu, gone)
    if (!isOut && inner === submenu) return option
    isChanged = true
    return {
      ...option,
      ...(isOut ? { destination: { type: 'none' } } : {}),
      ...(inner === submenu ? {} : { submenu: inner }),
    }
  })
  return isChanged ? next : options
}

/** Settings of a plugin without removed elements and controls, and without columns of a removed element. */
function cleanedConfig(config: unknown, gone: Gone): unknown {
  const left = withoutEntries(
    config,
    ({ elementId, controlId }) => isGone(elementId, gone.element) || isGone(controlId, gone.control),
  )
  if (!isRecord(left)) return left
  return withoutEntries(
    left,
    ({ kind, source }) => kind === 'column' && !(typeof source === 'string' && source in left),
  )
}
