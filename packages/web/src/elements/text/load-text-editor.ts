import { loadPart } from '../../load-part.ts'

/** The code of the text editor. It is large, and needed as soon as a text is added. */
export const loadTextEditor = () => loadPart(() => import('./TextEditor.tsx'))
