import { type ColumnHolder, columnNames, columnsOnShelf, fieldAt, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'

const shapes = ['bar', 'line', 'area', 'scatter'] as const

/** How a combo chart draws each measure: by default the first as bars and the others as lines. */
export function ShapeSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const measures = element.kind === 'combo-chart' ? columnsOnShelf(element, 'yAxis') : []
  if (measures.length === 0) return null
  const names = columnNames(element.columns)
  const given = shapesOf(fieldAt(element, ['yAxis', 'columnIds']))
  const isSilent = given.size === 0
  const shapeOf = (columnId: string, index: number) => given.get(columnId) ?? (isSilent && index > 0 ? 'line' : 'bar')
  /** Once one shape is written the others are too: without one a measure would become bars. */
  function write(columnId: string, shape: string) {
    const entries = measures.map((id, index) => ({ columnId: id, type: id === columnId ? shape : shapeOf(id, index) }))
    editor.apply(
      t('word.shape', { name: names.get(columnId) ?? columnId }),
      setElementField(editor.state.document, element.id, ['yAxis', 'columnIds'], entries),
    )
  }
  return (
    <InspectorSection title={t('section.shapes')} storageKey="chart shapes">
      {measures.map((columnId, index) => (
        <InspectorRow key={columnId} label={names.get(columnId) ?? columnId}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={shapeOf(columnId, index)}
              options={shapes.map((value) => ({ value: value as string, label: t(`option.${value}`) }))}
              onChange={(shape) => write(columnId, shape)}
            />
          )}
        </InspectorRow>
      ))}
    </InspectorSection>
  )
}

function shapesOf(entries: unknown): Map<string, string> {
  const known = Array.isArray(entries) ? entries : []
  return new Map(
    known.flatMap((entry: unknown): [string, string][] =>
      typeof entry === 'object' &&
      entry !== null &&
      'columnId' in entry &&
      typeof entry.columnId === 'string' &&
      'type' in entry &&
      typeof entry.type === 'string'
        ? [[entry.columnId, entry.type]]
        : [],
    ),
  )
}
