import type { BaseElement } from '@octavo/core/document'

/** Who enters rows: in the draft its editors; in what is published those who explore it, or everybody who sees it. */
export const inputModes = ['edit', 'explore', 'view'] as const
export type InputMode = (typeof inputModes)[number]

export function inputModeOf({ inputMode }: BaseElement): InputMode {
  return inputMode === 'explore' || inputMode === 'view' ? inputMode : 'edit'
}
