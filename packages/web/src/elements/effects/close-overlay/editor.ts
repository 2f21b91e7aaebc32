import type { EffectEditor } from '../editing/effect-editor.ts'

export const closeOverlayEditor: EffectEditor = { first: () => ({ effect: 'close-overlay' }) }
