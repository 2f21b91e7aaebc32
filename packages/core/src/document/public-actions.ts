import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { type ContextMenuItem, contextMenuOf } from './context-menu-items.ts'
import { isControl } from './lookups.ts'
import { branchesOf, isFork, leftOutEffect } from './sequences.ts'
import { addressTexts, errorFieldOf, messageTexts, type TextFormula, withTexts } from './text-formulas.ts'

/** The actions of a public embed: which of them readers may run, and in which form the browser receives them. */

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** The parts of the document that the embed shows, which actions may act on. */
interface Shown {
  /** Ids of elements, pages and overlays. */
  targets: ReadonlySet<string>
  controlIds: ReadonlySet<string>
}

const shownIn = ({ elements, overlays, pages }: WorkbookDocument): Shown => ({
  targets: new Set([...Object.keys(elements), ...[...pages, ...overlays].map(({ id }) => id)]),
  controlIds: new Set(Object.values(elements).flatMap((each) => (isControl(each) ? [each.controlId] : []))),
})

/**
 * The document with the actions that readers of a public embed may run, for the server. Effects that need a right are replaced by
 * placeholders, so that a step has the same number here and in the document of the browser.
 */
export function withShownActions(document: WorkbookDocument): WorkbookDocument {
  const shown = shownIn(document)
  const elements = Object.entries(document.elements).map(([id, element]) => [
    id,
    { ...element, actions: shownActions(element.actions, shown, isControl(element)) },
  ])
  return {
    ...document,
    elements: Object.fromEntries(elements) as WorkbookDocument['elements'],
    overlays: document.overlays.map((overlay) => ({
      ...overlay,
      actions: shownActions(overlay.actions, shown, false),
    })),
  }
}

/** The actions of an element or an overlay in the form for the browser: without formulas, and without the operands of conditions. */
export function publicActions(
  actions: unknown,
  document: WorkbookDocument,
  { isOfControl = false } = {},
): { actions?: Fields[] } {
  const own = shownActions(actions, shownIn(document), isOfControl)
  const { controlIds } = shownIn(document)
  return own.length > 0 ? { actions: own.map((action) => markedAction(action, controlIds)) } : {}
}

function shownActions(actions: unknown, shown: Shown, isOfControl: boolean): Fields[] {
  const all = Array.isArray(actions) ? actions.filter(isRecord) : []
  return all.flatMap((action) => {
    const { on, ...fields } = triggerFields(action.trigger)
    const isComparable = isOfControl || typeof fields.columnId === 'string'
    const effects = shownEffects(action.effects, shown, isComparable)
    const isEvaluable = fields.condition === undefined || canEvaluate(fields.condition, isComparable)
    if (effects.length === 0 || action.state === 'disabled' || !isEvaluable) return []
    const own = typeof action.id === 'string' ? { id: action.id } : {}
    if (effects.every(isLeftOut)) {
      // The reader who clicked sees a message that the action cannot run. Its condition is removed: it must not be testable if nothing
      // depends on it.
      const { condition: _, ...rest } = fields
      return withoutMessage.has(on) ? [] : [{ ...own, trigger: withFields(on, rest), effects }]
    }
    const onFailure = shownEffects(action.onFailure, shown, isComparable)
    return [
      {
        ...own,
        trigger: action.trigger,
        effects,
        ...(onFailure.length > 0 ? { onFailure } : {}),
        ...shownToast(action, 'successToast'),
        ...shownToast(action, 'failureToast'),
      },
    ]
  })
}

/** Triggers that are not a click of the reader, so no message is shown. */
const withoutMessage: ReadonlySet<unknown> = new Set(['on-change', 'on-close'])

function triggerFields(trigger: unknown): Fields & { on: unknown } {
  const { on = trigger, ...fields } = fieldsOf(trigger)
  return { ...fields, on }
}

const withFields = (on: unknown, fields: Fields): unknown => (Object.keys(fields).length > 0 ? { on, ...fields } : on)

function shownToast(action: Fields, field: 'successToast' | 'failureToast'): Fields {
  const { x: _, ...toast } = fieldsOf(action[field])
  return Object.keys(toast).length === 0 || toast.showMessage === 'hidden' ? {} : { [field]: toast }
}

/**
 * Whether the server can evaluate the condition with the values that a reader sends; a constant needs a known column or control to compare
 * with.
 */
function canEvaluate(condition: unknown, isComparable: boolean): boolean {
  const { type } = fieldsOf(condition)
  return type === 'formula' || type === 'control' || type === 'column' || (type === 'constant' && isComparable)
}

const isLeftOut = ({ effect }: Fields): boolean => effect === leftOutEffect

/** The placeholder for a step that readers cannot run: it contains only the name of the effect. */
const leftOut = ({ effect }: Fields): Fields => ({ effect: leftOutEffect, step: effect })

function shownEffects(effects: unknown, shown: Shown, isComparable: boolean): Fields[] {
  const all = Array.isArray(effects) ? effects.filter(isRecord) : []
  return all.map((effect) => {
    if (!isFork(effect)) return isInside(effect, shown) ? publicEffect(effect) : leftOut(effect)
    const branches = branchesOf(effect).map((branch) => ({
      ...branch,
      effects: shownEffects(branch.effects, shown, isComparable),
    }))
    const isEvaluable = branches.every(
      ({ condition }) => condition === undefined || canEvaluate(condition, isComparable),
    )
    // A condition must not be testable if nothing depends on it.
    if (!isEvaluable || branches.every((branch) => branch.effects.every(isLeftOut))) return leftOut(effect)
    const last = Array.isArray(effect.else) ? branches.pop() : undefined
    return { effect: effect.effect, branches, ...(last ? { else: last.effects } : {}) }
  })
}

/** The effect without `x`. An export that readers may run is a download, so the fields of messages are removed. */
function publicEffect({ x: _, ...effect }: Fields): Fields {
  if (effect.effect !== 'notify-and-export') return effect
  const { name, destination, attachment } = effect
  return { effect: effect.effect, ...(name === undefined ? {} : { name }), destination, attachment }
}

/** Whether an effect needs no right: it acts only on the shown part, opens an address, or sends an event to the host page. */
function isInside(effect: Fields, { targets, controlIds }: Shown): boolean {
  const isShown = (id: unknown) => id === undefined || targets.has(String(id))
  const { attachment, control, overlayId, scope, tabbedContainer, value } = effect
  const target = fieldsOf(effect.target)
  switch (effect.effect) {
    case 'navigate':
    case 'open-overlay':
    case 'close-overlay':
    case 'select-tab':
    case 'refresh-element':
      return [overlayId, tabbedContainer, target.page, target.element].every(isShown)
    case 'set-control-value':
      return controlIds.has(String(control)) && isShownValue(value, controlIds)
    case 'open-url':
      return true
    case 'generate-iframe-event':
      return Object.values(fieldsOf(effect.values)).every((each) => isShownValue(each, controlIds))
    case 'clear-control': {
      const { type, control: one, container, page } = fieldsOf(scope)
      return type === 'control' ? controlIds.has(String(one)) : [container, page].every(isShown)
    }
    case 'notify-and-export':
      return isSavedPicture(effect.destination, fieldsOf(attachment), targets)
    default:
      return false
  }
}

function isShownValue(value: unknown, controlIds: ReadonlySet<string>): boolean {
  const { type, control } = fieldsOf(value)
  return type === 'control' ? controlIds.has(String(control)) : type !== 'agent-input'
}

/** Whether an export is a PNG download of one shown element, the only export that readers of a public embed may run. */
function isSavedPicture(destination: unknown, { format, target }: Fields, targets: ReadonlySet<string>): boolean {
  const { type, element } = fieldsOf(target)
  return destination === 'download' && format === 'png' && type === 'element' && targets.has(String(element))
}

/** The items of the context menu that start one of the given actions, with their parents. */
export function publicMenu(element: BaseElement, actions: readonly Fields[] = []): { contextMenu?: ContextMenuItem[] } {
  const started = new Set(actions.map(({ trigger }) => fieldsOf(trigger).itemId))
  const kept = (items: readonly ContextMenuItem[]): ContextMenuItem[] =>
    items.flatMap(({ items: inner, ...item }) => {
      if (!inner) return started.has(item.id) ? [item] : []
      const left = kept(inner)
      return left.length > 0 ? [{ ...item, items: left }] : []
    })
  const contextMenu = kept(contextMenuOf(element))
  return contextMenu.length > 0 ? { contextMenu } : {}
}

/** Replaces every formula; the server finds the formula by its path. */
const mark = '~'

function markedAction({ successToast, failureToast, ...action }: Fields, controlIds: ReadonlySet<string>): Fields {
  const toasts = Object.entries({ successToast, failureToast }).flatMap(([name, toast]) =>
    isRecord(toast) ? [[name, withTexts(toast, messageTexts, (hole) => markedHole(hole, controlIds))] as const] : [],
  )
  return { ...(marked(action, controlIds) as Fields), ...Object.fromEntries(toasts) }
}

/** The hole of a formula in a message or an address. Values of shown controls and fields of the error are kept, because the browser knows them. */
function markedHole({ formula, format }: TextFormula, controlIds: ReadonlySet<string>): string {
  const [, control] = /^\[([^[\]/]+)\](?:\.(?:min|max|start|end))?$/.exec(formula) ?? []
  const isKnown = errorFieldOf(formula) !== undefined || (control !== undefined && controlIds.has(control))
  return `{{ ${isKnown ? formula : mark}${format === null ? '' : ` | ${format}`} }}`
}

/** A copy without formulas. Conditions of any kind become formulas, which the server evaluates. */
function marked(value: unknown, controlIds: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, controlIds))
  if (!isRecord(value)) return value
  if (value.type === 'formula') return { type: 'formula', formula: mark }
  if (value.type === 'formula-range') return { ...value, min: markedEnd(value.min), max: markedEnd(value.max) }
  if (value.effect === 'open-url') return withTexts(value, addressTexts, (hole) => markedHole(hole, controlIds))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'condition' ? { type: 'formula', formula: mark } : marked(field, controlIds),
    ]),
  )
}

/** An end without a formula is open. */
const markedEnd = (end: unknown): string => (typeof end === 'string' && end.trim() !== '' ? mark : '')
