import { type BaseElement, elementLabel, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { isOneField } from '../effects/editing/sequence-edits.ts'

/** Changes the actions of an element. What is typed into one field is one undo step; every other change is one of its own. */
export function useActionEdits({ id }: BaseElement): (next: readonly unknown[] | undefined) => void {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  return (next) => {
    const { document } = editor.state
    const element = document.elements[id]
    if (!element) return
    const name = elementLabel(element, t(`kind.${element.kind as 'text'}`))
    const gather = isOneField(element.actions, next) ? { gather: `${id} actions` } : {}
    editor.apply(t('word.actions', { name }), setElementField(document, id, ['actions'], next), gather)
  }
}
