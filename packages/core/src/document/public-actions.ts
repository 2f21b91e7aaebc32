import type { BaseElement, WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { type ContextMenuItem, contextMenuOf } from './context-menu-items.ts'
import { isControl } from './lookups.ts'
import { branchesOf, isFork, leftOutEffect } from './sequences.ts'
import { errorFieldOf, messageTexts, type TextFormula, withTexts } from './text-formulas.ts'

/** Actions of a public embed: what of them its readers may run, and how they are handed out. */

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** What the embed shows, and actions may act on. */
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
 * The shown part of a document with the actions that its readers may run, as the server reads them: effects that need rights are left out. A
 * step has the same number here and in what readers are given.
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

/** The actions of an element or an overlay as readers are given them: without formulas, and without what conditions compare with. */
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
    const isAsked = fields.condition === undefined || canAsk(fields.condition, isComparable)
    if (effects.length === 0 || action.state === 'disabled' || !isAsked) return []
    const own = typeof action.id === 'string' ? { id: action.id } : {}
    if (effects.every(isLeftOut)) {
      // The reader who presses something for it is told. Nobody may ask for a condition on which nothing depends.
      const { condition: _, ...rest } = fields
      return untold.has(on) ? [] : [{ ...own, trigger: withFields(on, rest), effects }]
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

/** Triggers that are no press of the reader. */
const untold: ReadonlySet<unknown> = new Set(['on-change', 'on-close'])

function triggerFields(trigger: unknown): Fields & { on: unknown } {
  const { on = trigger, ...fields } = fieldsOf(trigger)
  return { ...fields, on }
}

const withFields = (on: unknown, fields: Fields): unknown => (Object.keys(fields).length > 0 ? { on, ...fields } : on)

function shownToast(action: Fields, field: 'successToast' | 'failureToast'): Fields {
  const { x: _, ...toast } = fieldsOf(action[field])
  return Object.keys(toast).length === 0 || toast.showMessage === 'hidden' ? {} : { [field]: toast }
}

/** A condition that the server can test with what a reader sends; a constant is compared with a known column or control. */
function canAsk(condition: unknown, isComparable: boolean): boolean {
  const { type } = fieldsOf(condition)
  return type === 'formula' || type === 'control' || type === 'column' || (type === 'constant' && isComparable)
}

const isLeftOut = ({ effect }: Fields): boolean => effect === leftOutEffect

/** The step that takes the place of one that readers cannot run; they are given the name of its effect and nothing else. */
const leftOut = ({ effect }: Fields): Fields => ({ effect: leftOutEffect, step: effect })

function shownEffects(effects: unknown, shown: Shown, isComparable: boolean): Fields[] {
  const all = Array.isArray(effects) ? effects.filter(isRecord) : []
  return all.map((effect) => {
    if (!isFork(effect)) return isInside(effect, shown) ? publicEffect(effect) : leftOut(effect)
    const branches = branchesOf(effect).map((branch) => ({
      ...branch,
      effects: shownEffects(branch.effects, shown, isComparable),
    }))
    const isAsked = branches.every(({ condition }) => condition === undefined || canAsk(condition, isComparable))
    // Nobody may ask for a condition on which nothing depends.
    if (!isAsked || branches.every((branch) => branch.effects.every(isLeftOut))) return leftOut(effect)
    const last = Array.isArray(effect.else) ? branches.pop() : undefined
    return { effect: effect.effect, branches, ...(last ? { else: last.effects } : {}) }
  })
}

/** Without notes of other systems, and of what is saved without the fields of messages. */
function publicEffect({ x: _, ...effect }: Fields): Fields {
  if (effect.effect !== 'notify-and-export') return effect
  const { name, destination, attachment } = effect
  return { effect: effect.effect, ...(name === undefined ? {} : { name }), destination, attachment }
}

/** Whether an effect needs nobody's rights: it stays inside the shown part, or leads out of it to an address or the page around the embed. */
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

/** A picture of one element that is saved, which is all that readers of a public embed may export. */
function isSavedPicture(destination: unknown, { format, target }: Fields, targets: ReadonlySet<string>): boolean {
  const { type, element } = fieldsOf(target)
  return destination === 'download' && format === 'png' && type === 'element' && targets.has(String(element))
}

/** The items of menus of cells and marks that start an action of the element which readers may run. */
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

/** What stands for a formula; the server knows the formula by its place. */
const mark = '~'

function markedAction({ successToast, failureToast, ...action }: Fields, controlIds: ReadonlySet<string>): Fields {
  const toasts = Object.entries({ successToast, failureToast }).flatMap(([name, toast]) =>
    isRecord(toast) ? [[name, withTexts(toast, messageTexts, (hole) => markedHole(hole, controlIds))] as const] : [],
  )
  return { ...(marked(action) as Fields), ...Object.fromEntries(toasts) }
}

/** A formula in a message; the value of a shown control and the error are known to the browser. */
function markedHole({ formula, format }: TextFormula, controlIds: ReadonlySet<string>): string {
  const [, control] = /^\[([^[\]/]+)\](?:\.(?:min|max|start|end))?$/.exec(formula) ?? []
  const isKnown = errorFieldOf(formula) !== undefined || (control !== undefined && controlIds.has(control))
  return `{{ ${isKnown ? formula : mark}${format === null ? '' : ` | ${format}`} }}`
}

/** A copy without formulas; a condition of any kind is one that the server is asked for. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  if (!isRecord(value)) return value
  if (value.type === 'formula') return { type: 'formula', formula: mark }
  if (value.type === 'formula-range') return { ...value, min: markedEnd(value.min), max: markedEnd(value.max) }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'condition' ? { type: 'formula', formula: mark } : marked(field),
    ]),
  )
}

/** An end that is left out is open. */
const markedEnd = (end: unknown): string => (typeof end === 'string' && end.trim() !== '' ? mark : '')
