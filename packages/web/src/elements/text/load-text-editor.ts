import { loadPart } from '../../load-part.ts'

/** The code of the text editor. It is large, and needed as soon as a text is added. */
export const loadTextEditor = () => loadPart(() => import('./TextEditor.tsx'))

/** Loads what a text element needs in the editor before it is asked for. */
export async function preloadTextEditor(): Promise<void> {
  // A failure is reported when the part is used.
  await Promise.allSettled([loadPart(() => import('./EditedText.tsx')), loadTextEditor()])
}
