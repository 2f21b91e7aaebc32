import { findElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Checkbox, Field, Remark, Select, TextField } from '../../forms/index.ts'
import { BurstFields, LimitFields } from './BurstFields.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { CopyFields } from './CopyFields.tsx'
import { newCondition } from './condition-form.ts'
import { Attachments, MessageOptions, Receivers, Words } from './MessageFields.tsx'
import { ScheduleTrial } from './ScheduleTrial.tsx'
import { canBurst, conditionOf, firstAttachment, type ScheduleForm, type Send } from './schedule-form.ts'
import { TimesFields } from './TimesFields.tsx'
import { type OpenedWorkbook, useScheduledView } from './use-scheduled-view.ts'
import { ValueFields } from './ValueFields.tsx'

interface ScheduleFieldsProps {
  opened: OpenedWorkbook
  form: ScheduleForm
  /** The form shows the whole schedule; otherwise the parts that it does not show stay unchanged. */
  isWhole: boolean
  /** The name that it gets if none is entered. */
  usualName?: string
  onChange: (form: ScheduleForm) => void
}

/** Content, recipients and times of a schedule. */
export function ScheduleFields({ opened, form, isWhole, usualName, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('schedules')
  const set = (change: Partial<ScheduleForm>) => onChange({ ...form, ...change })
  const view = useScheduledView(opened, form.view)
  const conditionId = conditionOf(form)
  // A comparison belongs to one element, since another element has other columns.
  const setAttachments = (change: Pick<ScheduleForm, 'attachments'>) =>
    set(
      form.send === 'column' && conditionOf({ ...form, ...change }) !== conditionId
        ? { ...change, send: 'always' }
        : change,
    )
  function setSend(send: Send) {
    const element = view.document && conditionId !== null ? findElement(view.document, conditionId) : undefined
    set(send === 'column' ? { send, condition: newCondition(element) } : { send })
  }
  return (
    <>
      {!isWhole && <Remark tone="warning">{t('furtherSettings')}</Remark>}
      <TextField
        label={t('field.name')}
        value={form.name}
        placeholder={usualName}
        onChange={(name) => set({ name })}
        maxLength={255}
      />
      {isWhole && (
        <>
          {(view.options.length > 1 || form.view !== '') && (
            <Field label={t('field.view')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={form.view}
                  options={view.options}
                  // Another view may not have the part that was chosen.
                  onChange={(next) => set({ view: next, attachments: [firstAttachment], values: [], send: 'always' })}
                />
              )}
            </Field>
          )}
          {view.error && <Remark tone="danger">{explain(view.error).message}</Remark>}
          <Attachments document={view.document} attachments={form.attachments} hasNames onChange={setAttachments} />
          <ValueFields document={view.document} values={form.values} onChange={set} />
          <Receivers form={form} onChange={set} />
          {form.by === 'mail' && <CopyFields form={form} onChange={set} />}
          {canBurst(form) && <BurstFields document={view.document} form={form} onChange={set} />}
        </>
      )}
      <Words form={form} onChange={set} />
      <TimesFields form={form} onChange={set} />
      {isWhole && (
        <>
          <Field label={t('field.condition')}>
            {({ id }) => (
              <Select<Send>
                id={id}
                value={form.send}
                isDisabled={conditionId === null}
                options={(['always', 'isNotEmpty', 'isEmpty', 'column'] as const).map((value) => ({
                  value,
                  label: t(`condition.${value}`),
                }))}
                onChange={setSend}
              />
            )}
          </Field>
          {form.send === 'column' && conditionId !== null && (
            <ConditionFields
              workbookId={opened.workbookId}
              document={view.document}
              elementId={conditionId}
              condition={form.condition}
              onChange={(condition) => set({ condition })}
            />
          )}
          <LimitFields form={form} onChange={set} />
          <Options form={form} onChange={set} />
          <ScheduleTrial workbookId={opened.workbookId} form={form} />
        </>
      )}
    </>
  )
}

/** How the files are packed, and for whose rights the data is read. */
function Options({ form, onChange }: { form: ScheduleForm; onChange: (change: Partial<ScheduleForm>) => void }) {
  const { t } = useTranslation('schedules')
  const { isPrefixed, leavesOutFailedColumns } = form
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t('field.options')}</legend>
      <MessageOptions form={form} onChange={onChange} />
      <Checkbox isChecked={isPrefixed} onChange={(next) => onChange({ isPrefixed: next })}>
        {t('options.prefix')}
      </Checkbox>
      <Checkbox isChecked={leavesOutFailedColumns} onChange={(next) => onChange({ leavesOutFailedColumns: next })}>
        {t('options.leaveOut')}
      </Checkbox>
    </fieldset>
  )
}
