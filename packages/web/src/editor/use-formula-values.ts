import type { FormulaValue } from '@octavo/core/display'
import {
  type ComputedFormula,
  computedFormulas,
  type DocumentElement,
  isCardsId,
  sameJson,
} from '@octavo/core/document'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useCardRow } from './card-row.ts'
import { type OpenPage, useOfPage } from './open-page.ts'

/** Values of the formulas over data that an element shows, by their text; undefined for a formula that is none of them. */
export function useFormulaValues(element: DocumentElement): (formula: string) => FormulaValue | undefined {
  const data = useOfPage((page) => page.data)
  const row = useCardRow()
  const computed = useOfPage(({ document }) => computedFormulas(document, element), isSameMap)
  const version = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const stops = [...new Set([...computed.values()].map(({ elementId }) => elementId))].map((id) =>
          data.subscribe(id, listener),
        )
        return () => {
          for (const stop of stops) stop()
        }
      },
      [computed, data],
    ),
    // A change of any of the elements is a new list of their data; equal ones compare as the same text.
    () =>
      [...computed.values()]
        .map((place) => JSON.stringify(formulaValue(data.element(place.elementId), place, row)))
        .join('\n'),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the values changed
  return useMemo(() => {
    const values = new Map(
      [...computed].map(([formula, place]) => [formula, formulaValue(data.element(place.elementId), place, row)]),
    )
    return (formula: string) => values.get(formula.trim())
  }, [computed, data, version, row])
}

const isSameMap = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) =>
  sameJson([...before], [...after])

type Data = ReturnType<OpenPage['data']['element']>

/** On a card the value is from its row; elsewhere from the summary row. */
function formulaValue(data: Data, { elementId, columnId }: ComputedFormula, row: number): FormulaValue {
  const isOfCard = isCardsId(elementId)
  const rows = data.levels.get(isOfCard ? 'base' : 'summary')
  const index = rows?.columns.findIndex(({ id }) => id === columnId) ?? -1
  const column = rows?.columns[index]
  if (data.status === 'failed') return { status: 'failed', cell: null, column, message: data.failure?.message }
  if (!rows) return { status: data.status === 'absent' ? 'failed' : 'waiting', cell: null, column: undefined }
  if (!column) return { status: 'failed', cell: null, column: undefined }
  return { status: 'ready', cell: rows.values[index]?.[isOfCard ? row : 0] ?? null, column }
}
