import {
  allElements,
  type BaseElement,
  type ControlElement,
  changeControlType,
  columnHolder,
  columnNames,
  columnsOf,
  controlsOf,
  controlTypes,
  elementName,
  fitsControl,
  isControl,
  likelyTarget,
  removeTarget,
  savedControlValue,
  setControlFields,
  setTarget,
  takeValuesFrom,
  targetsOf,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState, useOpenPage } from '../../editor/index.ts'
import { Combobox, InspectorRow, InspectorSection, NumberField, Select } from '../../forms/index.ts'
import { fieldLookSmall, IconButton, Plus, Switch, X } from '../../ui/index.ts'
import { WordsField } from '../inspector-fields/FieldRow.tsx'
import type { ElementInspector } from '../inspectors.ts'
import { useColumnFacts } from '../table/columns/index.ts'
import '../../i18n/inspectors.ts'

interface PartProps {
  control: ControlElement
  document: WorkbookDocument
  change: (edits: ReturnType<typeof setControlFields>, gather?: string) => void
}

function Properties({ element: { id } }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const control = document.elements[id]
  if (!control || !isControl(control)) return null
  const change: PartProps['change'] = (edits, gather) =>
    editor.apply(t('word.control'), edits, gather ? { gather } : {})
  const part = { control, document, change }
  return (
    <>
      <Settings {...part} />
      <Values {...part} />
      <Targets {...part} />
    </>
  )
}

function Settings({ control, document, change }: PartProps) {
  const { t } = useTranslation('inspectors')
  const [problem, setProblem] = useState<string>()
  const set = (fields: Record<string, unknown>) => change(setControlFields(document, control.id, fields))
  const details = typeof control.x === 'object' && control.x !== null ? (control.x as Record<string, unknown>) : {}
  const types = controlTypes.includes(control.controlType) ? controlTypes : [control.controlType, ...controlTypes]
  return (
    <InspectorSection title={t('section.control')} storageKey="control settings">
      <InspectorRow label={t('field.type')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={control.controlType}
            options={types.map((type) => ({ value: type, label: t(`control.type.${type as 'list'}`) }))}
            onChange={(type) => change(changeControlType(document, control.id, type))}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('control.label')}>
        {(id) => <WordsField id={id} value={control.name ?? ''} onSave={(name) => set({ name: name || undefined })} />}
      </InspectorRow>
      <InspectorRow label={t('control.id')} {...(problem ? { hint: problem } : {})}>
        {(id) => (
          <WordsField
            id={id}
            value={control.controlId}
            onSave={(controlId) => {
              const isTaken = controlsOf(document).some(
                (other) => other.id !== control.id && other.controlId === controlId,
              )
              setProblem(isTaken ? t('control.idTaken') : undefined)
              if (!isTaken && controlId.trim() !== '') set({ controlId: controlId.trim() })
            }}
          />
        )}
      </InspectorRow>
      <InspectorRow label={t('control.required')}>
        {(id) => (
          <Switch
            id={id}
            label={t('control.required')}
            isOn={details.required === true}
            onChange={(isOn) => {
              const { required: _required, ...rest } = details
              const x = isOn ? { ...rest, required: true } : rest
              set({ x: Object.keys(x).length > 0 ? x : undefined })
            }}
          />
        )}
      </InspectorRow>
      {control.controlType === 'list' && (
        <InspectorRow label={t('control.multiple')}>
          {(id) => (
            <Switch
              id={id}
              label={t('control.multiple')}
              isOn={control.selectionMode !== 'single'}
              onChange={(isOn) =>
                set({ selectionMode: isOn ? 'multiple' : 'single', value: undefined, values: undefined })
              }
            />
          )}
        </InspectorRow>
      )}
    </InspectorSection>
  )
}

const numberFields: Readonly<Record<string, readonly string[]>> = {
  number: ['value'],
  'number-range': ['min', 'max'],
  slider: ['low', 'high', 'step', 'value'],
  'range-slider': ['low', 'high', 'step', 'min', 'max'],
  'top-n': ['rowCount'],
}

function Values({ control, document, change }: PartProps) {
  const { t } = useTranslation('inspectors')
  const fields = numberFields[control.controlType] ?? []
  const readsColumn = control.controlType === 'list' || control.controlType === 'segmented'
  if (control.controlType === 'date-range') return <DateRange control={control} document={document} change={change} />
  if (!readsColumn && fields.length === 0) return null
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      {readsColumn && (
        <InspectorRow label={t('control.source')}>
          {() => (
            <Combobox
              label={t('control.source')}
              isSmall
              value={sourceKey(control)}
              options={columnsOfTables(document)}
              placeholder={t('control.sourceNone')}
              onChange={(key) => {
                const [elementId = '', columnId = ''] = JSON.parse(key) as string[]
                change(takeValuesFrom(document, control.id, { elementId, columnId }))
              }}
            />
          )}
        </InspectorRow>
      )}
      {fields.map((field) => {
        const value = control[field]
        return (
          <InspectorRow key={field} label={t(`controlField.${field as 'low'}`)}>
            {(id) => (
              <NumberField
                id={id}
                isSmall
                value={typeof value === 'number' ? value : null}
                onChange={(next) =>
                  change(
                    setControlFields(document, control.id, { [field]: next ?? undefined }),
                    `${control.id} ${field}`,
                  )
                }
              />
            )}
          </InspectorRow>
        )
      })}
    </InspectorSection>
  )
}

const modes = ['last', 'next', 'current', 'between', 'on', 'before', 'after'] as const
const units = ['day', 'week-starting-monday', 'month', 'quarter', 'year'] as const

/** Fixed or relative dates, with the dates that a relative range means today. */
function DateRange({ control, document, change }: PartProps) {
  const { t } = useTranslation('inspectors')
  const { zone } = useOpenPage()
  const saved = savedControlValue(control, { now: new Date().toISOString(), zone })
  const set = (fields: Record<string, unknown>) => change(setControlFields(document, control.id, fields))
  const mode = typeof control.mode === 'string' ? control.mode : 'last'
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: zone })
  const none = {
    value: undefined,
    unit: undefined,
    includeToday: undefined,
    date: undefined,
    startDate: undefined,
    endDate: undefined,
  }
  const startOf: Record<string, Record<string, unknown>> = {
    last: { value: 30, unit: 'day', includeToday: true },
    next: { value: 30, unit: 'day', includeToday: true },
    current: { unit: 'month' },
    between: {},
  }
  const dates =
    mode === 'between'
      ? (['startDate', 'endDate'] as const)
      : ['on', 'before', 'after'].includes(mode)
        ? (['date'] as const)
        : []
  return (
    <InspectorSection title={t('section.values')} storageKey="control values">
      <InspectorRow label={t('field.type')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={mode}
            options={modes.map((value) => ({ value: value as string, label: t(`dateMode.${value}`) }))}
            onChange={(next) => set({ ...none, mode: next, ...(startOf[next] ?? { date: today }) })}
          />
        )}
      </InspectorRow>
      {(mode === 'last' || mode === 'next') && (
        <InspectorRow label={t('control.amount')}>
          {(id) => (
            <NumberField
              id={id}
              isSmall
              min={1}
              value={Number(control.value)}
              onChange={(value) => set({ value: value ?? 1 })}
            />
          )}
        </InspectorRow>
      )}
      {['last', 'next', 'current'].includes(mode) && (
        <InspectorRow label={t('controlField.unit')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={String(control.unit ?? 'day')}
              options={units.map((value) => ({ value: value as string, label: t(`unit.${value}`) }))}
              onChange={(unit) => set({ unit })}
            />
          )}
        </InspectorRow>
      )}
      {dates.map((field) => (
        <InspectorRow key={field} label={t(`controlField.${field}`)}>
          {(id) => (
            <input
              id={id}
              type="date"
              className={fieldLookSmall}
              value={typeof control[field] === 'string' ? String(control[field]).slice(0, 10) : ''}
              onChange={(event) => event.target.value && set({ [field]: event.target.value })}
            />
          )}
        </InspectorRow>
      ))}
      {saved?.kind === 'range' && (
        <p className="text-xs text-muted">
          {saved.min === null && saved.max === null
            ? t('control.meansOpen')
            : t('control.means', {
                start: String(saved.min ?? '…').slice(0, 10),
                end: String(saved.max ?? '…').slice(0, 10),
              })}{' '}
          ({zone})
        </p>
      )}
    </InspectorSection>
  )
}

function Targets({ control, document, change }: PartProps) {
  const { t } = useTranslation('inspectors')
  const targets = targetsOf(control)
  const free = tablesOf(document).filter(({ id }) => !targets.some(({ elementId }) => elementId === id))
  return (
    <InspectorSection title={`${t('section.targets')} (${targets.length})`} storageKey="control targets">
      {targets.length === 0 && (
        <p className="text-xs text-muted">{t('control.targetNone', { id: control.controlId })}</p>
      )}
      {targets.map((target) => (
        <Target key={target.elementId} target={target} control={control} document={document} change={change} />
      ))}
      <Combobox
        label={t('control.targetAdd')}
        value={null}
        options={free.map((table) => ({ value: table.id, label: elementName(table) ?? table.id }))}
        onChange={(elementId) => {
          const columnId = likelyTarget(document, control, elementId)
          if (columnId !== undefined) change(setTarget(document, control.id, { elementId, columnId }))
        }}
        trigger={{
          content: (
            <>
              <Plus className="size-4" /> {t('control.targetAdd')}
            </>
          ),
          className:
            'flex h-small items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted hover:bg-hover hover:text-ink',
        }}
      />
    </InspectorSection>
  )
}

function Target({
  target,
  control,
  document,
  change,
}: PartProps & { target: { elementId: string; columnId: string } }) {
  const { t } = useTranslation('inspectors')
  const table = columnHolder(document, target.elementId)
  if (!table) return <p className="text-xs text-danger">{t('control.gone')}</p>
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 grow">
        <p className="truncate text-xs text-muted">{elementName(table)}</p>
        <TargetColumn table={table} target={target} control={control} document={document} change={change} />
      </div>
      <IconButton
        label={t('remove')}
        icon={X}
        size="small"
        onClick={() => change(removeTarget(document, control.id, target.elementId))}
      />
    </div>
  )
}

function TargetColumn({
  table,
  target,
  control,
  document,
  change,
}: PartProps & {
  table: NonNullable<ReturnType<typeof columnHolder>>
  target: { elementId: string; columnId: string }
}) {
  const { t } = useTranslation('inspectors')
  const facts = useColumnFacts(table)
  const type = facts.type(target.columnId)
  const isMisfit = type !== 'unknown' && !fitsControl(control.controlType, type)
  return (
    <>
      <Select
        isSmall
        label={t('field.column')}
        value={target.columnId}
        options={table.columns.map(({ id }) => ({ value: id, label: facts.name(id) }))}
        onChange={(columnId) => change(setTarget(document, control.id, { elementId: target.elementId, columnId }))}
      />
      {isMisfit && <p className="text-xs text-warning">{t('control.misfit')}</p>}
    </>
  )
}

function tablesOf(document: WorkbookDocument): BaseElement[] {
  return allElements(document).filter(({ kind }) => kind === 'table' || kind === 'input-table')
}

function columnsOfTables(document: WorkbookDocument) {
  return tablesOf(document).flatMap((table) => {
    const names = columnNames(columnsOf(table))
    return columnsOf(table).map(({ id }) => ({
      value: JSON.stringify([table.id, id]),
      label: names.get(id) ?? id,
      group: elementName(table) ?? table.id,
    }))
  })
}

function sourceKey(control: ControlElement): string | null {
  const source: unknown = control.source
  if (typeof source !== 'object' || source === null || !('columnId' in source) || !('source' in source)) return null
  const of: unknown = source.source
  const elementId = typeof of === 'object' && of !== null && 'elementId' in of ? of.elementId : undefined
  return JSON.stringify([elementId, source.columnId])
}

/** What the panel at the right offers for a control. */
export const controlInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: Properties }] }
