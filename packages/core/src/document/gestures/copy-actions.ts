import type { WorkbookDocument } from '../api.ts'
import { checkEffects } from '../check-actions.ts'
import { isRecord } from '../check-schema.ts'
import { columnsOf, findElement, isControl } from '../lookups.ts'
import { columnNames } from '../names.ts'
import { isFork } from '../sequences.ts'
import { elementLabel } from '../shown-title.ts'

type Fields = Readonly<Record<string, unknown>>

/** A column of a host whose selected values its actions may use. */
export interface ActionColumn {
  columnId: string
  name: string
}

/** A copied action, with what is needed to name its targets where they do not exist. */
export interface ActionClip {
  format: 'octavo-action'
  action: Record<string, unknown>
  /** Names of elements, pages, overlays and columns that it refers to, by their ids. */
  names: Record<string, string>
  /** Names of the columns of its host, by their ids. */
  columns: Record<string, string>
}

/** The list of actions into which an action is pasted. */
export interface ActionPlace {
  trigger: string
  /** The item of a menu that starts the action. */
  itemId?: string | undefined
  columns: readonly ActionColumn[]
  /** An action can wait for a cell of one of these columns. */
  hasCells: boolean
}

export interface PastedAction {
  /** Null when none of its steps can be pasted. */
  action: Record<string, unknown> | null
  /** The steps that were left out, with the names of what is missing. */
  leftOut: { effect: string; missing: string[] }[]
  /** Its condition cannot be evaluated here. The action is off, because without the condition it would always run. */
  hasLostCondition: boolean
}

export function copyAction(document: WorkbookDocument, action: Fields, columns: readonly ActionColumn[]): ActionClip {
  const names: Record<string, string> = {}
  collectNames(document, action, names)
  return {
    format: 'octavo-action',
    action: { ...action },
    names,
    columns: Object.fromEntries(columns.map(({ columnId, name }) => [columnId, name])),
  }
}

/** Adds the names of all objects whose ids occur in a value. */
function collectNames(document: WorkbookDocument, value: unknown, names: Record<string, string>): void {
  if (typeof value === 'string') {
    const element = findElement(document, value)
    const holder = [...document.pages, ...document.overlays].find(({ id }) => id === value)
    if (element) {
      names[value] = isControl(element) ? element.controlId : elementLabel(element)
      for (const [id, name] of columnNames(columnsOf(element))) names[id] ??= name
    } else if (holder?.name) names[value] = holder.name
  } else if (Array.isArray(value)) for (const each of value) collectNames(document, each, names)
  else if (isRecord(value)) for (const each of Object.values(value)) collectNames(document, each, names)
}

/**
 * A copied action for another place. References to columns of its host follow the names of the columns. Steps whose targets do not exist
 * here are left out.
 */
export function pasteAction(
  document: WorkbookDocument,
  clip: ActionClip,
  place: ActionPlace,
  id: string,
): PastedAction {
  const paste = new ActionPaste(document, clip, place)
  const { action } = clip
  const effects = paste.steps(action.effects)
  const onFailure = action.onFailure === undefined ? undefined : paste.steps(action.onFailure)
  const { trigger, hasLostCondition } = paste.trigger(action.trigger)
  const pasted = {
    ...action,
    id,
    trigger,
    effects,
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(hasLostCondition ? { state: 'disabled' } : {}),
  }
  return { action: effects.length > 0 ? pasted : null, leftOut: paste.leftOut, hasLostCondition }
}

class ActionPaste {
  readonly leftOut: PastedAction['leftOut'] = []
  private readonly document: WorkbookDocument
  private readonly clip: ActionClip
  private readonly place: ActionPlace

  constructor(document: WorkbookDocument, clip: ActionClip, place: ActionPlace) {
    this.document = document
    this.clip = clip
    this.place = place
  }

  /** The steps that can be pasted. */
  steps(list: unknown): Fields[] {
    const steps: unknown[] = Array.isArray(list) ? list : []
    return steps.filter(isRecord).flatMap((step): Fields[] => {
      const pasted = this.step(step)
      return pasted ? [pasted] : []
    })
  }

  private step(step: Fields): Fields | undefined {
    if (isFork(step)) return this.fork(step)
    const moved = this.withOwnColumns(step) as Fields
    return this.isWhole(String(step.effect), moved) ? moved : undefined
  }

  /** An if is left out with all its steps when a condition of it cannot be evaluated, or when none of its steps is left. */
  private fork(fork: Fields): Fields | undefined {
    const before = Array.isArray(fork.branches) ? fork.branches.filter(isRecord) : []
    const conditions = before.map(({ condition }) => this.withOwnColumns(condition))
    if (!conditions.every((condition) => this.isWhole('if-else', condition))) return undefined
    const branches = before.map((branch, at) => ({
      ...branch,
      condition: conditions[at],
      effects: this.steps(branch.effects),
    }))
    const otherwise = fork.else === undefined ? undefined : this.steps(fork.else)
    const isEmpty = [...branches.map(({ effects }) => effects), otherwise ?? []].every((list) => list.length === 0)
    return isEmpty ? undefined : { ...fork, branches, ...(otherwise === undefined ? {} : { else: otherwise }) }
  }

  trigger(before: unknown): { trigger: unknown; hasLostCondition: boolean } {
    const { trigger: on, itemId, hasCells } = this.place
    const { columnId, condition } = isRecord(before) ? before : {}
    const column = hasCells ? this.ownColumn(columnId) : undefined
    const moved = condition === undefined ? undefined : this.withOwnColumns(condition)
    const isKept = moved !== undefined && this.canCompare(moved, column) && this.missingIn(moved).length === 0
    const fields = {
      ...(itemId === undefined ? {} : { itemId }),
      ...(column === undefined ? {} : { columnId: column }),
      ...(isKept ? { condition: moved } : {}),
    }
    const trigger = Object.keys(fields).length > 0 ? { on, ...fields } : on
    return { trigger, hasLostCondition: condition !== undefined && !isKept }
  }

  /** A constant is compared with the new value of a control, or with the value of the selected column. */
  private canCompare(condition: unknown, column: string | undefined): boolean {
    const isConstant = isRecord(condition) && condition.type === 'constant'
    return !isConstant || this.place.trigger === 'on-change' || column !== undefined
  }

  /** Whether everything that a step names exists; notes the step otherwise. */
  private isWhole(effect: string, value: unknown): boolean {
    const missing = this.missingIn(value)
    if (missing.length > 0) this.leftOut.push({ effect, missing })
    return missing.length === 0
  }

  /** The names of what a value refers to and what does not exist here, each once. */
  private missingIn(value: unknown): string[] {
    const found = new Set<string>()
    checkEffects(this.document, value, '', (_path, id) => found.add(this.clip.names[id] ?? id))
    for (const id of ownColumnsIn(value)) {
      if (!this.place.columns.some(({ columnId }) => columnId === id)) found.add(this.clip.columns[id] ?? id)
    }
    return [...found]
  }

  /** The value with the columns of the new host that have the same id or name. */
  private withOwnColumns(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each: unknown) => this.withOwnColumns(each))
    if (!isRecord(value)) return value
    const moved = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.withOwnColumns(field)]))
    return value.type === 'column' ? { ...moved, column: this.ownColumn(value.column) ?? value.column } : moved
  }

  private ownColumn(id: unknown): string | undefined {
    if (typeof id !== 'string') return undefined
    const { columns } = this.place
    const wanted = this.clip.columns[id]?.toLowerCase()
    const found =
      columns.find(({ columnId }) => columnId === id) ?? columns.find(({ name }) => name.toLowerCase() === wanted)
    return found?.columnId
  }
}

/** The columns of the host whose selected values are used, in steps and conditions. */
function ownColumnsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(ownColumnsIn)
  if (!isRecord(value)) return []
  const own = value.type === 'column' && typeof value.column === 'string' ? [value.column] : []
  return [...own, ...Object.values(value).flatMap(ownColumnsIn)]
}
