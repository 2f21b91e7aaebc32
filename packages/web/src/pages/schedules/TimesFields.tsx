import { useTranslation } from 'react-i18next'
import { Field, type Option, Select, TextField } from '../../forms/index.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import { canRepeat, type Frequency, frequencies, intervals, isEndBeforeStart, type TimesForm } from './times-form.ts'

interface TimesFieldsProps {
  form: TimesForm
  onChange: (change: Partial<TimesForm>) => void
}

/** Months have at least these days. */
const daysOfMonth: Option<string>[] = Array.from({ length: 28 }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}))

/** The times of something that repeats. */
export function TimesFields({ form, onChange }: TimesFieldsProps) {
  const { t } = useTranslation('schedules')
  const { frequency } = form
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
          {frequency === 'monthly' && (
            <Field label={t('field.day')}>
              {({ id }) => (
                <Select id={id} value={form.day} options={daysOfMonth} onChange={(day) => onChange({ day })} />
              )}
            </Field>
          )}
          {frequency === 'weekly' && <DaysOfWeek day={form.day} onChange={(day) => onChange({ day })} />}
          <TimesOfDay form={form} onChange={onChange} />
        </>
      )}
    </div>
  )
}

/** One time of a day, or several from one time until another. */
function TimesOfDay({ form, onChange }: TimesFieldsProps) {
  const { t } = useTranslation('schedules')
  const { everyHours } = form
  const isSeveral = everyHours !== null && canRepeat(form.frequency)
  return (
    <>
      {canRepeat(form.frequency) && (
        <Field label={t('field.repeat')}>
          {({ id }) => (
            <Select
              id={id}
              value={String(everyHours ?? '')}
              options={[
                { value: '', label: t('repeat.once') },
                ...intervals.map((count) => ({ value: String(count), label: t('repeat.hours', { count }) })),
              ]}
              onChange={(next) => onChange({ everyHours: next === '' ? null : Number(next) })}
            />
          )}
        </Field>
      )}
      <TimeField
        label={t(isSeveral ? 'field.from' : 'field.time')}
        value={form.time}
        onChange={(time) => onChange({ time })}
      />
      {isSeveral && (
        <TimeField
          label={t('field.until')}
          error={isEndBeforeStart(form) ? t('field.untilWrong') : undefined}
          value={form.until}
          onChange={(until) => onChange({ until })}
        />
      )}
    </>
  )
}

interface TimeFieldProps {
  label: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

function TimeField({ label, error, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label} error={error}>
      {(field) => (
        <input
          {...field}
          type="time"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(fieldLook, 'w-full')}
        />
      )}
    </Field>
  )
}

/** `day`: days of the week, 0 is Sunday, separated by commas. */
function DaysOfWeek({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const { t, i18n } = useTranslation('schedules')
  const chosen = day.split(',').filter((each) => each !== '')
  const toggle = (value: string) =>
    onChange((chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]).sort().join(','))
  return (
    <fieldset className="flex flex-col gap-1 sm:col-span-2">
      <legend className="mb-1 text-xs font-medium text-muted">{t('field.days')}</legend>
      <div className="grid max-w-lg grid-cols-7 gap-1.5">
        {['1', '2', '3', '4', '5', '6', '0'].map((value) => (
          <button
            key={value}
            type="button"
            aria-label={nameOfDay(value, i18n.language, 'long')}
            aria-pressed={chosen.includes(value)}
            onClick={() => toggle(value)}
            className="h-control min-w-0 truncate rounded-md border border-field-line text-muted transition-colors hover:border-muted aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-text"
          >
            {nameOfDay(value, i18n.language, 'short')}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** 4 January 1970 was a Sunday. */
const nameOfDay = (day: string, locale: string, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + Number(day)))
