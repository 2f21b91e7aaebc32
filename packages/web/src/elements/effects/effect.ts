import type { ControlElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import type { PageState } from '../../editor/index.ts'

/** What is selected in an element: values by the column of the element that has them. */
export interface ChosenMark {
  values: ReadonlyMap<string, readonly Cell[]>
  /** The values join those that are selected already, or leave them. */
  isAdding: boolean
}

/** What effects of a click can reach. */
export interface EffectHost {
  state: PageState
  /** How many tabs a container has. */
  tabCount: (elementId: string) => number
  /** The control with a handle, its present text, and the way to change it; undefined text: the saved value. */
  control: (controlId: string) => { element: ControlElement; text: string | undefined } | undefined
  setControl: (controlId: string, text: string | undefined) => void
  showPage: (pageId: string) => void
  /** Shows the page of an element and brings it into view. */
  showElement: (elementId: string) => void
}

/** Runs one effect; its fields are those of the document and are read with care. */
export type RunEffect = (effect: Readonly<Record<string, unknown>>, host: EffectHost, chosen?: ChosenMark) => void
