import { controlsOf, elementName, findControl, type WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { Field, Select, TextArea, TextField } from '../../forms/index.ts'
import { IconButton, Trash } from '../../ui/index.ts'
import { DateValueField } from './DateValueField.tsx'
import type { ScheduleForm } from './schedule-form.ts'
import { newValue, type ValueForm, valueKindOf } from './value-form.ts'

interface ValueFieldsProps {
  document: WorkbookDocument | undefined
  values: readonly ValueForm[]
  onChange: (change: Pick<ScheduleForm, 'values'>) => void
}

/** Control values for the sent files, instead of the values in the workbook. Draws nothing when the workbook has no control. */
export function ValueFields({ document, values, onChange }: ValueFieldsProps) {
  const { t } = useTranslation('schedules')
  const nameOf = (controlId: string) => {
    const control = document && findControl(document, controlId)
    return (control && elementName(control)) ?? controlId
  }
  const others = (document ? controlsOf(document) : []).flatMap((control) => {
    const kind = valueKindOf(control)
    const { controlId } = control
    return kind === undefined || values.some((value) => value.controlId === controlId) ? [] : [{ controlId, kind }]
  })
  if (others.length === 0 && values.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      {values.map((value, index) => (
        <div key={value.controlId} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <ValueField
              name={nameOf(value.controlId)}
              value={value}
              onChange={(next) => onChange({ values: values.with(index, next) })}
            />
          </div>
          <IconButton
            label={t('values.remove', { name: nameOf(value.controlId) })}
            icon={Trash}
            // Beside the first field, below its label.
            className="mt-5"
            onClick={() => onChange({ values: values.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {others.length > 0 && (
        <Field label={t('field.values')} hint={t('field.valuesHint')}>
          {({ id }) => (
            <Select
              id={id}
              value=""
              options={[
                { value: '', label: t('values.choose') },
                ...others.map(({ controlId }) => ({ value: controlId, label: nameOf(controlId) })),
              ]}
              onChange={(controlId) => {
                const chosen = others.find((other) => other.controlId === controlId)
                if (chosen) onChange({ values: [...values, newValue(controlId, chosen.kind)] })
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}

interface ValueFieldProps {
  name: string
  value: ValueForm
  onChange: (value: ValueForm) => void
}

function ValueField({ name, value, onChange }: ValueFieldProps) {
  const { t } = useTranslation('schedules')
  const { kind, text, end } = value
  const setText = (next: string) => onChange({ ...value, text: next })
  const setEnd = (next: string) => onChange({ ...value, end: next })
  if (kind === 'date') return <DateValueField name={name} text={text} onChange={setText} />
  if (kind === 'date-range') {
    return (
      <div className="flex flex-col gap-2">
        <DateValueField name={t('values.from', { name })} text={text} onChange={setText} />
        <DateValueField name={t('values.to', { name })} text={end} onChange={setEnd} />
      </div>
    )
  }
  if (kind === 'list' || kind === 'paths') {
    return (
      <TextArea
        label={name}
        hint={t(kind === 'paths' ? 'values.eachPath' : 'values.eachLine')}
        rows={3}
        value={text}
        onChange={setText}
      />
    )
  }
  if (kind === 'boolean') {
    return (
      <Field label={name}>
        {({ id }) => (
          <Select
            id={id}
            value={text}
            options={(['true', 'false'] as const).map((each) => ({ value: each, label: t(`values.${each}`) }))}
            onChange={setText}
          />
        )}
      </Field>
    )
  }
  if (kind === 'number-range') {
    return (
      <div className="grid grid-cols-2 gap-2">
        <TextField inputMode="decimal" label={t('values.from', { name })} value={text} onChange={setText} />
        <TextField inputMode="decimal" label={t('values.to', { name })} value={end} onChange={setEnd} />
      </div>
    )
  }
  const look = kind === 'number' ? { inputMode: 'decimal' as const } : {}
  return <TextField {...look} label={name} value={text} onChange={setText} />
}
