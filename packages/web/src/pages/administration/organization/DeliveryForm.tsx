import type { SlackSetting, WebhookSecret } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { CopyField, Remark, TextField } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded } from '../../frame/Page.tsx'
import { MailServerForm } from './MailServerForm.tsx'
import { StoragesForm } from './StoragesForm.tsx'

const slackPath = '/v2/organizations/settings/slack'
const secretPath = '/v2/organizations/settings/webhookSecret'

const slackQuery = queryOptions({
  queryKey: ['organization', 'slack'],
  queryFn: ({ signal }) => call<SlackSetting>(slackPath, { signal }),
})
const secretQuery = queryOptions({
  queryKey: ['organization', 'webhook-secret'],
  gcTime: 0,
  queryFn: ({ signal }) => call<WebhookSecret>(secretPath, { signal }),
})

type Task = 'token' | 'remove' | 'rotate'

/**
 * The Slack bot for exports, the storages they are written to, and the secret with which receivers of webhooks can
 * verify our requests.
 */
export function DeliveryForm() {
  const { t } = useTranslation('organization')
  const session = useSession()
  const slack = useQuery(slackQuery)
  const [isShown, setShown] = useState(false)
  const secret = useQuery({ ...secretQuery, enabled: isShown })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <Card>
      <div className="flex flex-col gap-6 p-5">
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('deliveries.slack')}</h3>
          <p className="text-muted">{t('deliveries.slackText')}</p>
          <Loaded query={slack} title={t('settings.failed')}>
            {({ isConnected, workspace, bot }) => (
              <div className="flex flex-wrap items-center gap-3">
                {isConnected && <p className="grow">{t('deliveries.connected', { workspace, bot })}</p>}
                <Button onClick={() => setTask('token')}>
                  {t(isConnected ? 'deliveries.replaceToken' : 'deliveries.setToken')}
                </Button>
                {isConnected && (
                  <Button look="quiet" onClick={() => setTask('remove')}>
                    {t('deliveries.remove')}
                  </Button>
                )}
              </div>
            )}
          </Loaded>
        </section>
        <StoragesForm />
        {session?.member.isAdmin && <MailServerForm />}
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('deliveries.webhooks')}</h3>
          <p className="text-muted">{t('deliveries.webhooksText')}</p>
          {isShown ? (
            <Loaded query={secret} title={t('settings.failed')}>
              {(entry) => (
                <>
                  <CopyField
                    label={t('deliveries.secret')}
                    value={entry.secret}
                    copy={t('common.copy', { ns: 'translation' })}
                    copied={t('common.copied', { ns: 'translation' })}
                  />
                  <SecretAge entry={entry} />
                </>
              )}
            </Loaded>
          ) : null}
          <div className="flex flex-wrap gap-3">
            {!isShown && <Button onClick={() => setShown(true)}>{t('deliveries.show')}</Button>}
            <Button onClick={() => setTask('rotate')}>{t('deliveries.rotate')}</Button>
          </div>
        </section>
      </div>
      {task === 'token' && <TokenDialog onClose={close} />}
      {task === 'remove' && <RemoveDialog onClose={close} />}
      {task === 'rotate' && (
        <RotateDialog
          onDone={() => {
            setShown(true)
            close()
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}

/** Until when requests are also signed with the previous secret. */
function SecretAge({ entry: { previousValidUntil } }: { entry: WebhookSecret }) {
  const { t, i18n } = useTranslation('organization')
  if (previousValidUntil === null) return null
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return <Remark>{t('deliveries.previous', { until: format.format(Date.parse(previousValidUntil)) })}</Remark>
}

function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [token, setToken] = useState('')
  const action = useAction(async () => {
    const saved = await call<SlackSetting>(slackPath, { method: 'PUT', body: { token: token.trim() } })
    queries.setQueryData(slackQuery.queryKey, saved)
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog
      title={t('deliveries.tokenTitle')}
      submit={t('common.save')}
      action={action}
      isReady={token.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={t('deliveries.token')}
        hint={t('deliveries.tokenHint')}
        value={token}
        onChange={setToken}
        type="password"
        autoComplete="off"
        placeholder="xoxb-"
      />
    </FormDialog>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await call(slackPath, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: slackQuery.queryKey })
    onClose()
  })
  return (
    <Confirm title={t('deliveries.removeTitle')} confirm={t('deliveries.remove')} action={action} onClose={onClose}>
      <p>{t('deliveries.removeText')}</p>
    </Confirm>
  )
}

function RotateDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    queries.setQueryData(secretQuery.queryKey, await call<WebhookSecret>(secretPath, { method: 'POST' }))
    onDone()
  })
  return (
    <Confirm title={t('deliveries.rotateTitle')} confirm={t('deliveries.rotate')} action={action} onClose={onClose}>
      <p>{t('deliveries.rotateText')}</p>
    </Confirm>
  )
}
