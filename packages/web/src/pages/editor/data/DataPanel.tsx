import { columnName, columnsOf, elementName, elementsOfPage, isDataElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'

/** The elements with data of the shown page and their columns. */
export function DataPanel() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  const elements = elementsOfPage(document, pageId).filter(isDataElement)
  if (elements.length === 0) return <p className="px-4 py-2 text-muted">{t('noData')}</p>
  return (
    <ul className="px-2 pb-4">
      {elements.map((element) => (
        <li key={element.id}>
          <p className="truncate px-2 py-1 font-medium">{elementName(element)}</p>
          <ul>
            {columnsOf(element).map((column) => (
              <li key={column.id}>
                <button
                  type="button"
                  className="h-7 w-full truncate rounded px-4 text-left hover:bg-hover"
                  onClick={() => editor.select({ elementIds: [element.id], columnIds: [column.id] })}
                >
                  {columnName(column)}
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
