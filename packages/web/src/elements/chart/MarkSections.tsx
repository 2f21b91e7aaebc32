import { type ColumnHolder, columnNames, columnsOnShelf, setElementField } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, NumberField, Select } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { ColorField } from '../inspector-fields/ColorField.tsx'
import { WordsField } from '../inspector-fields/FieldRow.tsx'

type Fields = Record<string, unknown>

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

function useList(element: ColumnHolder, field: 'refMarks' | 'trendlines') {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const found: unknown = element[field]
  const entries = Array.isArray(found)
    ? found.filter((entry): entry is Fields => typeof entry === 'object' && entry !== null)
    : []
  const write = (next: Fields[]) =>
    editor.apply(
      t(`word.${field}`),
      setElementField(editor.state.document, element.id, [field], next.length > 0 ? next : undefined),
    )
  const change = (index: number, fields: Fields) =>
    write(entries.map((entry, at) => (at === index ? withoutNothing({ ...entry, ...fields }) : entry)))
  const remove = (index: number) => write(entries.filter((_, at) => at !== index))
  return { entries, change, remove, add: (entry: Fields) => write([...entries, entry]) }
}

function withoutNothing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function ReferenceMarks({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const { entries, change, remove, add } = useList(element, 'refMarks')
  const [addedAt, setAddedAt] = useState<number>()
  const fresh = {
    type: 'line',
    axis: 'series',
    value: { type: 'formula', formula: '0' },
    label: { visibility: 'shown' },
  }
  const axes = ['series', 'axis', ...(element.kind === 'combo-chart' ? ['series2'] : [])]
  return (
    <InspectorSection
      title={t('section.refMarks')}
      onAdd={{
        label: t('addReference'),
        run: () => {
          setAddedAt(entries.length)
          add(fresh)
        },
      }}
    >
      {entries.length > 0 &&
        entries.map((mark, index) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no id in the format
            key={index}
            className="flex flex-col border-b border-line pb-2 last:border-0"
            aria-label={t('reference', { number: index + 1 })}
          >
            <InspectorRow label={t('field.type')}>
              {(id) => (
                <Select
                  id={id}
                  isSmall
                  value={String(mark.type)}
                  options={['line', 'band'].map((value) => ({ value, label: t(`option.${value as 'line'}`) }))}
                  onChange={(type) =>
                    change(
                      index,
                      type === 'band'
                        ? { type, endValue: mark.endValue ?? mark.value }
                        : { type, endValue: undefined, fill: undefined },
                    )
                  }
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
                  onChange={(axis) => change(index, { axis })}
                />
              )}
            </InspectorRow>
            <InspectorRow label={t('field.value')}>
              {(id) => (
                <WordsField
                  id={id}
                  isFormula
                  takesFocus={index === addedAt}
                  value={formulaOf(mark.value)}
                  onSave={(formula) => change(index, { value: { type: 'formula', formula } })}
                />
              )}
            </InspectorRow>
            {mark.type === 'band' && (
              <InspectorRow label={t('field.endValue')}>
                {(id) => (
                  <WordsField
                    id={id}
                    isFormula
                    value={formulaOf(mark.endValue)}
                    onSave={(formula) => change(index, { endValue: { type: 'formula', formula } })}
                  />
                )}
              </InspectorRow>
            )}
            <InspectorRow label={t('field.label')}>
              {(id) => (
                <WordsField
                  id={id}
                  value={textOf(mark.label)}
                  onSave={(text) => change(index, { label: { visibility: 'shown', ...(text ? { text } : {}) } })}
                />
              )}
            </InspectorRow>
            <InspectorRow label={t('field.color')}>
              {(id) => (
                <ColorField
                  id={id}
                  label={t('field.color')}
                  value={record(mark.type === 'band' ? mark.fill : mark.line).color}
                  onChange={(color) =>
                    change(
                      index,
                      mark.type === 'band' ? { fill: { color } } : { line: { ...record(mark.line), color } },
                    )
                  }
                />
              )}
            </InspectorRow>
            <Button isSmall look="danger-text" className="self-start" onClick={() => remove(index)}>
              {t('remove')}
            </Button>
          </fieldset>
        ))}
    </InspectorSection>
  )
}

const models = ['linear', 'quadratic', 'polynomial', 'exponential', 'logarithmic', 'power'] as const

function TrendLines({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const { entries, change, remove, add } = useList(element, 'trendlines')
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
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id in the format
          key={index}
          className="flex flex-col border-b border-line pb-2 last:border-0"
          aria-label={t('trendLine', { number: index + 1 })}
        >
          <InspectorRow label={t('field.column')}>
            {(id) => (
              <Select
                id={id}
                isSmall
                value={String(line.columnId)}
                options={measures.map((value) => ({ value, label: names.get(value) ?? value }))}
                onChange={(columnId) => change(index, { columnId })}
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
                onChange={(model) => change(index, { model, degree: model === 'polynomial' ? 3 : undefined })}
              />
            )}
          </InspectorRow>
          {line.model === 'polynomial' && (
            <InspectorRow label={t('field.degree')}>
              {(id) => (
                <NumberField
                  id={id}
                  isSmall
                  min={3}
                  max={7}
                  value={Number(line.degree)}
                  onChange={(degree) => change(index, { degree: degree ?? 3 })}
                />
              )}
            </InspectorRow>
          )}
          <InspectorRow label={t('field.label')}>
            {(id) => (
              <WordsField
                id={id}
                value={textOf(line.label)}
                onSave={(text) => change(index, { label: text ? { visibility: 'shown', text } : undefined })}
              />
            )}
          </InspectorRow>
          <Button isSmall look="danger-text" className="self-start" onClick={() => remove(index)}>
            {t('remove')}
          </Button>
        </fieldset>
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

function formulaOf(value: unknown): string {
  const { formula, value: fixed } = record(value)
  return typeof formula === 'string' ? formula : fixed === undefined ? '' : String(fixed)
}
function textOf(label: unknown): string {
  const { text } = record(label)
  return typeof text === 'string' ? text : ''
}
function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
