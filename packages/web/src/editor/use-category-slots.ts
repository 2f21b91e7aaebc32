import { categorySlots } from '@octavo/core/chart'
import { categoryList, type DocumentElement, sameJson, storedSlots } from '@octavo/core/document'
import { useMemo } from 'react'
import { useOfPage } from './open-page.ts'
import { useElementData } from './use-element-data.ts'

/**
 * The places in the palette of the values that colour a chart: those that the document keeps, and all others by name
 * among the values that the viewer may see, whatever is filtered. `waiting` while that list is on its way; undefined
 * for a chart whose colours come from no column of a table.
 */
export function useCategorySlots(element: DocumentElement): ReadonlyMap<string, number> | 'waiting' | undefined {
  const list = useOfPage(({ document }) => categoryList(document, element), sameJson)
  const stored = useOfPage(({ document }) => (list ? storedSlots(document, list) : undefined), sameJson)
  const data = useElementData(list?.elementId ?? '')
  return useMemo(() => {
    if (!list) return undefined
    const rows = data.levels.get('base')
    if (!rows) return data.status === 'waiting' ? 'waiting' : undefined
    return categorySlots(rows.values[0]?.slice(0, rows.rowCount) ?? [], stored)
  }, [list, data, stored])
}
