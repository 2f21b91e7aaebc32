import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ColumnHolder, moveColumns } from '@octavo/core/document'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { useLatest } from '../../../ui/index.ts'
import { draggedColumns, dragsColumns } from '../../column-drag.ts'
import type { ColumnFacts } from './column-facts.ts'

/**
 * Makes a column header or a row of the Data panel draggable: onto a shelf, or onto another column of the element to be placed after it.
 * Selected columns move together. The returned function takes the column and its place on the screen, and returns a cleanup function.
 */
export function useColumnPlaces(element: ColumnHolder, facts: ColumnFacts) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const elementId = element.id
  // Facts change with each part of the rows that arrives; a head must not be registered again for that.
  const namesOf = useLatest((columnIds: readonly string[]) => columnIds.map(facts.name).join(', '))
  return useCallback(
    (columnId: string, place: HTMLElement): (() => void) =>
      combine(
        dragsColumns(place, () => {
          const { elementIds, columnIds } = editor.state.selection
          const isChosen = elementIds[0] === elementId && columnIds.includes(columnId)
          return { elementId, columnIds: isChosen ? columnIds : [columnId] }
        }),
        dropTargetForElements({
          element: place,
          canDrop: ({ source }) => draggedColumns(source.data)?.elementId === elementId,
          onDragEnter: () => place.setAttribute('data-landing', ''),
          onDragLeave: () => place.removeAttribute('data-landing'),
          onDrop({ source }) {
            place.removeAttribute('data-landing')
            const dragged = draggedColumns(source.data)
            if (!dragged || dragged.columnIds.includes(columnId)) return
            const word = t('word.move', { name: namesOf(dragged.columnIds) })
            editor.apply(word, moveColumns(editor.state.document, elementId, dragged.columnIds, { after: columnId }))
          },
        }),
      ),
    [editor, elementId, namesOf, t],
  )
}
