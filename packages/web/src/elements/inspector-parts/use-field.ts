import { type BaseElement, elementName, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'

/** A field of the inspected element: its value as the document has it, and the ways to set it and to take it away. */
export function useField(element: BaseElement, ...path: string[]) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const value = path.reduce<unknown>(
    (holder, field) =>
      typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[field] : undefined,
    element,
  )
  /** Changes of one field that follow each other within a second are one step of undo. */
  const set = (next: unknown) => {
    const word = t('word.change', { name: elementName(element) || t(`kind.${element.kind as 'text'}`) })
    const { document } = editor.state
    editor.apply(word, setElementField(document, element.id, path, next), { gather: [element.id, ...path].join(' ') })
  }
  return {
    value,
    text: typeof value === 'string' ? value : undefined,
    number: typeof value === 'number' ? value : null,
    set,
    /** For the menu of a row; absent while the document does not set the field. */
    onReset: value === undefined ? undefined : { label: t('field.reset'), run: () => set(undefined) },
  }
}
