import type { RunEffect } from '../effect.ts'

/** Closes the topmost overlay. */
export const closeOverlay: RunEffect = (_effect, { state }) => state.closeOverlay()
