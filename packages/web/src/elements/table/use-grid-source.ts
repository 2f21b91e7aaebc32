import type { TableView } from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ElementData, ElementSort } from '../../editor/index.ts'
import { withBrokenColumns } from './broken-columns.ts'
import { gridSource } from './grid-source.ts'

/** The rows of a table as the grid asks for them. */
export function useGridSource(
  element: TableElement,
  data: ElementData,
  view: TableView,
  sort: ElementSort | undefined,
) {
  const { t } = useTranslation()
  return useMemo(
    () =>
      withBrokenColumns(
        gridSource({ element, data, view, sort, words: { null: t('common.null') } }),
        element,
        data.columnErrors ?? [],
        t('tile.unknownColumn'),
      ),
    [element, data, view, sort, t],
  )
}
