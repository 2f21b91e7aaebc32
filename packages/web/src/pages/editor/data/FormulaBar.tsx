import { columnName, findColumn } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useSelectedElement } from '../../../editor/index.ts'

/** The formula of the selected column: Enter saves it, Escape restores it. */
export function FormulaBar() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const element = useSelectedElement()
  const columnId = useEditorState(({ selection }) =>
    selection.columnIds.length === 1 ? selection.columnIds[0] : undefined,
  )
  const column = element && columnId !== undefined ? findColumn(element, columnId) : undefined
  const saved = column?.formula ?? ''
  const [text, setText] = useState(saved)
  useEffect(() => setText(saved), [saved])

  function save() {
    if (!element || !column || text === saved) return
    editor.apply(t('word.formula', { name: columnName(column) }), [
      { op: 'set', at: ['elements', { id: element.id }, 'columns', { id: column.id }, 'formula'], value: text },
    ])
  }

  return (
    <input
      aria-label={t('formula')}
      placeholder={t('formulaHint')}
      className="h-10 w-full bg-transparent px-3 font-mono outline-none placeholder:font-sans placeholder:text-faint"
      disabled={!column}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setText(saved)
      }}
      onBlur={save}
    />
  )
}
