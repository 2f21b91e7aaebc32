import {
  applyEdits,
  type ColumnHolder,
  drillControlOf,
  elementLabel,
  legendControlOf,
  setElementField,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { elementEdits, newId, placeAbove, useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'

/** Controls that are made of a chart: one in place of its legend, and one that changes what divides it. */
export function ChartControls({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const legend = legendControlOf(document, element.id)
  const drill = drillControlOf(document, element.id)
  const name = elementLabel(element)
  if (!legend && !drill) return null

  function add(word: string, fields: Record<string, unknown>, hidesLegend: boolean) {
    const hidden = hidesLegend ? setElementField(document, element.id, ['legend'], { visibility: 'hidden' }) : []
    const state = { ...editor.state, document: applyEdits(document, hidden).document }
    const id = newId()
    const edits = elementEdits(state, id, { kind: 'control', fields, ...placeAbove(editor, element.id) })
    editor.apply(word, [...hidden, ...edits], { select: { elementIds: [id], columnIds: [] } })
  }

  return (
    <InspectorSection title={t('section.controls')} storageKey="chart controls">
      <div className="flex flex-wrap gap-2">
        {legend && (
          <Button isSmall onClick={() => add(t('word.toLegend', { name }), legend, true)}>
            {t('control.toLegend')}
          </Button>
        )}
        {drill && (
          <Button isSmall onClick={() => add(t('word.toDrill', { name }), drill, false)}>
            {t('control.toDrill')}
          </Button>
        )}
      </div>
    </InspectorSection>
  )
}
