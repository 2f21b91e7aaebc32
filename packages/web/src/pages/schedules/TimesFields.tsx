import { useTranslation } from 'react-i18next'
import { Field, type Option, Select, TextField } from '../../forms/index.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import { type Frequency, frequencies, type TimesForm } from './times-form.ts'

interface TimesFieldsProps {
  form: TimesForm
  onChange: (change: Partial<TimesForm>) => void
}

/** The times of something that repeats. */
export function TimesFields({ form, onChange }: TimesFieldsProps) {
  const { t, i18n } = useTranslation('schedules')
  const { frequency } = form
  const days: Option<string>[] =
    frequency === 'weekly'
      ? [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: nameOfDay(day, i18n.language) }))
      : Array.from({ length: 28 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('field.frequency')}>
        {({ id }) => (
          <Select<Frequency>
            id={id}
            value={frequency}
            options={frequencies.map((value) => ({ value, label: t(`frequency.${value}`) }))}
            onChange={(next) => onChange({ frequency: next, day: '1' })}
          />
        )}
      </Field>
      <Field label={t('field.zone')}>
        {(field) => (
          <>
            <input
              {...field}
              list={`${field.id}-zones`}
              value={form.zone}
              onChange={(event) => onChange({ zone: event.target.value })}
              className={fieldLook}
            />
            <datalist id={`${field.id}-zones`}>
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      {frequency === 'custom' ? (
        <TextField
          className="sm:col-span-2"
          label={t('field.cron')}
          hint={t('field.cronHint')}
          value={form.cron}
          onChange={(cron) => onChange({ cron })}
        />
      ) : (
        <>
          {(frequency === 'weekly' || frequency === 'monthly') && (
            <Field label={t('field.day')}>
              {({ id }) => <Select id={id} value={form.day} options={days} onChange={(day) => onChange({ day })} />}
            </Field>
          )}
          <Field label={t('field.time')}>
            {(field) => (
              <input
                {...field}
                type="time"
                required
                value={form.time}
                onChange={(event) => onChange({ time: event.target.value })}
                className={classNames(fieldLook, 'w-full')}
              />
            )}
          </Field>
        </>
      )}
    </div>
  )
}

/** 4 January 1970 was a Sunday. */
const nameOfDay = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day))
