import { cardHolderOf, cardsIdOf } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useCardRow, useReadPage } from '../editor/index.ts'
import type { ChosenMark } from './effects/index.ts'

/**
 * The row of the card of a repeated container on which an action's element is, by the columns of its table. Undefined when the element is
 * on no card, or the row is not loaded.
 */
export function useCardMark(elementId: string): () => ChosenMark | undefined {
  const row = useCardRow()
  const read = useReadPage()
  return () => {
    const { document, data } = read()
    const holder = cardHolderOf(document, elementId)
    const rows = holder && data.element(cardsIdOf(holder)).levels.get('base')
    if (!rows || row >= rows.rowCount) return undefined
    const values = new Map(
      rows.columns.map(({ id }, index): [string, readonly Cell[]] => [id, [rows.values[index]?.[row] ?? null]]),
    )
    return { values, isAdding: false }
  }
}
