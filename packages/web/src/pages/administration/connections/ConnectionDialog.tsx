import type { Connection, ConnectionUpdate } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Checkbox, Field, Remark, Select, TextArea, TextField } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useDeed } from '../../data/use-deed.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { platformName } from './connections.ts'

const types = ['postgres', 'mysql'] as const
type Type = (typeof types)[number]
const usualPort: Record<Type, string> = { postgres: '5432', mysql: '3306' }

interface ConnectionDialogProps {
  /** Null for a new one; a deleted one comes back. */
  connection: Connection | null
  onClose: () => void
}

/** How a platform is reached. What was entered before is secret, so all of it is entered again. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(connection?.name ?? '')
  const [type, setType] = useState<Type>(types.find((each) => each === connection?.type) ?? 'postgres')
  const [host, setHost] = useState('')
  const [port, setPort] = useState('')
  const [database, setDatabase] = useState('')
  const [user, setUser] = useState(connection?.user ?? '')
  const [password, setPassword] = useState('')
  const [useTls, setTls] = useState(true)
  const [tlsAuthority, setAuthority] = useState('')
  const [seconds, setSeconds] = useState(String(connection?.timeout.default ?? 120))
  const [friendly, setFriendly] = useState(connection?.friendlyName ?? true)
  const hasDatabase = type === 'postgres'
  const isPort = port === '' || (Number.isInteger(Number(port)) && Number(port) > 0 && Number(port) < 65_536)
  const isSeconds = Number(seconds) >= 1 && Number(seconds) <= 86_400
  const deed = useDeed(async () => {
    const body: ConnectionUpdate = {
      name: name.trim(),
      details: {
        type,
        host: host.trim(),
        ...(port !== '' && { port: Number(port) }),
        ...(hasDatabase && { database: database.trim() }),
        ...(user.trim() !== '' && { user: user.trim() }),
        ...(password !== '' && { password }),
        useTls,
        ...(useTls && tlsAuthority.trim() !== '' && { tlsAuthority: tlsAuthority.trim() }),
      },
      timeoutSecs: Number(seconds),
      useFriendlyNames: friendly,
      ...(connection?.isArchived && { restore: true }),
    }
    const path = connection ? `/v2/connections/${connection.connectionId}` : '/v2/connections'
    const { connectionId } = await call<Connection>(path, { method: connection ? 'PUT' : 'POST', body })
    await queries.invalidateQueries({ queryKey: ['connections'] })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
    await navigate({ to: '/administration/connections/$connectionId', params: { connectionId } })
  })
  const title = connection
    ? t(connection.isArchived ? 'connections.restoreTitle' : 'connections.changeTitle', { name: connection.name })
    : t('connections.new')
  return (
    <FormDialog
      size="form"
      title={title}
      submit={connection ? t('common.save') : t('common.create')}
      deed={deed}
      isReady={
        name.trim() !== '' && host.trim() !== '' && (!hasDatabase || database.trim() !== '') && isPort && isSeconds
      }
      onClose={onClose}
    >
      {connection && <Remark>{t('connections.again')}</Remark>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('files.name')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
        <Field label={t('connections.platform')} hint={t('connections.platformHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={type}
              onChange={setType}
              options={types.map((value) => ({ value, label: platformName(value) }))}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <TextField
          label={t('connections.host')}
          value={host}
          onChange={setHost}
          autoComplete="off"
          spellCheck={false}
          placeholder="warehouse.example.com"
        />
        <TextField
          label={t('connections.port')}
          value={port}
          onChange={setPort}
          inputMode="numeric"
          placeholder={usualPort[type]}
          error={isPort ? undefined : t('connections.portWrong')}
        />
      </div>
      {hasDatabase && (
        <TextField
          label={t('connections.database')}
          value={database}
          onChange={setDatabase}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('connections.user')}
          value={user}
          onChange={setUser}
          autoComplete="off"
          spellCheck={false}
          hint={t('connections.userHint')}
        />
        <TextField
          label={t('connections.password')}
          value={password}
          onChange={setPassword}
          type="password"
          autoComplete="new-password"
        />
      </div>
      <Checkbox isChecked={useTls} onChange={setTls}>
        {t('connections.tls')}
        <span className="block text-xs text-muted">{t('connections.tlsText')}</span>
      </Checkbox>
      {useTls && (
        <TextArea
          label={t('connections.authority')}
          isOptional={t('common.optional')}
          value={tlsAuthority}
          onChange={setAuthority}
          rows={3}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      )}
      <TextField
        label={t('connections.timeout')}
        value={seconds}
        onChange={setSeconds}
        inputMode="numeric"
        error={isSeconds ? undefined : t('connections.timeoutWrong')}
      />
      <Checkbox isChecked={friendly} onChange={setFriendly}>
        {t('connections.friendly')}
        <span className="block text-xs text-muted">{t('connections.friendlyText')}</span>
      </Checkbox>
    </FormDialog>
  )
}
