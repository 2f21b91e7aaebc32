import {
  type BaseElement,
  cardTable,
  columnHolder,
  type DocumentElement,
  type ElementFilter,
  setElementField,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { FilterList } from '../table/inspector/FilterList.tsx'

/** Filters the rows that get a card. The table itself and its other readers are not filtered. */
export function CardFilters({ element }: { element: BaseElement }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const table = useEditorState(({ document }) => {
    const found = cardTable(document, element as DocumentElement)
    return found && columnHolder(document, found.id)
  })
  if (!table) return <p className="p-3 text-muted">{t('panel.noFilters')}</p>
  const filters = Array.isArray(element.filters) ? (element.filters as ElementFilter[]) : []
  const change = (word: string, next: readonly ElementFilter[]) => {
    const value = next.length === 0 ? undefined : next
    editor.apply(word, setElementField(editor.state.document, element.id, ['filters'], value))
  }
  return <FilterList element={table} holder={{ filters, change }} />
}
