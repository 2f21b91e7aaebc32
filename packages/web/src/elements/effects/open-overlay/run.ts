import type { RunEffect } from '../effect.ts'

export const openOverlay: RunEffect = ({ overlayId }, { state }) => {
  if (typeof overlayId === 'string') state.openOverlay(overlayId)
}
