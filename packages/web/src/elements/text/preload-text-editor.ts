import { loadEditedText } from './load-edited-text.ts'
import { loadTextEditor } from './load-text-editor.ts'

/** Loads what a text element needs in the editor before it is opened. */
export async function preloadTextEditor(): Promise<void> {
  // A failure is reported when the part is used.
  await Promise.allSettled([loadEditedText(), loadTextEditor()])
}
