import type { PageSize, ReportTheme } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { paperColors, paperSizes } from '../../elements/report-choices.ts'
import { Checkbox, Field, type Option, Remark, Select, TextArea, TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, IconButton, Plus, Trash } from '../../ui/index.ts'
import { useMay } from '../data/people.ts'
import type { ProblemOf } from '../data/use-action.ts'
import { formatLabel, useParts } from './attachment-parts.ts'
import { StorageFields } from './StorageFields.tsx'
import {
  type AttachmentForm,
  attachmentOf,
  canMerge,
  type Format,
  firstAttachment,
  formatsOf,
  hasSpreadsheet,
  hasTheme,
  type Layout,
  type MessageForm,
} from './schedule-form.ts'
import '../../i18n/looks.ts'

interface MessageFieldsProps {
  form: MessageForm
  onChange: (change: Partial<MessageForm>) => void
}

const mostAttachments = 50

interface AttachmentsProps {
  /** The workbook as it is sent; undefined until it is known. */
  document: WorkbookDocument | undefined
  attachments: readonly AttachmentForm[]
  /** The files can be given names. */
  hasNames?: boolean
  onChange: (change: Pick<MessageForm, 'attachments'>) => void
}

/** The files of a message: which part of the workbook each holds, and in which format. */
export function Attachments({ document, attachments, hasNames = false, onChange }: AttachmentsProps) {
  const { t } = useTranslation('schedules')
  const parts = useParts(document)
  const change = (index: number, next: AttachmentForm[]) =>
    onChange({ attachments: attachments.toSpliced(index, 1, ...next) })
  return (
    <div className="flex flex-col gap-3">
      {attachments.map((attachment, index) => (
        <AttachmentFields
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that tells one from another
          key={index}
          place={attachments.length > 1 ? index + 1 : undefined}
          parts={parts}
          attachment={attachment}
          hasName={hasNames}
          onChange={(next) => change(index, [next])}
          onRemove={() => change(index, [])}
        />
      ))}
      <Button
        look="quiet"
        isSmall
        icon={Plus}
        className="self-start"
        disabled={attachments.length >= mostAttachments}
        onClick={() => onChange({ attachments: [...attachments, firstAttachment] })}
      >
        {t('addFile')}
      </Button>
    </div>
  )
}

interface AttachmentFieldsProps {
  /** Which of several it is, from 1; undefined for the only one. */
  place: number | undefined
  parts: Option<string>[]
  attachment: AttachmentForm
  hasName: boolean
  onChange: (attachment: AttachmentForm) => void
  onRemove: () => void
}

function AttachmentFields({ place, parts, attachment, hasName, onChange, onRemove }: AttachmentFieldsProps) {
  const { t } = useTranslation('schedules')
  const { what, format } = attachment
  const named = (label: string) => (place === undefined ? label : t('field.ofFile', { label, place }))
  return (
    <div
      className={`grid items-end gap-x-4 gap-y-3 ${place === undefined ? 'sm:grid-cols-2' : 'sm:grid-cols-[1fr_1fr_auto]'}`}
    >
      <Field label={named(t('field.what'))}>
        {({ id }) => (
          <Select id={id} value={what} options={parts} onChange={(next) => onChange(attachmentOf(attachment, next))} />
        )}
      </Field>
      <Field label={named(t('field.format'))}>
        {({ id }) => (
          <Select<Format>
            id={id}
            value={format}
            options={formatsOf(what).map((value) => ({ value, label: formatLabel(value) }))}
            onChange={(next) => onChange({ ...attachment, format: next })}
          />
        )}
      </Field>
      {place !== undefined && (
        <IconButton label={t('removeFile', { place })} icon={Trash} className="mb-0.5" onClick={onRemove} />
      )}
      {hasTheme(format) && <ReportFields named={named} attachment={attachment} onChange={onChange} />}
      {hasName && (
        <TextField
          className="sm:col-span-full"
          label={named(t('field.fileName'))}
          isOptional={t('field.optional')}
          hint={t('field.fileNameHint', { example: '{{Text(Today(), "%Y-%m-%d")}}' })}
          value={attachment.fileName}
          onChange={(fileName) => onChange({ ...attachment, fileName })}
          maxLength={500}
        />
      )}
    </div>
  )
}

interface ReportFieldsProps extends Pick<AttachmentFieldsProps, 'attachment' | 'onChange'> {
  /** The label of a field, with the place of the file where there are several. */
  named: (label: string) => string
}

/** The paper of a PDF, and the colours of a PDF or picture. */
function ReportFields({ named, attachment, onChange }: ReportFieldsProps) {
  const { t } = useTranslation(['schedules', 'looks'])
  const { format, layout, pageSize, theme } = attachment
  return (
    <div className="grid gap-x-4 gap-y-3 sm:col-span-full sm:grid-cols-3">
      {format === 'PDF' && (
        <>
          <Field label={named(t('field.layout'))}>
            {({ id }) => (
              <Select<Layout>
                id={id}
                value={layout}
                options={(['portrait', 'landscape'] as const).map((value) => ({ value, label: t(`layout.${value}`) }))}
                onChange={(next) => onChange({ ...attachment, layout: next })}
              />
            )}
          </Field>
          <Field label={named(t('looks:pdf.pageSize'))}>
            {({ id }) => (
              <Select<PageSize>
                id={id}
                value={pageSize}
                options={paperSizes.map((value) => ({ value, label: t(`looks:pdf.pageSizes.${value}`) }))}
                onChange={(next) => onChange({ ...attachment, pageSize: next })}
              />
            )}
          </Field>
        </>
      )}
      <Field label={named(t('looks:pdf.theme'))}>
        {({ id }) => (
          <Select<ReportTheme>
            id={id}
            value={theme}
            options={paperColors.map((value) => ({ value, label: t(`looks:pdf.themes.${value}`) }))}
            onChange={(next) => onChange({ ...attachment, theme: next })}
          />
        )}
      </Field>
    </div>
  )
}

/** Subject and text. */
export function Words({ form, onChange }: MessageFieldsProps) {
  const { t } = useTranslation('schedules')
  return (
    <>
      <TextField
        label={t('field.subject')}
        isOptional={t('field.optional')}
        value={form.subject}
        onChange={(subject) => onChange({ subject })}
        maxLength={255}
      />
      <TextArea
        label={t('field.message')}
        isOptional={t('field.optional')}
        rows={3}
        value={form.message}
        onChange={(message) => onChange({ message })}
      />
    </>
  )
}

/** Whether the message has a link to the workbook, for whose rights the data is read, and how the files are packed. */
export function MessageOptions({ form, onChange }: MessageFieldsProps) {
  const { t } = useTranslation(['schedules', 'looks'])
  const may = useMay()
  return (
    <>
      <Checkbox isChecked={form.hasLink} onChange={(hasLink) => onChange({ hasLink })}>
        {t('options.link')}
      </Checkbox>
      {form.by === 'mail' && may('export-as-recipient') && (
        <Checkbox isChecked={form.runsAsRecipient} onChange={(runsAsRecipient) => onChange({ runsAsRecipient })}>
          {t('options.asRecipient')}
        </Checkbox>
      )}
      {hasSpreadsheet(form) && (
        <>
          <Checkbox isChecked={form.mergesLabels} onChange={(mergesLabels) => onChange({ mergesLabels })}>
            {t('looks:export.mergeLabels')}
          </Checkbox>
          <Checkbox isChecked={form.hasMetadata} onChange={(hasMetadata) => onChange({ hasMetadata })}>
            {t('looks:export.metadata')}
          </Checkbox>
        </>
      )}
      {(canMerge(form) || form.isMerged) && (
        <Checkbox isChecked={form.isMerged} onChange={(isMerged) => onChange({ isMerged })}>
          {t('options.merge')}
        </Checkbox>
      )}
      {form.by !== 'storage' && (
        <Checkbox isChecked={form.isZipped} onChange={(isZipped) => onChange({ isZipped })}>
          {t('options.zip')}
        </Checkbox>
      )}
    </>
  )
}

/**
 * The destination: mail, a webhook or Slack. A destination that this server or the reader's account type does not allow
 * says why.
 */
export function Receivers({ form, problemOf, onChange }: MessageFieldsProps & { problemOf: ProblemOf }) {
  const { t } = useTranslation('schedules')
  const session = useSession()
  const may = useMay()
  const sendsMail = session?.sendsMail !== false
  const offered = {
    mail: sendsMail,
    webhook: may('export-to-webhook'),
    slack: may('export-to-slack'),
    storage: may('export-to-cloud'),
  }
  const refusals = {
    mail: t('by.noMail'),
    webhook: t('by.notYours'),
    slack: t('by.notYours'),
    storage: t('by.notYours'),
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
      <Field label={t('field.by')}>
        {({ id }) => (
          <Select<MessageForm['by']>
            id={id}
            value={form.by}
            options={(['mail', 'webhook', 'slack', 'storage'] as const).map((value) => ({
              value,
              label: t(`by.${value}`),
              isDisabled: !offered[value],
              text: offered[value] ? undefined : refusals[value],
            }))}
            onChange={(by) => onChange({ by })}
          />
        )}
      </Field>
      {form.by === 'mail' && (
        <TextField
          label={t('field.to')}
          hint={t(form.runsAsRecipient ? 'field.toHintEach' : 'field.toHint')}
          error={problemOf('email')}
          value={form.to}
          onChange={(to) => onChange({ to })}
          disabled={!sendsMail}
        />
      )}
      {form.by === 'webhook' && (
        <TextField
          label={t('field.hook')}
          hint={t('field.hookHint')}
          error={problemOf('webhookUrl')}
          value={form.hook}
          onChange={(hook) => onChange({ hook })}
          inputMode="url"
          placeholder="https://"
          disabled={!offered.webhook}
        />
      )}
      {form.by === 'slack' && (
        <TextField
          label={t('field.conversation')}
          hint={t('field.conversationHint')}
          error={problemOf('slackConversationId')}
          value={form.conversation}
          onChange={(conversation) => onChange({ conversation })}
          placeholder="C0123456789"
          spellCheck={false}
          disabled={!offered.slack}
        />
      )}
      {form.by === 'storage' && <StorageFields form={form} onChange={onChange} />}
      {!sendsMail && form.by !== 'storage' && (
        <div className="sm:col-span-2">
          <Remark tone="warning">{t(offered.webhook || offered.slack ? 'by.noMailHere' : 'by.nothingHere')}</Remark>
        </div>
      )}
    </div>
  )
}
