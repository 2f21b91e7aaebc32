import type { Send, StartedSend } from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { trackDelivery } from '../../elements/track-delivery.ts'
import { Remark } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Button, Dialog } from '../../ui/index.ts'
import type { PageOf } from '../data/list-all.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'
import type { ViewQuery } from '../view-address.ts'
import { Attachments, MessageOptions, Receivers, Words } from './MessageFields.tsx'
import { useProblemLine } from './problem-line.ts'
import { isUnderWay, SentEntry } from './SentEntry.tsx'
import { hasReceiver, type MessageForm, newMessage, receiverFields, sendRequestOf } from './schedule-form.ts'
import { sendsKey } from './use-send-again.ts'

interface SendDialogProps {
  workbookId: string
  name: string
  document: WorkbookDocument
  view: ViewQuery | undefined
  onClose: () => void
}

const shownSends = 5
const soonMs = 2_000

/** Sends files of a workbook once, now, and then shows the result. */
export function SendDialog(props: SendDialogProps) {
  const [isSent, setSent] = useState(false)
  return isSent ? (
    <SendsDialog {...props} onAnother={() => setSent(false)} />
  ) : (
    <SendForm {...props} onSent={() => setSent(true)} />
  )
}

function SendForm({ workbookId, name, document, view, onClose, onSent }: SendDialogProps & { onSent: () => void }) {
  const { t } = useTranslation('schedules')
  const session = useSession()
  const [form, setForm] = useState<MessageForm>(() => newMessage(session))
  const action = useAction(
    async () => {
      const path = `/v2/workbooks/${workbookId}/send`
      const { deliveryId } = await call<StartedSend>(path, { method: 'POST', body: sendRequestOf(form) })
      void trackDelivery(deliveryId, name)
      onSent()
    },
    receiverFields,
    useProblemLine(form.attachments.length),
  )
  const set = (change: Partial<MessageForm>) => setForm((before) => ({ ...before, ...change }))
  return (
    <FormDialog
      size="form"
      title={t('sendTitle', { name })}
      submit={t('send')}
      action={action}
      isReady={hasReceiver(form)}
      onClose={onClose}
    >
      {view && <Remark>{t('sendsPublished')}</Remark>}
      <Attachments document={document} attachments={form.attachments} onChange={set} />
      <Receivers form={form} problemOf={action.problemOf} onChange={set} />
      <Words form={form} onChange={set} />
      <div className="flex flex-col gap-2">
        <MessageOptions form={form} onChange={set} />
      </div>
    </FormDialog>
  )
}

function SendsDialog({ workbookId, name, onClose, onAnother }: SendDialogProps & { onAnother: () => void }) {
  const { t } = useTranslation('schedules')
  const common = useTranslation().t
  const sends = useQuery({
    queryKey: [sendsKey, workbookId],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call<PageOf<Send>>(`/v2/workbooks/${workbookId}/sends`, { signal, query: { limit: shownSends } }),
    refetchInterval: ({ state }) => (state.data?.entries.some(isUnderWay) ? soonMs : false),
  })
  return (
    <Dialog
      size="form"
      title={t('sendsTitle', { name })}
      description={t('sendsLead')}
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      actions={
        <>
          <Button onClick={onAnother}>{t('sendAnother')}</Button>
          <Button look="primary" onClick={onClose} data-first-focus>
            {common('common.close')}
          </Button>
        </>
      }
    >
      <div>
        <Loaded query={sends} title={t('failed')}>
          {({ entries }) => (
            <ul aria-label={t('lastSends')} aria-live="polite" className="flex flex-col divide-y divide-line">
              {entries.map((send) => (
                <SentEntry key={send.sendId} workbookId={workbookId} send={send} name={send.title || name} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
