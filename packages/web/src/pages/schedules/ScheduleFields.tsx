import { elementName, elementsOfPage, isDataElement, type WorkbookDocument } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Field, type Option, Remark, Select, TextArea, TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import { type Format, type Frequency, formatsOf, frequencies, type ScheduleForm, type Send } from './schedule-form.ts'
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
  const parts = useMemo(
    () => partsOf(view.document, t('what.all'), (name) => t('what.page', { name })),
    [view.document, t],
  )
  const formats = formatsOf(form.what)
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
                  onChange={(next) => set({ view: next, what: 'all', format: 'XLSX' })}
                />
              )}
            </Field>
          )}
          {view.error && <Remark tone="danger">{explain(view.error).message}</Remark>}
          <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
            <Field label={t('field.what')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={form.what}
                  options={parts}
                  onChange={(what) =>
                    set({ what, ...(formatsOf(what).includes(form.format) ? {} : { format: 'XLSX' as const }) })
                  }
                />
              )}
            </Field>
            <Field label={t('field.format')}>
              {({ id }) => (
                <Select<Format>
                  id={id}
                  value={form.format}
                  options={formats.map((value) => ({ value, label: value === 'XLSX' ? 'Excel' : value }))}
                  onChange={(format) => set({ format })}
                />
              )}
            </Field>
          </div>
          <Receivers form={form} onChange={set} />
        </>
      )}
      <TextField
        label={t('field.subject')}
        isOptional={t('field.optional')}
        value={form.subject}
        onChange={(subject) => set({ subject })}
        maxLength={255}
      />
      <TextArea
        label={t('field.message')}
        isOptional={t('field.optional')}
        rows={3}
        value={form.message}
        onChange={(message) => set({ message })}
      />
      <Times form={form} onChange={set} />
      {isWhole && (
        <Field label={t('field.condition')}>
          {({ id }) => (
            <Select<Send>
              id={id}
              value={form.send}
              isDisabled={!form.what.startsWith('element:')}
              options={(['always', 'isNotEmpty', 'isEmpty'] as const).map((value) => ({
                value,
                label: t(`condition.${value}`),
              }))}
              onChange={(send) => set({ send })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** By mail or to a webhook; what this server or the account type of the reader does not send says why. */
function Receivers({ form, onChange }: { form: ScheduleForm; onChange: (change: Partial<ScheduleForm>) => void }) {
  const { t } = useTranslation('schedules')
  const session = useSession()
  const sendsMail = session?.sendsMail !== false
  const mayHook = session?.member.isAdmin || session?.member.permissions.includes('export-to-webhook')
  return (
    <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
      <Field label={t('field.by')}>
        {({ id }) => (
          <Select<ScheduleForm['by']>
            id={id}
            value={form.by}
            options={[
              {
                value: 'mail',
                label: t('by.mail'),
                isDisabled: !sendsMail,
                text: sendsMail ? undefined : t('by.noMail'),
              },
              {
                value: 'webhook',
                label: t('by.webhook'),
                isDisabled: !mayHook,
                text: mayHook ? undefined : t('by.noWebhook'),
              },
            ]}
            onChange={(by) => onChange({ by })}
          />
        )}
      </Field>
      {form.by === 'mail' ? (
        <TextField
          label={t('field.to')}
          hint={t('field.toHint')}
          value={form.to}
          onChange={(to) => onChange({ to })}
          disabled={!sendsMail}
        />
      ) : (
        <TextField
          label={t('field.hook')}
          hint={t('field.hookHint')}
          value={form.hook}
          onChange={(hook) => onChange({ hook })}
          inputMode="url"
          placeholder="https://"
          disabled={!mayHook}
        />
      )}
      {!sendsMail && (
        <div className="sm:col-span-2">
          <Remark tone="warning">{t(mayHook ? 'by.noMailHere' : 'by.nothingHere')}</Remark>
        </div>
      )}
    </div>
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

function partsOf(
  document: WorkbookDocument | undefined,
  all: string,
  page: (name: string) => string,
): Option<string>[] {
  if (!document) return [{ value: 'all', label: all }]
  const shown = document.pages.filter(({ visibility }) => visibility === undefined)
  return [
    { value: 'all', label: all },
    ...shown.flatMap(({ id, name }) => {
      const elements = elementsOfPage(document, id).filter(isDataElement)
      if (elements.length === 0) return []
      return [
        { value: `page:${id}`, label: page(name) },
        ...elements.map((element) => ({
          value: `element:${element.id}`,
          label: elementName(element) ?? element.id,
          text: name,
        })),
      ]
    }),
  ]
}
