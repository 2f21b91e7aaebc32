import {
  chartsWithLegend,
  columnNames,
  columnsOf,
  columnsOfTarget,
  findElement,
  legendTargetsOf,
  removeChartTarget,
  setControlFields,
  setLegendTarget,
  sourceOfControl,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Combobox, InspectorRow, InspectorSection, Select } from '../../../forms/index.ts'
import { IconButton, X } from '../../../ui/index.ts'
import { columnsOfTables } from '../../columns-of-tables.ts'
import { addTrigger } from './add-trigger.tsx'
import { type ControlPart, recordOf } from './control-part.ts'
import { nameOf, pageOf } from './TargetsSection.tsx'

/** The column whose values the legend lists. */
export function LegendValues({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const source = sourceOfControl(control)
  const { columnId } = recordOf(control.source)
  // Tables of a data model are listed by the elements that show them; tables of the workbook are all offered.
  const ofModel = source?.kind === 'data-model' ? columnsOfTarget(document, source) : []
  const tables = columnsOfTables(document).map((option) => {
    const [elementId, column] = JSON.parse(option.value) as string[]
    return { ...option, value: JSON.stringify([{ kind: 'table', elementId }, column]) }
  })
  const options = [
    ...ofModel.map((column) => ({ value: JSON.stringify([source, column.columnId]), label: column.name })),
    ...tables,
  ]
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      <InspectorRow label={t('control.source')}>
        {() => (
          <Combobox
            label={t('control.source')}
            isSmall
            value={JSON.stringify([source, columnId])}
            options={options}
            placeholder={t('control.sourceNone')}
            onChange={(key) => {
              const [read, column] = JSON.parse(key) as [object, string]
              change(
                setControlFields(document, control.id, { source: { kind: 'source', source: read, columnId: column } }),
              )
            }}
          />
        )}
      </InspectorRow>
    </InspectorSection>
  )
}

/** The charts whose categories readers choose among, each with the column of its colours. */
export function LegendTargets({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const targets = legendTargetsOf(control)
  const free = chartsWithLegend(document).filter(
    ({ elementId }) => !targets.some((target) => target.elementId === elementId),
  )
  return (
    <InspectorSection title={`${t('section.targets')} (${targets.length})`} storageKey="control targets">
      {targets.length === 0 && <p className="text-xs text-muted">{t('control.targetCharts')}</p>}
      {targets.map(({ elementId, columnId }) => {
        const chart = findElement(document, elementId)
        const name = nameOf(document, elementId)
        const names = chart ? [...columnNames(columnsOf(chart))] : []
        return (
          <div key={elementId} className="flex items-center gap-1">
            <div className="min-w-0 grow">
              <p className="truncate text-xs text-muted">{name}</p>
              <Select
                isSmall
                label={`${t('field.column')}: ${name}`}
                value={columnId}
                options={names.map(([value, label]) => ({ value, label }))}
                onChange={(next) => change(setLegendTarget(document, control.id, { elementId, columnId: next }))}
              />
            </div>
            <IconButton
              label={t('control.removeTarget', { name })}
              icon={X}
              size="small"
              onClick={() => change(removeChartTarget(document, control.id, elementId))}
            />
          </div>
        )
      })}
      <Combobox
        label={t('control.targetAdd')}
        value={null}
        options={free.map(({ elementId }) => ({
          value: elementId,
          label: nameOf(document, elementId),
          group: pageOf(document, elementId),
        }))}
        onChange={(elementId) => {
          const target = free.find((each) => each.elementId === elementId)
          if (target) change(setLegendTarget(document, control.id, target))
        }}
        trigger={addTrigger(t('control.targetAdd'))}
      />
    </InspectorSection>
  )
}
