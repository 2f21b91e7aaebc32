import { type BaseElement, findNode, layoutEdits, placeNodes, rectOf } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, NumberField } from '../../forms/index.ts'

/** Where the element stands in its grid and how large it is, in columns and rows. */
export function PlaceSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const layout = useEditorState((state) => state.document.layout)
  const found = findNode(layout, element.id)
  if (!found) return null
  const { node, address, grid } = found
  const place: Record<'column' | 'row' | 'width' | 'height', number> = {
    column: node.column.start,
    row: node.row.start,
    width: node.column.end - node.column.start,
    height: node.row.end - node.row.start,
  }
  function set(field: keyof typeof place, value: number | null) {
    if (value === null || value < 1) return
    const wanted = { ...place }
    wanted[field] = Math.round(value)
    const { column, row, width, height } = wanted
    const moved = placeNodes(layout, [
      { elementId: element.id, grid: address, rect: rectOf(column, row, width, height) },
    ])
    editor.apply(t('word.place'), layoutEdits(editor.state.document, moved), { gather: `${element.id} place ${field}` })
  }
  return (
    <InspectorSection title={t('field.place')} storageKey="place" isInitiallyOpen={false}>
      {(['column', 'row', 'width', 'height'] as const).map((field) => (
        <InspectorRow key={field} label={t(`field.${field}`)}>
          {(id) => (
            <NumberField
              id={id}
              value={place[field]}
              min={1}
              {...(field === 'column' || field === 'width' ? { max: grid.columns } : {})}
              isSmall
              onChange={(value) => set(field, value)}
            />
          )}
        </InspectorRow>
      ))}
    </InspectorSection>
  )
}
