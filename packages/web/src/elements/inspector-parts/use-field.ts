import { applyEdits, type BaseElement, type DocumentEdit, elementLabel, setElementField } from '@octavo/core/document'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'

/** The elements that are inspected together; empty while there is one. */
const SeveralElements = createContext<readonly BaseElement[]>([])
export const SeveralElementsProvider = SeveralElements.Provider

/** The elements that a part of the inspector changes: the one it was made for, or all that are selected. */
export function useInspected(element: BaseElement): readonly BaseElement[] {
  const several = useContext(SeveralElements)
  return several.length > 0 ? several : [element]
}

/**
 * A field of the inspected element: its value as the document has it, and the ways to set it and to take it away. Where
 * several elements are inspected it is the field of all of them; one change is one step of undo.
 */
export function useField(element: BaseElement, ...path: string[]) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const elements = useInspected(element)
  const values = elements.map((each) => valueAt(each, path))
  const isMixed = values.some((value) => JSON.stringify(value) !== JSON.stringify(values[0]))
  const value = isMixed ? undefined : values[0]
  /** Changes of one field that follow each other within a second are one step of undo. */
  const set = (next: unknown) => {
    const name =
      elements.length > 1
        ? t('elements', { count: elements.length })
        : elementLabel(element, t(`kind.${element.kind as 'text'}`))
    let { document } = editor.state
    const edits = elements.flatMap(({ id }): DocumentEdit[] => {
      const own = setElementField(document, id, path, next)
      document = applyEdits(document, own).document
      return own
    })
    const gather = [...elements.map(({ id }) => id), ...path].join(' ')
    editor.apply(t('word.change', { name }), edits, { gather })
  }
  return {
    value,
    text: typeof value === 'string' ? value : undefined,
    number: typeof value === 'number' ? value : null,
    /** The elements differ in this field; shown in place of the value. */
    mixed: isMixed ? t('field.mixed') : undefined,
    set,
    /** For the menu of a row; absent while the document does not set the field. */
    onReset: value === undefined && !isMixed ? undefined : { label: t('field.reset'), run: () => set(undefined) },
  }
}

function valueAt(element: BaseElement, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (holder, field) =>
      typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[field] : undefined,
    element,
  )
}
