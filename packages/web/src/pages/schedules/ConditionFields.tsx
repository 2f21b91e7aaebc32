import type { ElementColumnEntry } from '@octavo/core/contract'
import { columnName, columnsOf, findElement, type WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field, type Option, Select, TextField } from '../../forms/index.ts'
import { listAll } from '../data/list-all.ts'
import {
  type ComparedKind,
  type ConditionForm,
  comparesWith,
  comparisonsOf,
  kindOfType,
  withKind,
} from './condition-form.ts'

interface ConditionFieldsProps {
  workbookId: string
  document: WorkbookDocument | undefined
  elementId: string
  condition: ConditionForm
  onChange: (condition: ConditionForm) => void
}

/** A condition on an element: the rows of a column, or the number of a KPI, compared with a value. */
export function ConditionFields({ workbookId, document, elementId, condition, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('schedules')
  const set = (change: Partial<ConditionForm>) => onChange({ ...condition, ...change })
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">{t('condition.column')}</legend>
      {condition.measure === null ? (
        <ColumnFields {...{ workbookId, document, elementId, condition, onChange }} />
      ) : (
        <Field label={t('when.number')} className="sm:col-span-2">
          {({ id }) => (
            <Select<'value' | 'comparison'>
              id={id}
              value={condition.measure ?? 'value'}
              options={(['value', 'comparison'] as const).map((value) => ({ value, label: t(`when.${value}`) }))}
              onChange={(measure) => set({ measure })}
            />
          )}
        </Field>
      )}
      <Field label={t('when.is')}>
        {({ id }) => (
          <Select
            id={id}
            value={condition.op}
            options={comparisonsOf(condition.kind).map((value) => ({ value, label: t(`comparison.${value}`) }))}
            onChange={(op) => set({ op })}
          />
        )}
      </Field>
      {comparesWith(condition) && (
        <ValueField kind={condition.kind} value={condition.value} onChange={(value) => set({ value })} />
      )}
    </fieldset>
  )
}

/** The column, and whether one row is enough. */
function ColumnFields({ workbookId, document, elementId, condition, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('schedules')
  const typed = useQuery({
    queryKey: ['schedules', workbookId, 'columns', elementId],
    queryFn: ({ signal }) =>
      listAll<ElementColumnEntry>(`/v2/workbooks/${workbookId}/elements/${encodeURIComponent(elementId)}/columns`, {
        signal,
      }),
  })
  const element = document && findElement(document, elementId)
  const options: Option<string>[] = (element ? columnsOf(element) : []).map((column) => ({
    value: column.id,
    label: columnName(column),
  }))
  // While the type of the column is unknown, every comparison is offered.
  const kindOf = (columnId: string): ComparedKind =>
    kindOfType(typed.data?.entries.find((column) => column.columnId === columnId)?.type.type)
  return (
    <>
      <Field label={t('when.column')}>
        {({ id }) => (
          <Select
            id={id}
            value={condition.columnId}
            isDisabled={typed.isPending}
            options={condition.columnId === '' ? [{ value: '', label: t('when.choose') }, ...options] : options}
            onChange={(columnId) => onChange(withKind({ ...condition, columnId }, kindOf(columnId)))}
          />
        )}
      </Field>
      <Field label={t('when.rows')}>
        {({ id }) => (
          <Select<'any' | 'all'>
            id={id}
            value={condition.mode}
            options={(['any', 'all'] as const).map((value) => ({ value, label: t(`when.${value}`) }))}
            onChange={(mode) => onChange({ ...condition, mode })}
          />
        )}
      </Field>
    </>
  )
}

function ValueField({
  kind,
  value,
  onChange,
}: {
  kind: ComparedKind
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('schedules')
  if (kind !== 'boolean') {
    const type = kind === 'fixed-date' ? 'date' : 'text'
    const inputMode = kind === 'integer' ? 'decimal' : 'text'
    return <TextField label={t('when.than')} type={type} inputMode={inputMode} value={value} onChange={onChange} />
  }
  return (
    <Field label={t('when.than')}>
      {({ id }) => (
        <Select<'true' | 'false'>
          id={id}
          value={value === 'true' ? 'true' : 'false'}
          options={(['true', 'false'] as const).map((flag) => ({ value: flag, label: t(`when.${flag}`) }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
