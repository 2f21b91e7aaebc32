import type { CreatedWebhook, WebhookSchema, WorkbookWebhook } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, inWords, send } from '../../api.ts'
import { useOpenPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { CopyField, Remark } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import '../../i18n/actions.ts'

interface WebhookDialogProps {
  sequenceId: string
  name: string
  onClose: () => void
}

/** Lets requests from outside start a sequence of the published version, and shows what they send and what became of the last one. */
export function WebhookDialog({ sequenceId, name, onClose }: WebhookDialogProps) {
  const { t } = useTranslation(['translation', 'actions'])
  const { workbookId } = useOpenPage()
  const queries = useQueryClient()
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/webhooks`
  const queryKey = ['webhooks', workbookId]
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { entries } = await call<{ entries: WorkbookWebhook[] }>(path, { signal, query: { limit: 500 } })
      return { entries: await Promise.all(entries.map(worded)) }
    },
  })
  const [secret, setSecret] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const known = list.data?.entries.find((each) => each.sequenceId === sequenceId)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      const { code, message, hint } = explain(error)
      setFailure(code === 'not_found' ? t('actions:webhook.publish') : [message, hint].filter(Boolean).join(' '))
    } finally {
      await queries.invalidateQueries({ queryKey })
      setBusy(false)
    }
  }
  const make = () =>
    run(async () => setSecret((await call<CreatedWebhook>(path, { method: 'POST', body: { sequenceId } })).secret))
  const remove = () =>
    run(async () => {
      await send(`${path}/${encodeURIComponent(sequenceId)}`, { method: 'DELETE' })
      setSecret(undefined)
    })
  return (
    <Dialog
      isOpen
      size="form"
      title={t('actions:webhook.title', { name })}
      description={t('actions:webhook.lead')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          {known && (
            <Button look="danger" isBusy={isBusy} onClick={() => void remove()}>
              {t('actions:webhook.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {known ? (
          <KnownWebhook webhook={known} secret={secret} />
        ) : (
          <Button look="primary" className="self-start" isBusy={isBusy || list.isPending} onClick={() => void make()}>
            {t('actions:webhook.make')}
          </Button>
        )}
        {failure !== undefined && <Remark tone="danger">{failure}</Remark>}
        {list.error && <Remark tone="danger">{explain(list.error).message}</Remark>}
      </div>
    </Dialog>
  )
}

/** The problem of the last run is in the language of the reader. */
async function worded(webhook: WorkbookWebhook): Promise<WorkbookWebhook> {
  const { lastRun } = webhook
  if (lastRun?.problem == null || lastRun.code === undefined) return webhook
  const { code, problem, details } = lastRun
  const { message } = await inWords({ code, message: problem, details })
  return { ...webhook, lastRun: { ...lastRun, problem: message } }
}

function KnownWebhook({ webhook, secret }: { webhook: WorkbookWebhook; secret: string | undefined }) {
  const { t } = useTranslation(['translation', 'actions'])
  const { workbookId } = useOpenPage()
  const copy = { copy: t('common.copy'), copied: t('common.copied') }
  const path = `/v2/webhooks/${encodeURIComponent(workbookId)}/${encodeURIComponent(webhook.sequenceId)}/schema`
  const schema = useQuery({
    queryKey: ['webhook-schema', workbookId, webhook.sequenceId],
    queryFn: ({ signal }) => call<WebhookSchema>(path, { signal }),
  })
  return (
    <>
      <Labelled label={t('actions:webhook.address')}>
        <CopyField label={t('actions:webhook.address')} value={webhook.url} {...copy} />
      </Labelled>
      {secret !== undefined && (
        <>
          <Labelled label={t('actions:webhook.secret')}>
            <CopyField label={t('actions:webhook.secret')} value={secret} {...copy} />
          </Labelled>
          <Remark tone="warning">{t('actions:webhook.once')}</Remark>
        </>
      )}
      {schema.data && (
        <Labelled label={t('actions:webhook.body')}>
          <CopyField label={t('actions:webhook.body')} value={exampleOf(schema.data)} {...copy} />
        </Labelled>
      )}
      <LastRun webhook={webhook} />
    </>
  )
}

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  )
}

function LastRun({ webhook: { lastRun } }: { webhook: WorkbookWebhook }) {
  const { t, i18n } = useTranslation('actions')
  if (!lastRun) return <p className="text-muted">{t('webhook.never')}</p>
  const { startedAt, state, problem } = lastRun
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const when = format.format(Date.parse(startedAt))
  if (problem !== null) return <Remark tone="danger">{t('webhook.failed', { when, problem })}</Remark>
  return <p className="text-muted">{t(state === 'succeeded' ? 'webhook.succeeded' : 'webhook.pending', { when })}</p>
}

const examples = {
  text: 'text',
  number: 1,
  boolean: true,
  datetime: '2026-05-31',
  'text-list': ['text'],
} satisfies Record<WebhookSchema['variables'][string]['type'], unknown>

/** A body that the sequence takes. */
function exampleOf({ variables }: WebhookSchema): string {
  return JSON.stringify(Object.fromEntries(Object.entries(variables).map(([name, { type }]) => [name, examples[type]])))
}
