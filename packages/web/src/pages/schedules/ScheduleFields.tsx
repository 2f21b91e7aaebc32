import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Checkbox, Field, type Option, Remark, Select, TextField } from '../../forms/index.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import { Attachments, MessageOptions, Receivers, Words } from './MessageFields.tsx'
import {
  conditionOf,
  type Frequency,
  firstAttachment,
  frequencies,
  type ScheduleForm,
  type Send,
} from './schedule-form.ts'
import { type OpenedWorkbook, useScheduledView } from './use-scheduled-view.ts'

interface ScheduleFieldsProps {
  opened: OpenedWorkbook
  form: ScheduleForm
  /** The form shows all of the schedule; else what it does not show stays. */
  isWhole: boolean
  onChange: (form: ScheduleForm) => void
}

/** What is sent, to whom and when. */
export function ScheduleFields({ opened, form, isWhole, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('schedules')
  const set = (change: Partial<ScheduleForm>) => onChange({ ...form, ...change })
  const view = useScheduledView(opened, form.view)
  return (
    <>
      {!isWhole && <Remark tone="warning">{t('furtherSettings')}</Remark>}
      <TextField label={t('field.name')} value={form.name} onChange={(name) => set({ name })} maxLength={255} />
      {isWhole && (
        <>
          {(view.options.length > 1 || form.view !== '') && (
            <Field label={t('field.view')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={form.view}
                  options={view.options}
                  // A part of one view may be in no other.
                  onChange={(next) => set({ view: next, attachments: [firstAttachment], send: 'always' })}
                />
              )}
            </Field>
          )}
          {view.error && <Remark tone="danger">{explain(view.error).message}</Remark>}
          <Attachments document={view.document} attachments={form.attachments} onChange={set} />
          <Receivers form={form} onChange={set} />
        </>
      )}
      <Words form={form} onChange={set} />
      <Times form={form} onChange={set} />
      {isWhole && (
        <>
          <Field label={t('field.condition')}>
            {({ id }) => (
              <Select<Send>
                id={id}
                value={form.send}
                isDisabled={conditionOf(form) === null}
                options={(['always', 'isNotEmpty', 'isEmpty'] as const).map((value) => ({
                  value,
                  label: t(`condition.${value}`),
                }))}
                onChange={(send) => set({ send })}
              />
            )}
          </Field>
          <Options form={form} onChange={set} />
        </>
      )}
    </>
  )
}

/** How the files are packed, and whose data they hold. */
function Options({ form, onChange }: { form: ScheduleForm; onChange: (change: Partial<ScheduleForm>) => void }) {
  const { t } = useTranslation('schedules')
  const { attachments, isZipped, isMerged, leavesOutFailedColumns } = form
  const sheets = attachments.filter(({ format, what }) => format === 'XLSX' && what.startsWith('element:'))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t('field.options')}</legend>
      <MessageOptions form={form} onChange={onChange} />
      {(sheets.length > 1 || isMerged) && (
        <Checkbox isChecked={isMerged} onChange={(next) => onChange({ isMerged: next })}>
          {t('options.merge')}
        </Checkbox>
      )}
      <Checkbox isChecked={isZipped} onChange={(next) => onChange({ isZipped: next })}>
        {t('options.zip')}
      </Checkbox>
      <Checkbox isChecked={leavesOutFailedColumns} onChange={(next) => onChange({ leavesOutFailedColumns: next })}>
        {t('options.leaveOut')}
      </Checkbox>
    </fieldset>
  )
}

function Times({ form, onChange }: { form: ScheduleForm; onChange: (change: Partial<ScheduleForm>) => void }) {
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
