import { useTranslation } from 'react-i18next'
import { Field, Select, TextField } from '../../forms/index.ts'
import { directions, relativeOf, relativeUnits, textOfRelative } from './value-form.ts'

interface DateValueFieldProps {
  name: string
  /** `2026-05-31`, relative as `prior-day-7`, or empty. */
  text: string
  onChange: (text: string) => void
}

/** A fixed day, or one relative to the day on which the schedule runs. */
export function DateValueField({ name, text, onChange }: DateValueFieldProps) {
  const { t } = useTranslation('schedules')
  const relative = relativeOf(text)
  return (
    <div className="grid grid-cols-2 gap-2">
      <Field label={name}>
        {({ id }) => (
          <Select
            id={id}
            value={relative?.direction ?? 'fixed'}
            options={(['fixed', ...directions] as const).map((each) => ({
              value: each,
              label: t(`values.day.${each}`),
            }))}
            onChange={(next) => {
              const direction = directions.find((each) => each === next)
              onChange(direction ? textOfRelative({ unit: 'day', count: '1', ...relative, direction }) : '')
            }}
          />
        )}
      </Field>
      {relative === null ? (
        <TextField
          type="date"
          label={t('values.date')}
          aria-label={t('values.dateOf', { name })}
          value={text}
          onChange={onChange}
        />
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <TextField
            inputMode="numeric"
            label={t('values.count')}
            aria-label={t('values.countOf', { name })}
            value={relative.count}
            onChange={(count) => onChange(textOfRelative({ ...relative, count: count.trim() }))}
          />
          <Field label={t('values.unit')}>
            {({ id }) => (
              <Select
                id={id}
                value={relative.unit}
                options={relativeUnits.map((each) => ({ value: each, label: t(`values.units.${each}`) }))}
                onChange={(next) => {
                  const unit = relativeUnits.find((each) => each === next)
                  if (unit) onChange(textOfRelative({ ...relative, unit }))
                }}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
