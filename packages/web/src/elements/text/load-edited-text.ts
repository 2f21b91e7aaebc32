import { loadOnce } from '../../load-part.ts'

type Part = typeof import('./EditedText.tsx').EditedText

let loaded: Part | undefined

/** The code around a text of a draft, which opens its editor. */
export const loadEditedText = loadOnce(async () => {
  const { EditedText } = await import('./EditedText.tsx')
  loaded = EditedText
  return { default: EditedText }
})

/** The component if its code is loaded. It then renders at once, which `lazy` does not do the first time. */
export const loadedEditedText = (): Part | undefined => loaded
