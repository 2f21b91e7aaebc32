import type { WorkbookDocument } from './api.ts'
import { isRecord } from './check-schema.ts'
import { isControl } from './lookups.ts'
import { branchesOf, isFork } from './sequences.ts'

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
 * The shown part of a document with the actions that its readers may run, as the server reads them: only effects that stay inside the part. A
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
  return own.length > 0 ? { actions: own.map((action) => marked(action) as Fields) } : {}
}

function shownActions(actions: unknown, shown: Shown, isOfControl: boolean): Fields[] {
  const all = Array.isArray(actions) ? actions.filter(isRecord) : []
  return all.flatMap(({ id, trigger, state, effects }) => {
    const { itemId, columnId, condition } = fieldsOf(trigger)
    const isComparable = isOfControl || typeof columnId === 'string'
    const own = shownEffects(effects, shown, isComparable)
    // The items that authors add to menus are not shown.
    const isStarted = itemId === undefined && (condition === undefined || canAsk(condition, isComparable))
    if (own.length === 0 || state === 'disabled' || !isStarted) return []
    return [{ ...(typeof id === 'string' ? { id } : {}), trigger, effects: own }]
  })
}

/** A condition that the server can test with what a reader sends; a constant is compared with a known column or control. */
function canAsk(condition: unknown, isComparable: boolean): boolean {
  const { type } = fieldsOf(condition)
  return type === 'formula' || type === 'control' || type === 'column' || (type === 'constant' && isComparable)
}

function shownEffects(effects: unknown, shown: Shown, isComparable: boolean): Fields[] {
  const all = Array.isArray(effects) ? effects.filter(isRecord) : []
  return all.flatMap((effect) => {
    if (!isFork(effect)) return isInside(effect, shown) ? [publicEffect(effect)] : []
    const branches = branchesOf(effect).map((branch) => ({
      ...branch,
      effects: shownEffects(branch.effects, shown, isComparable),
    }))
    const isAsked = branches.every(({ condition }) => condition === undefined || canAsk(condition, isComparable))
    // A branch without effects stays, since those after it do not run where its condition holds.
    if (!isAsked || branches.every((branch) => branch.effects.length === 0)) return []
    const last = Array.isArray(effect.else) ? branches.pop() : undefined
    return [{ effect: effect.effect, branches, ...(last ? { else: last.effects } : {}) }]
  })
}

/** Without notes of other systems, and of what is saved without the fields of messages. */
function publicEffect({ x: _, ...effect }: Fields): Fields {
  if (effect.effect !== 'notify-and-export') return effect
  const { name, destination, attachment } = effect
  return { effect: effect.effect, ...(name === undefined ? {} : { name }), destination, attachment }
}

/** Whether an effect stays inside the shown part. */
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

/** What stands for a formula; the server knows the formula by its place. */
const mark = '~'

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
