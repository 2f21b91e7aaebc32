import { cardHolderOf, cardsIdOf } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useCardRow, useReadPage } from '../editor/index.ts'
import type { ChosenMark } from './effects/index.ts'

/**
 * What an action of an element on a card of a repeated container is about: the row of the card, by the columns of its
 * table. Undefined where the element stands on no card, or the row has not come.
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
