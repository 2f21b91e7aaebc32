import type { PageState } from '../../editor/index.ts'

/** What effects of a click can reach. */
export interface EffectHost {
  state: PageState
  /** How many tabs a container has. */
  tabCount: (elementId: string) => number
  showPage: (pageId: string) => void
  /** Shows the page of an element and brings it into view. */
  showElement: (elementId: string) => void
}

/** Runs one effect; its fields are those of the document and are read with care. */
export type RunEffect = (effect: Readonly<Record<string, unknown>>, host: EffectHost) => void
