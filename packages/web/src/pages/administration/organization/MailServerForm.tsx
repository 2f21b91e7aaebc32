import type { MailServerChange, MailServerSetting } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Field, Remark, Select, TextField } from '../../../forms/index.ts'
import { sessionQuery, useSession } from '../../../session.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Loaded } from '../../frame/Page.tsx'

const path = '/v2/organizations/settings/mailServer'

const serverQuery = queryOptions({
  queryKey: ['organization', 'mail-server'],
  queryFn: ({ signal }) => call<MailServerSetting>(path, { signal }),
})

/** The mail server that sends all mails of the organization. */
export function MailServerForm() {
  const { t } = useTranslation('organization')
  const setting = useQuery(serverQuery)
  const [task, setTask] = useState<'edit' | 'remove'>()
  const close = () => setTask(undefined)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{t('mailServer.title')}</h3>
      <p className="text-muted">{t('mailServer.text')}</p>
      <Loaded query={setting} title={t('settings.failed')}>
        {({ server, sendsMail }) => (
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 grow truncate">
              {server
                ? t('mailServer.own', { from: server.from, host: server.host, port: String(server.port) })
                : t(sendsMail ? 'mailServer.ofServer' : 'mailServer.none')}
            </p>
            <Button onClick={() => setTask('edit')}>{t(server ? 'mailServer.change' : 'mailServer.set')}</Button>
            {server && (
              <Button look="quiet" onClick={() => setTask('remove')}>
                {t('mailServer.remove')}
              </Button>
            )}
            {task === 'edit' && <ServerDialog server={server} onClose={close} />}
          </div>
        )}
      </Loaded>
      {task === 'remove' && <RemoveDialog onClose={close} />}
    </section>
  )
}

type Server = NonNullable<MailServerSetting['server']>

const usualPorts = { tls: 465, starttls: 587, none: 25 } as const

function ServerDialog({ server, onClose }: { server: Server | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const session = useSession()
  const saved = useSaved()
  const [host, setHost] = useState(server?.host ?? '')
  const [port, setPort] = useState(String(server?.port ?? usualPorts.starttls))
  const [security, setSecurity] = useState<Server['security']>(server?.security ?? 'starttls')
  const [user, setUser] = useState(server?.user ?? '')
  const [password, setPassword] = useState('')
  const [from, setFrom] = useState(server?.from ?? '')
  const body: MailServerChange = {
    host: host.trim(),
    port: Number(port),
    security,
    user: user.trim() === '' ? null : user.trim(),
    from: from.trim(),
    ...(password === '' ? {} : { password }),
  }
  const isReady = body.host !== '' && body.from !== '' && /^\d+$/.test(port)
  const action = useAction(async () => {
    await call<MailServerSetting>(path, { method: 'PUT', body })
    await saved()
    onClose()
  })
  const test = useAction(async () => {
    await call(`${path}/test`, { method: 'POST', body })
    notify({ title: t('mailServer.tested', { email: session?.member.email ?? '' }), tone: 'done' })
  })
  const choose = (next: Server['security']) => {
    // Does not replace a port that the user entered.
    if (port === String(usualPorts[security])) setPort(String(usualPorts[next]))
    setSecurity(next)
  }
  return (
    <FormDialog
      size="form"
      title={t('mailServer.title')}
      submit={t('common.save')}
      action={action}
      isReady={isReady}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('mailServer.host')}
          value={host}
          onChange={setHost}
          placeholder="smtp.example.com"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t('mailServer.port')}
          value={port}
          onChange={setPort}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Field label={t('mailServer.security')}>
        {({ id }) => (
          <Select<Server['security']>
            id={id}
            value={security}
            onChange={choose}
            options={(['starttls', 'tls', 'none'] as const).map((value) => ({
              value,
              label: t(`mailServer.securityOf.${value}`),
            }))}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('mailServer.user')}
          isOptional={t('storages.optional')}
          value={user}
          onChange={setUser}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label={t('mailServer.password')}
          hint={server?.hasPassword ? t('mailServer.passwordKept') : undefined}
          value={password}
          onChange={setPassword}
          type="password"
          autoComplete="off"
        />
      </div>
      <TextField
        label={t('mailServer.from')}
        hint={t('mailServer.fromHint')}
        value={from}
        onChange={setFrom}
        autoComplete="off"
        spellCheck={false}
      />
      <Button className="self-start" isBusy={test.isBusy} disabled={!isReady} onClick={() => test.run()}>
        {t('mailServer.test')}
      </Button>
      {test.failure !== undefined && <Remark tone="danger">{test.failure}</Remark>}
    </FormDialog>
  )
}

/** The session contains whether there is a mail server. */
function useSaved() {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: serverQuery.queryKey })
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
  }
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const saved = useSaved()
  const action = useAction(async () => {
    await call(path, { method: 'DELETE' })
    await saved()
    onClose()
  })
  return (
    <Confirm title={t('mailServer.removeTitle')} confirm={t('mailServer.remove')} action={action} onClose={onClose}>
      <p>{t('mailServer.removeText')}</p>
    </Confirm>
  )
}
