import {
  applyEdits,
  columnNames,
  type DataElement,
  type DocumentEdit,
  isControl,
  reachOf,
  removeFilter,
  sameJson,
  targetsOf,
  titleText,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useMaybeEditor, useOfPage } from '../editor/index.ts'
import { Button, Message, Rows } from '../ui/index.ts'

/** A result without rows: names the filters and offers to remove the element's own; otherwise says that the source is empty. */
export function NoRows({ element }: { element: DataElement }) {
  const { t } = useTranslation()
  const data = useOfPage((page) => page.data)
  const editor = useMaybeEditor()
  const controls = useOfPage(({ document, controlTexts }) => controlsOf(document, element.id, controlTexts), sameJson)
  const own = (element.filters ?? []).filter(({ state }) => state !== 'disabled')
  const columns = columnNames(element.columns)
  const names = new Set([...own.map(({ columnId }) => columns.get(columnId) ?? columnId), ...controls])
  if (element.noDataText) return <Message icon={Rows} className="h-full" title={element.noDataText} />

  function clear() {
    if (!editor) return
    let { document } = editor.state
    const edits = own.flatMap(({ id }): DocumentEdit[] => {
      const removed = removeFilter(document, element.id, id)
      document = applyEdits(document, removed).document
      return removed
    })
    editor.apply(t('tile.clearFilters'), edits)
  }

  return (
    <Message
      icon={Rows}
      className="h-full"
      title={t(names.size > 0 ? 'tile.noData' : 'tile.noRowsYet')}
      text={names.size > 0 ? t('tile.filteredBy', { names: [...names].join(', ') }) : undefined}
      actions={
        editor && own.length > 0 ? (
          <Button onClick={clear}>{t('tile.clearFilters')}</Button>
        ) : names.size === 0 ? (
          <Button onClick={() => data.refresh()}>{t('workbook.refresh')}</Button>
        ) : undefined
      }
    />
  )
}

/** Names of the controls that have a value and filter the element or one of its sources. */
function controlsOf(document: WorkbookDocument, elementId: string, texts: Readonly<Record<string, string>>): string[] {
  return Object.values(document.elements).flatMap((control) => {
    if (!isControl(control) || !texts[control.controlId]) return []
    const reaches = targetsOf(control).some(({ source }) => reachOf(document, source).includes(elementId))
    return reaches ? [titleText(control.name) || control.controlId] : []
  })
}
