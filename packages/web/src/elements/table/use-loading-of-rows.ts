import type { TableView } from '@octavo/core/display'
import { useCallback } from 'react'
import { useOfPage } from '../../editor/index.ts'

/** Loads the rows that come into view and are not there yet, and the next ones when the end is near. */
export function useLoadingOfRows(elementId: string, view: TableView, isGrouped: boolean) {
  const pageData = useOfPage((page) => page.data)
  return useCallback(
    (firstRow: number, lastRow: number) => {
      for (let index = firstRow; index <= lastRow; index++) {
        const row = view.row(index)
        if (row.kind === 'waiting' || row.kind === 'more') pageData.loadChildren(elementId, row.level, row.parentKey)
      }
      if (lastRow >= view.rowCount - 30) pageData.loadMore(elementId, isGrouped ? 'g1' : 'base')
    },
    [view, pageData, elementId, isGrouped],
  )
}
