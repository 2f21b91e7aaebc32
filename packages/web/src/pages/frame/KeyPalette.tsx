import { usePalette } from './use-palette.tsx'

/** The palette without a button; opened with Ctrl+K and /. */
export function KeyPalette() {
  return usePalette({ hasSlash: true }).palette
}
