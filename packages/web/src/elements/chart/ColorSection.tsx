import { type ColumnHolder, columnsOnShelf, fieldAt, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { ColorField } from '../inspector-fields/ColorField.tsx'
import { EntryFields, useEntries } from '../inspector-fields/EntryFields.tsx'
import { FieldRows } from '../inspector-fields/FieldRow.tsx'
import { colorRuleFields, scaleFields } from '../inspector-fields/mark-fields.ts'
import { SchemeRows } from './SchemeRows.tsx'

const colored = new Set([
  'bar-chart',
  'line-chart',
  'area-chart',
  'combo-chart',
  'scatter-chart',
  'region-map',
  'point-map',
  'geography-map',
])
/** Kinds whose single color, or whose colors by rules, are drawn. */
const single = new Set([...colored, 'box-chart', 'funnel-chart', 'gauge-chart'])
const ruled = new Set(['bar-chart', 'combo-chart', 'gauge-chart'])

/** One color for all marks, how the column on the color shelf sets colors, and rules that override both. */
export function ColorSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  if (!single.has(element.kind)) return null
  const [column] = colored.has(element.kind) ? columnsOnShelf(element, 'color') : []
  return (
    <>
      <InspectorSection title={t('section.color')} storageKey="chart color">
        {column === undefined ? <SingleColor element={element} /> : <ColumnColors element={element} column={column} />}
      </InspectorSection>
      {ruled.has(element.kind) && <ColorRules element={element} />}
    </>
  )
}

function useColor(element: ColumnHolder) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  return (value: unknown, gather?: string) =>
    editor.apply(
      t('word.color'),
      setElementField(editor.state.document, element.id, ['color'], value),
      gather ? { gather } : {},
    )
}

function SingleColor({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const write = useColor(element)
  const isSet = fieldAt(element, ['color', 'by']) === 'single'
  return (
    <InspectorRow
      label={t('field.color')}
      onReset={isSet ? { label: t('reset'), run: () => write(undefined) } : undefined}
    >
      {(id) => (
        <ColorField
          id={id}
          label={t('field.color')}
          value={isSet ? fieldAt(element, ['color', 'value']) : undefined}
          onChange={(value) => write({ by: 'single', value }, `${element.id} color`)}
        />
      )}
    </InspectorRow>
  )
}

function ColumnColors({ element, column }: { element: ColumnHolder; column: string }) {
  const { t } = useTranslation('inspectors')
  const write = useColor(element)
  const isScale = fieldAt(element, ['color', 'by']) === 'scale'
  return (
    <>
      <InspectorRow label={t('field.colorBy')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={isScale ? 'scale' : 'category'}
            options={['category', 'scale'].map((value) => ({ value, label: t(`option.${value as 'scale'}`) }))}
            onChange={(by) => write({ by, column })}
          />
        )}
      </InspectorRow>
      <SchemeRows
        scheme={fieldAt(element, ['color', 'scheme'])}
        isScale={isScale}
        onChange={(scheme) =>
          write({ ...(element.color as object), scheme }, `${element.id} scheme ${scheme?.length ?? 0}`)
        }
      />
      <FieldRows element={element} fields={scaleFields} />
    </>
  )
}

function ColorRules({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const { entries, add, remove, change } = useEntries(element, ['x', 'colorRules'], t('word.colorRules'))
  return (
    <InspectorSection
      title={t('section.colorRules')}
      onAdd={{ label: t('addColorRule'), run: () => add({ condition: '<', value: 0, color: '#c2410c' }) }}
    >
      {entries.length > 0 &&
        entries.map((rule, index) => (
          <EntryFields
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id
            key={index}
            label={t('colorRule', { number: index + 1 })}
            entry={rule}
            fields={colorRuleFields}
            onChange={(next, gather) => change(index, next, gather)}
            onRemove={() => remove(index)}
          />
        ))}
    </InspectorSection>
  )
}
