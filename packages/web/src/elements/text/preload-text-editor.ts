import { loadPart } from '../../load-part.ts'
import { loadTextEditor } from './load-text-editor.ts'

/** Loads what a text element needs in the editor before it is opened. */
export async function preloadTextEditor(): Promise<void> {
  // A failure is reported when the part is used.
  await Promise.allSettled([loadPart(() => import('./EditedText.tsx')), loadTextEditor()])
}
