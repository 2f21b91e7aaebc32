import { findElement, type WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { explain } from '../../explain.ts'
import { Checkbox, Field, Remark, Select, TextField } from '../../forms/index.ts'
import type { ProblemOf } from '../data/use-action.ts'
import { useElementOptions } from './attachment-parts.ts'
import { BurstFields, LimitFields } from './BurstFields.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { CopyFields } from './CopyFields.tsx'
import { newCondition } from './condition-form.ts'
import { Attachments, MessageOptions, Receivers, Words } from './MessageFields.tsx'
import { ScheduleTrial } from './ScheduleTrial.tsx'
import { attachedElement, canBurst, firstAttachment, type ScheduleForm, type Send } from './schedule-form.ts'
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
  problemOf: ProblemOf
  onChange: (form: ScheduleForm) => void
}

/** Content, recipients and times of a schedule. */
export function ScheduleFields({ opened, form, isWhole, usualName, problemOf, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation('schedules')
  const set = (change: Partial<ScheduleForm>) => onChange({ ...form, ...change })
  const view = useScheduledView(opened, form.view)
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
                  onChange={(next) => set({ view: next, attachments: [firstAttachment], values: [], ...noCondition })}
                />
              )}
            </Field>
          )}
          {view.error && <Remark tone="danger">{explain(view.error).message}</Remark>}
          <Attachments document={view.document} attachments={form.attachments} hasNames onChange={set} />
          <ValueFields document={view.document} values={form.values} onChange={set} />
          <Receivers form={form} problemOf={problemOf} onChange={set} />
          {form.by === 'mail' && <CopyFields form={form} problemOf={problemOf} onChange={set} />}
          {canBurst(form) && <BurstFields document={view.document} form={form} onChange={set} />}
        </>
      )}
      <Words form={form} onChange={set} />
      <TimesFields form={form} onChange={set} />
      {isWhole && (
        <>
          <WhenToSend workbookId={opened.workbookId} document={view.document} form={form} onChange={set} />
          <LimitFields form={form} onChange={set} />
          <Options form={form} onChange={set} />
          <ScheduleTrial workbookId={opened.workbookId} form={form} />
        </>
      )}
    </>
  )
}

const noCondition = { send: 'always', conditionOn: null } as const

interface WhenToSendProps {
  workbookId: string
  document: WorkbookDocument | undefined
  form: ScheduleForm
  onChange: (change: Partial<ScheduleForm>) => void
}

/** Whether it is sent at every time, or only under a condition on an element of the workbook. */
function WhenToSend({ workbookId, document, form, onChange }: WhenToSendProps) {
  const { t } = useTranslation('schedules')
  const elements = useElementOptions(document)
  const { send, conditionOn } = form
  function set(send: Send, elementId: string | undefined) {
    if (send === 'always' || elementId === undefined) return onChange(noCondition)
    const isKept = send === form.send && elementId === conditionOn
    const element = document && findElement(document, elementId)
    // Another element has other columns.
    onChange({
      send,
      conditionOn: elementId,
      ...(!isKept && send === 'column' && { condition: newCondition(element) }),
    })
  }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.condition')} className={send === 'always' ? 'sm:col-span-2' : undefined}>
          {({ id }) => (
            <Select<Send>
              id={id}
              value={send}
              isDisabled={elements.length === 0}
              options={(['always', 'isNotEmpty', 'isEmpty', 'column'] as const).map((value) => ({
                value,
                label: t(`condition.${value}`),
              }))}
              onChange={(next) => set(next, conditionOn ?? attachedElement(form) ?? elements[0]?.value)}
            />
          )}
        </Field>
        {send !== 'always' && conditionOn !== null && (
          <Field label={t('when.element')}>
            {({ id }) => (
              <Select
                id={id}
                value={conditionOn}
                // An element that the workbook no longer has stays visible.
                options={
                  elements.some(({ value }) => value === conditionOn)
                    ? elements
                    : [{ value: conditionOn, label: conditionOn }, ...elements]
                }
                onChange={(next) => set(send, next)}
              />
            )}
          </Field>
        )}
      </div>
      {send === 'column' && conditionOn !== null && (
        <ConditionFields
          workbookId={workbookId}
          document={document}
          elementId={conditionOn}
          condition={form.condition}
          onChange={(condition) => onChange({ condition })}
        />
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
