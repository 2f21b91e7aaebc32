import type { Failure } from './element-data.ts'
import { PausedActions } from './paused-actions.ts'

/** A value of a column that a table groups by. */
export interface GroupKeyValue {
  columnId: string
  value: string | number | boolean | null
}

/**
 * A closer look at one element: itself in large, its SQL and plan, the rows beneath it, its text to write in place, or the
 * choices of an export, the columns to drill by, or its explanation.
 */
export type ElementLook =
  | { elementId: string; kind: 'large' | 'sql' | 'plan' | 'text' | 'pdf' | 'drillList' | 'webQuery' | 'explain' }
  /** The rows beneath the element, or beneath one of its groups: the values of its keys, and their texts. */
  | { elementId: string; kind: 'rows'; group?: { name: string; keys: readonly GroupKeyValue[] } }
  | { elementId: string; kind: 'export'; format: 'csv' | 'xlsx' | 'json' }

/**
 * What a reader has opened on a page: the tab of each tabbed container, and the overlays on top of it. It is no part of
 * the document and ends with the page.
 */
export class PageState {
  private look: ElementLook | undefined
  private hold: Failure | undefined

  private readonly listeners = new Set<() => void>()
  private readonly tabs = new Map<string, number>()
  private overlays: readonly string[] = []

  /** Sequences of actions that do not run; a preview of the page has the same. */
  readonly paused: PausedActions

  constructor(paused = new PausedActions()) {
    this.paused = paused
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** The selected tab of a container; the first one by default. */
  tabOf(elementId: string): number {
    return this.tabs.get(elementId) ?? 0
  }

  selectTab(elementId: string, index: number): void {
    if (this.tabOf(elementId) === index) return
    this.tabs.set(elementId, index)
    this.notify()
  }

  /** The open overlays, the topmost last. */
  openOverlays = (): readonly string[] => this.overlays

  openOverlay(id: string): void {
    this.overlays = [...this.overlays.filter((other) => other !== id), id]
    this.notify()
  }

  closeOverlay(id?: string): void {
    this.overlays = id === undefined ? this.overlays.slice(0, -1) : this.overlays.filter((other) => other !== id)
    this.notify()
  }

  /** The closer look at an element that is open above the page. */
  lookAt = (): ElementLook | undefined => this.look

  setLook(look: ElementLook | undefined): void {
    this.look = look
    this.notify()
  }

  /** Why nothing is asked for; undefined while queries run. */
  heldBy = (): Failure | undefined => this.hold

  setHold(reason: Failure | undefined): void {
    this.hold = reason
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}
