import { loadOnce } from '../../load-part.ts'

/** The code around a text of a draft, which opens its editor. */
export const loadEditedText = loadOnce(async () => ({ default: (await import('./EditedText.tsx')).EditedText }))
