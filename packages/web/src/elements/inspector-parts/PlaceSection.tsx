import {
  arrange,
  type BaseElement,
  findNode,
  heightOf,
  type Move,
  placeNodes,
  rectOf,
  widthOf,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, NumberField } from '../../forms/index.ts'
import { useInspected } from './use-field.ts'

type Field = 'column' | 'row' | 'width' | 'height'

/** Position and size of the element in its grid, in columns and rows; only the size for several elements. */
export function PlaceSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const layout = useEditorState((state) => state.document.layout)
  const elements = useInspected(element)
  const found = elements.flatMap(({ id }) => findNode(layout, id) ?? [])
  const [first] = found
  if (!first) return null
  const places = found.map(({ node }) => ({
    column: node.column.start,
    row: node.row.start,
    width: widthOf(node),
    height: heightOf(node),
  }))
  const shared = (field: Field) => {
    const [value = null, ...others] = places.map((place) => place[field])
    return others.every((other) => other === value) ? value : null
  }
  function set(field: Field, value: number | null) {
    if (value === null || value < 1) return
    const moves = found.map(({ node, address }, index): Move => {
      const place = { column: 1, row: 1, width: 1, height: 1, ...places[index], [field]: Math.round(value) }
      const rect = rectOf(place.column, place.row, place.width, place.height)
      return { elementId: node.elementId, grid: address, rect }
    })
    const gather = [...elements.map(({ id }) => id), 'place', field].join(' ')
    const arranged = arrange(editor.state.document, placeNodes(layout, moves))
    if ('edits' in arranged) editor.apply(t('word.place'), arranged.edits, { gather })
  }
  const fields = found.length > 1 ? (['width', 'height'] as const) : (['column', 'row', 'width', 'height'] as const)
  return (
    <InspectorSection title={t('field.place')} storageKey="place" isInitiallyOpen={found.length > 1}>
      {fields.map((field) => {
        const value = shared(field)
        return (
          <InspectorRow key={field} label={t(`field.${field}`)}>
            {(id) => (
              <NumberField
                id={id}
                value={value}
                min={1}
                {...(field === 'column' || field === 'width' ? { max: first.grid.columns } : {})}
                {...(value === null ? { placeholder: t('field.mixed') } : {})}
                isSmall
                onChange={(next) => set(field, next)}
              />
            )}
          </InspectorRow>
        )
      })}
    </InspectorSection>
  )
}
