import type { Connection, ConnectionTest, ConnectionUpdate } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Checkbox, Field, Remark, Select, TextArea, TextField } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { attributesQuery } from '../user-attributes/attributes.ts'
import { ConnectionLimits } from './ConnectionLimits.tsx'
import { type ConnectionForm, formOf, inputOf, problemsOf, types, usualPortOf } from './connection-form.ts'
import { platformName } from './connections.ts'
import { Outcome } from './Outcome.tsx'
import { OwnSignIn } from './OwnSignIn.tsx'

interface ConnectionDialogProps {
  /** Null for a new connection; a deleted one is restored. */
  connection: Connection | null
  onClose: () => void
}

/** The address and credentials of a platform. Existing values are secret, so all of them are entered again. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [form, setForm] = useState(() => formOf(connection))
  const [outcome, setOutcome] = useState<ConnectionTest>()
  const set = (change: Partial<ConnectionForm>) => {
    setForm((known) => ({ ...known, ...change }))
    setOutcome(undefined)
  }
  const problems = problemsOf(form)
  const action = useAction(async () => {
    const body: ConnectionUpdate = { ...inputOf(form, connection), ...(connection?.isArchived && { restore: true }) }
    const path = connection ? `/v2/connections/${connection.connectionId}` : '/v2/connections'
    const { connectionId } = await call<Connection>(path, { method: connection ? 'PUT' : 'POST', body })
    await queries.invalidateQueries({ queryKey: ['connections'] })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
    await navigate({ to: '/administration/connections/$connectionId', params: { connectionId } })
  })
  const trial = useAction(async () => {
    setOutcome(await call<ConnectionTest>('/v2/connections/test', { method: 'POST', body: inputOf(form, connection) }))
  })
  const title = connection
    ? t(connection.isArchived ? 'connections.restoreTitle' : 'connections.changeTitle', { name: connection.name })
    : t('connections.new')
  return (
    <FormDialog
      size="form"
      title={title}
      submit={connection ? t('common.save') : t('common.create')}
      action={action}
      isReady={problems.size === 0}
      beside={
        <Button disabled={problems.size > 0} isBusy={trial.isBusy} onClick={() => trial.run()}>
          {t('connections.test')}
        </Button>
      }
      onClose={onClose}
    >
      {connection && <Remark>{t('connections.again')}</Remark>}
      <Place form={form} problems={problems} onChange={set} />
      <Account form={form} onChange={set} />
      {form.type === 'postgres' && <OwnSignIn form={form} onChange={set} />}
      <Checkbox isChecked={form.canWrite} onChange={(canWrite) => set({ canWrite })}>
        {t('connections.write')}
        <span className="block text-xs text-muted">{t('connections.writeText')}</span>
      </Checkbox>
      {form.canWrite && <WritePlace form={form} onChange={set} />}
      <Checkbox isChecked={form.friendly} onChange={(friendly) => set({ friendly })}>
        {t('connections.friendly')}
        <span className="block text-xs text-muted">{t('connections.friendlyText')}</span>
      </Checkbox>
      <ConnectionLimits form={form} problems={problems} onChange={set} />
      <Result outcome={outcome} failure={trial.failure} />
    </FormDialog>
  )
}

/** The result of a test. The form is longer than the dialog, so it is scrolled into view. */
function Result({ outcome, failure }: { outcome: ConnectionTest | undefined; failure: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome || failure) box.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome, failure])
  if (!outcome && !failure) return null
  return (
    <div ref={box}>
      {outcome && <Outcome test={outcome} />}
      {failure && <Remark tone="danger">{failure}</Remark>}
    </div>
  )
}

interface PartProps {
  form: ConnectionForm
  onChange: (change: Partial<ConnectionForm>) => void
}

/** The address of the platform. */
function Place({ form, problems, onChange }: PartProps & { problems: ReadonlySet<string> }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('files.name')}
          value={form.name}
          onChange={(name) => onChange({ name })}
          maxLength={255}
          autoComplete="off"
        />
        <Field label={t('connections.platform')} hint={t('connections.platformHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={form.type}
              onChange={(type) => onChange({ type })}
              options={types.map((value) => ({ value, label: platformName(value) }))}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <TextField
          label={t('connections.host')}
          value={form.host}
          onChange={(host) => onChange({ host })}
          autoComplete="off"
          spellCheck={false}
          placeholder="warehouse.example.com"
        />
        <TextField
          label={t('connections.port')}
          value={form.port}
          onChange={(port) => onChange({ port })}
          inputMode="numeric"
          placeholder={usualPortOf(form)}
          error={problems.has('port') ? t('connections.portWrong') : undefined}
        />
      </div>
      {form.type === 'postgres' && (
        <TextField
          label={t('connections.database')}
          value={form.database}
          onChange={(database) => onChange({ database })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  )
}

/** The schema to write into, on Trino with its catalog. */
function WritePlace({ form, onChange }: PartProps) {
  const { t } = useTranslation('organization')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {form.type === 'starburst' && (
        <TextField
          label={t('connections.writeCatalog')}
          value={form.writeCatalog}
          onChange={(writeCatalog) => onChange({ writeCatalog })}
          autoComplete="off"
          spellCheck={false}
          hint={t('connections.writeCatalogHint')}
        />
      )}
      <TextField
        label={t('connections.writeSchema')}
        value={form.writeSchema}
        onChange={(writeSchema) => onChange({ writeSchema })}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}

/** The credentials, and the encryption of the connection. */
function Account({ form, onChange }: PartProps) {
  const { t } = useTranslation('organization')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('connections.user')}
          value={form.user}
          onChange={(user) => onChange({ user })}
          autoComplete="off"
          spellCheck={false}
          {...(!form.canWrite && { hint: t('connections.userHint') })}
        />
        <TextField
          label={t('connections.password')}
          {...(form.type === 'starburst' && { isOptional: t('common.optional') })}
          value={form.password}
          onChange={(password) => onChange({ password })}
          type="password"
          autoComplete="new-password"
        />
      </div>
      {form.type === 'starburst' && (
        <TextField
          label={t('connections.accessToken')}
          isOptional={t('common.optional')}
          value={form.accessToken}
          onChange={(accessToken) => onChange({ accessToken })}
          type="password"
          autoComplete="off"
          hint={t('connections.accessTokenHint')}
        />
      )}
      <TextField
        label={t('connections.role')}
        isOptional={t('common.optional')}
        value={form.role}
        onChange={(role) => onChange({ role })}
        autoComplete="off"
        spellCheck={false}
        hint={t('connections.roleHint')}
      />
      <RoleOfReaders form={form} onChange={onChange} />
      <Checkbox isChecked={form.useTls} onChange={(useTls) => onChange({ useTls })}>
        {t('connections.tls')}
        <span className="block text-xs text-muted">{t('connections.tlsText')}</span>
      </Checkbox>
      {form.useTls && (
        <TextArea
          label={t('connections.authority')}
          isOptional={t('common.optional')}
          value={form.tlsAuthority}
          onChange={(tlsAuthority) => onChange({ tlsAuthority })}
          rows={3}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder="-----BEGIN CERTIFICATE-----"
        />
      )}
    </>
  )
}

/** Whether all people read with one role, or each with the role in a user attribute. */
function RoleOfReaders({ form, onChange }: PartProps) {
  const { t } = useTranslation('organization')
  const { data } = useQuery(attributesQuery)
  const names = new Set(data?.entries.map(({ name }) => name))
  if (form.roleAttribute !== '') names.add(form.roleAttribute)
  const options = [
    { value: '', label: t('connections.roleOfAll') },
    ...[...names].map((name) => ({ value: name, label: name })),
  ]
  return (
    <Field label={t('connections.roleOfReaders')} hint={t('connections.roleOfReadersHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={form.roleAttribute}
          onChange={(roleAttribute) => onChange({ roleAttribute })}
          options={options}
        />
      )}
    </Field>
  )
}
