import type { AllowedIp, NewAllowedIps } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { DataTable, Field, Remark, Select, type TableColumn, TextField } from '../../../forms/index.ts'
import { Button, Lock, Message, notify, Plus, Trash } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded } from '../../frame/Page.tsx'
import { Part } from '../Part.tsx'

const addressesQuery = queryOptions({
  queryKey: ['organization', 'allowed-addresses'],
  queryFn: ({ signal }) => listAll<AllowedIp>('/v3alpha/allowedIps', { signal }),
})
type Scope = AllowedIp['scope']
const scopes: readonly Scope[] = ['both', 'ui', 'public-api']

/** The addresses from which the app and the API can be reached. With none, they can be reached from everywhere. */
export function AllowedAddresses() {
  const { t } = useTranslation('organization')
  const addresses = useQuery(addressesQuery)
  const [task, setTask] = useState<'add' | AllowedIp | null>(null)
  const close = () => setTask(null)
  const columns: TableColumn<AllowedIp>[] = [
    {
      id: 'ip',
      label: t('addresses.address'),
      cell: ({ ip, description }) => (
        <span className="block min-w-0">
          <code className="block truncate font-mono">{ip}</code>
          {description && <span className="block truncate text-xs text-muted">{description}</span>}
        </span>
      ),
    },
    {
      id: 'scope',
      label: t('addresses.scope'),
      width: 140,
      className: 'whitespace-nowrap text-muted',
      cell: ({ scope }) => t(`addresses.scopes.${scope}`),
    },
    {
      id: 'remove',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (entry) => (
        <Button
          look="quiet"
          isIcon
          aria-label={t('common.removeName', { name: entry.ip })}
          onClick={() => setTask(entry)}
        >
          <Trash className="size-4" />
        </Button>
      ),
    },
  ]
  return (
    <Part
      title={t('addresses.title')}
      text={t('addresses.lead')}
      action={
        <Button onClick={() => setTask('add')}>
          <Plus className="size-4" /> {t('addresses.add')}
        </Button>
      }
    >
      <Loaded query={addresses} title={t('addresses.failed')}>
        {({ entries }) => (
          <Card>
            {entries.length === 0 ? (
              <Message icon={Lock} className="py-10" title={t('addresses.none')} text={t('addresses.noneText')} />
            ) : (
              <DataTable
                label={t('addresses.title')}
                rows={entries}
                keyOf={({ ipAllowlistEntryId }) => ipAllowlistEntryId}
                nameOf={({ ip }) => ip}
                columns={columns}
              />
            )}
          </Card>
        )}
      </Loaded>
      {task === 'add' && <AddDialog onClose={close} />}
      {task !== null && task !== 'add' && <RemoveDialog entry={task} onClose={close} />}
    </Part>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [ip, setIp] = useState('')
  const [scope, setScope] = useState<Scope>('both')
  const [description, setDescription] = useState('')
  const action = useAction(async () => {
    const body: NewAllowedIps = {
      entries: [{ ip: ip.trim(), scope, ...(description.trim() && { description: description.trim() }) }],
    }
    await send('/v3alpha/allowedIps:batchCreate', { method: 'POST', body })
    await queries.invalidateQueries({ queryKey: addressesQuery.queryKey })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
  }, ['ip'])
  return (
    <FormDialog
      title={t('addresses.addTitle')}
      submit={t('addresses.allow')}
      action={action}
      isReady={ip.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={t('addresses.address')}
        value={ip}
        onChange={setIp}
        autoComplete="off"
        spellCheck={false}
        placeholder="203.0.113.0/24"
        hint={t('addresses.addressHint')}
        error={action.problemOf('ip')}
      />
      <Field label={t('addresses.scope')}>
        {({ id }) => (
          <Select
            id={id}
            value={scope}
            onChange={setScope}
            options={scopes.map((value) => ({ value, label: t(`addresses.scopes.${value}`) }))}
          />
        )}
      </Field>
      <TextField
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        maxLength={255}
      />
      <Remark>{t('addresses.guard')}</Remark>
    </FormDialog>
  )
}

function RemoveDialog({ entry, onClose }: { entry: AllowedIp; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await send('/v3alpha/allowedIps:batchDelete', {
      method: 'POST',
      body: { ipAllowlistEntryIds: [entry.ipAllowlistEntryId] },
    })
    await queries.invalidateQueries({ queryKey: addressesQuery.queryKey })
    onClose()
  })
  return (
    <Confirm
      title={t('addresses.removeTitle', { ip: entry.ip })}
      confirm={t('addresses.remove')}
      action={action}
      onClose={onClose}
    >
      <p>{t('addresses.removeText')}</p>
    </Confirm>
  )
}
