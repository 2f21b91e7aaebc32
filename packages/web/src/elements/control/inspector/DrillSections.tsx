import {
  chartsToDrill,
  columnNames,
  columnsOf,
  columnsOfTarget,
  drillCategories,
  drillCategoryName,
  drillLevel,
  drillTargets,
  findElement,
  removeChartTarget,
  setControlFields,
  setDrillColumn,
  setDrillLevels,
  setDrillTarget,
  sourceOfControl,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId } from '../../../editor/index.ts'
import { Combobox, InspectorRow, InspectorSection, Select } from '../../../forms/index.ts'
import { ChevronUp, IconButton, X } from '../../../ui/index.ts'
import { addTrigger } from './add-trigger.tsx'
import type { ControlPart } from './control-part.ts'
import { nameOf, pageOf } from './TargetsSection.tsx'

/** The levels that a reader drills through, and what each chart shows at each of them. */
export function DrillSections(part: ControlPart) {
  return (
    <>
      <Levels {...part} />
      <Targets {...part} />
    </>
  )
}

function Levels({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const source = sourceOfControl(control)
  const levels = drillCategories(control)
  const options = levels.map((id) => ({ value: id, label: drillCategoryName(document, control, id) }))
  const free = source ? columnsOfTarget(document, source).filter(({ columnId }) => !levels.includes(columnId)) : []
  const set = (next: readonly string[]) => change(setDrillLevels(document, control.id, next, newId))
  return (
    <InspectorSection title={t('control.levels')} storageKey="control levels">
      <ol className="flex flex-col">
        {options.map(({ value, label }, index) => (
          <li key={value} className="flex h-small items-center gap-1 text-sm">
            <span className="min-w-0 grow truncate">{label}</span>
            {index > 0 && (
              <IconButton
                label={t('control.levelUp', { name: label })}
                icon={ChevronUp}
                size="small"
                onClick={() => {
                  const others = levels.filter((id) => id !== value)
                  set([...others.slice(0, index - 1), value, ...others.slice(index - 1)])
                }}
              />
            )}
            {levels.length > 1 && (
              <IconButton
                label={t('control.levelRemove', { name: label })}
                icon={X}
                size="small"
                onClick={() => set(levels.filter((id) => id !== value))}
              />
            )}
          </li>
        ))}
      </ol>
      <Combobox
        label={t('control.levelAdd')}
        value={null}
        options={free.map(({ columnId, name }) => ({ value: columnId, label: name }))}
        onChange={(columnId) => set([...levels, columnId])}
        trigger={addTrigger(t('control.levelAdd'))}
      />
      <InspectorRow label={t('control.startsAt')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={drillLevel(control) ?? ''}
            options={options}
            onChange={(value) =>
              change(setControlFields(document, control.id, { value: value === levels[0] ? undefined : value }))
            }
          />
        )}
      </InspectorRow>
    </InspectorSection>
  )
}

/** Option for an empty level: keep the previous columns. */
const kept = ''

function Targets({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const targets = drillTargets(control)
  const levels = drillCategories(control)
  const free = chartsToDrill(document, control).filter((id) => !targets.some(({ elementId }) => elementId === id))
  return (
    <InspectorSection title={`${t('section.targets')} (${targets.length})`} storageKey="control targets">
      {targets.length === 0 && <p className="text-xs text-muted">{t('control.targetCharts')}</p>}
      {targets.map(({ elementId, columnIds }) => {
        const chart = findElement(document, elementId)
        const name = nameOf(document, elementId)
        const columns = chart ? [...columnNames(columnsOf(chart))] : []
        return (
          <div key={elementId} className="flex flex-col gap-1">
            <div className="flex items-center gap-1">
              <p className="min-w-0 grow truncate text-xs font-medium">{name}</p>
              <IconButton
                label={t('control.removeTarget', { name })}
                icon={X}
                size="small"
                onClick={() => change(removeChartTarget(document, control.id, elementId))}
              />
            </div>
            {levels.map((level, index) => {
              const levelName = drillCategoryName(document, control, level)
              const chosen = columnIds[index]
              return (
                <InspectorRow key={level} label={levelName}>
                  {(id) => (
                    <Select
                      id={id}
                      isSmall
                      label={t('control.levelOf', { level: levelName, name })}
                      value={typeof chosen === 'string' ? chosen : kept}
                      options={[
                        { value: kept, label: t('control.levelKept') },
                        ...columns.map(([value, label]) => ({ value, label })),
                      ]}
                      onChange={(value) =>
                        change(
                          setDrillColumn(document, control.id, {
                            elementId,
                            level,
                            columnId: value === kept ? null : value,
                          }),
                        )
                      }
                    />
                  )}
                </InspectorRow>
              )
            })}
          </div>
        )
      })}
      <Combobox
        label={t('control.targetAdd')}
        value={null}
        options={free.map((id) => ({ value: id, label: nameOf(document, id), group: pageOf(document, id) }))}
        onChange={(elementId) => change(setDrillTarget(document, control.id, elementId, newId))}
        trigger={addTrigger(t('control.targetAdd'))}
      />
    </InspectorSection>
  )
}
