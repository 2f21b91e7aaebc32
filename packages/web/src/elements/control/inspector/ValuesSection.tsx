import { columnNames, columnsOf, setControlFields, takeValuesFrom } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Combobox, InspectorRow, InspectorSection } from '../../../forms/index.ts'
import { Segmented } from '../../../ui/index.ts'
import { columnsOfTables } from '../../columns-of-tables.ts'
import { controlEndsOf } from '../../inspector-fields/control-fields.ts'
import { type ControlPart, recordOf } from './control-part.ts'
import { DateRangeSection } from './DateRangeSection.tsx'
import { HierarchySection } from './HierarchySection.tsx'
import { ManualValues } from './ManualValues.tsx'
import { OptionRows } from './OptionRows.tsx'

/** What a reader can choose from. */
export function ValuesSection(part: ControlPart) {
  const { control } = part
  const { t } = useTranslation('inspectors')
  const ends = controlEndsOf(control)
  const hasList = control.controlType === 'list' || control.controlType === 'segmented'
  if (control.controlType === 'date-range') return <DateRangeSection {...part} />
  if (control.controlType === 'hierarchy') return <HierarchySection {...part} />
  if (!hasList && ends.length === 0) return null
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      {hasList && <ListedValues {...part} />}
      <OptionRows {...part} fields={ends} />
    </InspectorSection>
  )
}

/** Values of a column, with another column to show for them, or values that are written here. */
function ListedValues(part: ControlPart) {
  const { control, document, change } = part
  const { t } = useTranslation('inspectors')
  const source = recordOf(control.source)
  const of = recordOf(source.source)
  const isManual = source.kind === 'manual'
  const set = (next: object | undefined) => change(setControlFields(document, control.id, { source: next }))
  const shown = document.elements[String(of.elementId)]
  const shownColumns = shown
    ? [...columnNames(columnsOf(shown))]
        .filter(([id]) => id !== source.columnId)
        .map(([value, label]) => ({ value, label }))
    : []
  return (
    <>
      <Segmented
        label={t('control.source')}
        isWide
        value={isManual ? 'manual' : 'column'}
        options={(['column', 'manual'] as const).map((value) => ({ value, label: t(`control.from.${value}`) }))}
        onChange={(kind) => set(kind === 'manual' ? { kind: 'manual', valueType: 'text', values: [] } : undefined)}
      />
      {isManual ? (
        <ManualValues source={source} onChange={set} />
      ) : (
        <>
          <InspectorRow label={t('control.source')}>
            {() => (
              <Combobox
                label={t('control.source')}
                isSmall
                value={source.kind === 'source' ? JSON.stringify([of.elementId, source.columnId]) : null}
                options={columnsOfTables(document)}
                placeholder={t('control.sourceNone')}
                onChange={(key) => {
                  const [elementId = '', columnId = ''] = JSON.parse(key) as string[]
                  change(takeValuesFrom(document, control.id, { elementId, columnId }))
                }}
              />
            )}
          </InspectorRow>
          {source.kind === 'source' && shownColumns.length > 0 && (
            <InspectorRow label={t('control.display')}>
              {() => (
                <Combobox
                  label={t('control.display')}
                  isSmall
                  value={typeof source.displayColumnId === 'string' ? source.displayColumnId : ''}
                  options={[{ value: '', label: t('control.displayNone') }, ...shownColumns]}
                  onChange={(columnId) => {
                    const { displayColumnId: _before, ...rest } = source
                    set(columnId === '' ? rest : { ...rest, displayColumnId: columnId })
                  }}
                />
              )}
            </InspectorRow>
          )}
        </>
      )}
    </>
  )
}
