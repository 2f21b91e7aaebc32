import { usePalette } from './use-palette.tsx'

/** The palette where it has no button of its own: by Ctrl+K and /. */
export function KeyPalette() {
  return usePalette({ hasSlash: true }).palette
}
