import { type ColumnHolder, columnNames, columnsOnShelf, withPath } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { EntryFields, useEntries } from '../inspector-fields/EntryFields.tsx'
import type { FieldHolder } from '../inspector-fields/field-editors.ts'
import { referenceFields, trendFields } from '../inspector-fields/mark-fields.ts'

const marked = new Set(['bar-chart', 'line-chart', 'area-chart', 'combo-chart', 'scatter-chart'])

/** Reference lines and bands, and trend lines, each an entry of a list. */
export function MarkSections({ element }: { element: ColumnHolder }) {
  if (!marked.has(element.kind)) return null
  return (
    <>
      <ReferenceMarks element={element} />
      <TrendLines element={element} />
    </>
  )
}

const freshReference = {
  type: 'line',
  axis: 'series',
  value: { type: 'formula', formula: '0' },
  label: { visibility: 'shown' },
}

function ReferenceMarks({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const { entries, add, remove, change } = useEntries(element, ['refMarks'], t('word.refMarks'))
  const [addedAt, setAddedAt] = useState<number>()
  const axes = ['series', 'axis', ...(element.kind === 'combo-chart' ? ['series2'] : [])]
  /** A band ends where the line was until its end is given. */
  const ofType = (mark: FieldHolder, type: string): FieldHolder => {
    const { endValue, fill: _fill, ...shared } = mark
    return type === 'band' ? { ...shared, type, endValue: endValue ?? mark.value } : { ...shared, type }
  }
  return (
    <InspectorSection
      title={t('section.refMarks')}
      onAdd={{
        label: t('addReference'),
        run: () => {
          setAddedAt(entries.length)
          add(freshReference)
        },
      }}
    >
      {entries.length > 0 &&
        entries.map((mark, index) => (
          <EntryFields
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no id in the format
            key={index}
            label={t('reference', { number: index + 1 })}
            entry={withFormulas(mark)}
            fields={referenceFields}
            isNew={index === addedAt}
            onChange={(next, gather) => change(index, withFormulas(next), gather)}
            onRemove={() => remove(index)}
          >
            <InspectorRow label={t('field.type')}>
              {(id) => (
                <Select
                  id={id}
                  isSmall
                  value={String(mark.type)}
                  options={['line', 'band'].map((value) => ({ value, label: t(`option.${value as 'line'}`) }))}
                  onChange={(type) => change(index, ofType(mark, type))}
                />
              )}
            </InspectorRow>
            <InspectorRow label={t('field.axis')}>
              {(id) => (
                <Select
                  id={id}
                  isSmall
                  value={String(mark.axis)}
                  options={axes.map((value) => ({ value, label: t(`axis.${value as 'series'}`) }))}
                  onChange={(axis) => change(index, { ...mark, axis })}
                />
              )}
            </InspectorRow>
          </EntryFields>
        ))}
    </InspectorSection>
  )
}

/** Values as formulas, as they are written: a number is one too, and a field that was emptied is zero. */
function withFormulas(mark: FieldHolder): FieldHolder {
  const first = { ...mark, value: asFormula(mark.value) }
  return mark.type === 'band' ? { ...first, endValue: asFormula(mark.endValue) } : first
}

function asFormula(value: unknown): unknown {
  const { type, value: fixed, formula } = typeof value === 'object' && value !== null ? (value as FieldHolder) : {}
  if (type === 'column' && formula === undefined) return value
  return { type: 'formula', formula: String(formula ?? fixed ?? '0') }
}

const models = ['linear', 'quadratic', 'polynomial', 'exponential', 'logarithmic', 'power'] as const

function TrendLines({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const { entries, add, remove, change } = useEntries(element, ['trendlines'], t('word.trendlines'))
  const names = columnNames(element.columns)
  const measures = columnsOnShelf(element, 'yAxis')
  const reason = reasonAgainst(element)
  const [first] = measures
  const onAdd =
    reason || first === undefined
      ? undefined
      : { label: t('addTrend'), run: () => add({ columnId: first, model: 'linear', value: { visibility: 'shown' } }) }
  return (
    <InspectorSection title={t('section.trendlines')} {...(onAdd ? { onAdd } : {})}>
      {reason && <p className="text-xs text-muted">{t(`trend.${reason}`)}</p>}
      {entries.map((line, index) => (
        <EntryFields
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id in the format
          key={index}
          label={t('trendLine', { number: index + 1 })}
          entry={line}
          fields={trendFields}
          onChange={(next, gather) => change(index, next, gather)}
          onRemove={() => remove(index)}
        >
          <InspectorRow label={t('field.column')}>
            {(id) => (
              <Select
                id={id}
                isSmall
                value={String(line.columnId)}
                options={measures.map((value) => ({ value, label: names.get(value) ?? value }))}
                onChange={(columnId) => change(index, { ...line, columnId })}
              />
            )}
          </InspectorRow>
          <InspectorRow label={t('field.model')}>
            {(id) => (
              <Select
                id={id}
                isSmall
                value={String(line.model)}
                options={models.map((value) => ({ value: value as string, label: t(`option.${value}`) }))}
                onChange={(model) => {
                  const next = withPath({ ...line, model }, ['degree'], model === 'polynomial' ? 3 : undefined)
                  change(index, next as FieldHolder)
                }}
              />
            )}
          </InspectorRow>
        </EntryFields>
      ))}
    </InspectorSection>
  )
}

/** Why a chart as it is has no trend lines. */
function reasonAgainst(element: ColumnHolder): 'noX' | 'colored' | 'stacked' | 'trellis' | undefined {
  if (columnsOnShelf(element, 'xAxis').length === 0) return 'noX'
  if (columnsOnShelf(element, 'color').length > 0) return 'colored'
  if (element.trellis !== undefined) return 'trellis'
  const isStackable = element.kind === 'bar-chart' || element.kind === 'area-chart'
  return isStackable && element.stacking !== 'none' && columnsOnShelf(element, 'yAxis').length > 1
    ? 'stacked'
    : undefined
}
