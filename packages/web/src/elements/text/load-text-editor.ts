import { loadOnce } from '../../load-part.ts'

/** The code of the text editor. It is large, and needed as soon as a text is added. */
export const loadTextEditor = loadOnce(() => import('./TextEditor.tsx'))
