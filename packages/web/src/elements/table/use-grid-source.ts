import { noValue, type TableView } from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ElementData, type ElementSort, useMaybeEditor } from '../../editor/index.ts'
import { withBrokenColumns } from './broken-columns.ts'
import { gridSource } from './grid-source.ts'

/** The rows of a table as the grid asks for them. Who builds sees that a value is null; readers see a dash. */
export function useGridSource(
  element: TableElement,
  data: ElementData,
  view: TableView,
  sort: ElementSort | undefined,
) {
  const { t } = useTranslation()
  const isEdited = useMaybeEditor() !== undefined
  return useMemo(
    () =>
      withBrokenColumns(
        gridSource({ element, data, view, sort, words: { null: isEdited ? t('common.null') : noValue } }),
        element,
        data.columnErrors ?? [],
        t('tile.unknownColumn'),
      ),
    [element, data, view, sort, isEdited, t],
  )
}
