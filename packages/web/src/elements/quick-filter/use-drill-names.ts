import type { FormulaAssist } from '@octavo/core/contract'
import type { DataElement } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { namedDocument, useOpenPage } from '../../editor/index.ts'
import { type KnownName, namesOf } from '../table/columns/index.ts'

/**
 * Names of the columns of an element and of its source, with their types. Empty for readers who may not write formulas: they drill by the
 * element's own columns.
 */
export function useDrillNames(element: DataElement): { names: readonly KnownName[]; isKnown: boolean } {
  const page = useOpenPage()
  const { exploreKey } = page.view ?? {}
  const stored = page.isDraft ? { draft: true } : exploreKey === undefined ? {} : { exploreKey }
  const columns = element.columns.map(({ formula, name }) => [formula, name])
  const { data, isPending } = useQuery({
    queryKey: ['drillNames', page.workbookId, element.id, JSON.stringify([stored, element.source, columns])],
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      call<FormulaAssist>('/v2/formulas:assist', {
        method: 'POST',
        body: {
          ...namedDocument({ workbookId: page.workbookId, isDataModel: page.isDataModel === true }),
          ...stored,
          elementId: element.id,
          formula: '[',
          position: 1,
        },
        signal,
      }),
  })
  return { names: namesOf(data), isKnown: !isPending }
}
