import { useTranslation } from 'react-i18next'
import { notify } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'

/** Reading the clipboard here needs the user's permission in the browser; Ctrl+V does not. */
export function usePaste(what: 'elements' | 'page' = 'elements'): () => void {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return () => {
    navigator.clipboard.readText().then(
      (text) => {
        const isPasted = what === 'page' ? actions.clipboard.pastePage(text) : actions.clipboard.paste(text)
        if (!isPasted) notify({ title: t(what === 'page' ? 'nothingToPastePage' : 'nothingToPaste'), tone: 'danger' })
      },
      () => notify({ title: t('pasteByKey'), tone: 'danger' }),
    )
  }
}
