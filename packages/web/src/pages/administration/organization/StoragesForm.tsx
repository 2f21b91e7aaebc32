import type { StorageSetting, StorageSettingChange, StorageSettingList } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Checkbox, Remark, TextField } from '../../../forms/index.ts'
import { Button, notify, Plus } from '../../../ui/index.ts'
import { storagesQueryKey } from '../../data/storages.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Loaded } from '../../frame/Page.tsx'
import { changeOf, formOf, isComplete, newStorage, type StorageForm } from './storage-form.ts'

const path = '/v2/organizations/settings/storages'

const storagesQuery = queryOptions({
  queryKey: storagesQueryKey,
  queryFn: ({ signal }) => call<StorageSettingList>(path, { signal }),
})

const put = (name: string, body: StorageSettingChange) =>
  call<StorageSetting>(`${path}/${encodeURIComponent(name)}`, { method: 'PUT', body })

type Task = { kind: 'new' } | { kind: 'edit' | 'remove'; storage: StorageSetting }

/** Buckets that exports may be written to. */
export function StoragesForm() {
  const { t } = useTranslation('organization')
  const storages = useQuery(storagesQuery)
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{t('storages.title')}</h3>
      <p className="text-muted">{t('storages.text')}</p>
      <Loaded query={storages} title={t('settings.failed')}>
        {({ entries }) => (
          <ul aria-label={t('storages.title')} className="flex flex-col divide-y divide-line empty:hidden">
            {entries.map((storage) => (
              <Entry
                key={storage.name}
                storage={storage}
                onEdit={() => setTask({ kind: 'edit', storage })}
                onRemove={() => setTask({ kind: 'remove', storage })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Button icon={Plus} className="self-start" onClick={() => setTask({ kind: 'new' })}>
        {t('storages.add')}
      </Button>
      {task?.kind === 'new' && <StorageDialog onClose={close} />}
      {task?.kind === 'edit' && <StorageDialog storage={task.storage} onClose={close} />}
      {task?.kind === 'remove' && <RemoveDialog storage={task.storage} onClose={close} />}
    </section>
  )
}

interface EntryProps {
  storage: StorageSetting
  onEdit: () => void
  onRemove: () => void
}

/** The test saves the setting unchanged: the server starts and aborts an upload before it saves one. */
function Entry({ storage, onEdit, onRemove }: EntryProps) {
  const { t } = useTranslation('organization')
  const { name, uri, connection } = storage
  const test = useAction(async () => {
    await put(name, changeOf(formOf(storage)))
    notify({ title: t('storages.works', { name }), tone: 'done' })
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-muted">
          {[uri, connection?.endpoint ?? connection?.region].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button isSmall isBusy={test.isBusy} aria-label={t('storages.testOf', { name })} onClick={test.run}>
        {t('storages.test')}
      </Button>
      <Button isSmall aria-label={t('storages.editOf', { name })} onClick={onEdit}>
        {t('storages.edit')}
      </Button>
      <Button isSmall look="quiet" aria-label={t('storages.removeOf', { name })} onClick={onRemove}>
        {t('storages.remove')}
      </Button>
      {test.failure !== undefined && (
        <div className="basis-full">
          <Remark tone="danger">{test.failure}</Remark>
        </div>
      )}
    </li>
  )
}

function StorageDialog({ storage, onClose }: { storage?: StorageSetting; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [form, setForm] = useState<StorageForm>(() => (storage ? formOf(storage) : newStorage))
  const action = useAction(async () => {
    await put(form.name.trim(), changeOf(form))
    await queries.invalidateQueries({ queryKey: storagesQueryKey })
    notify({ title: t('common.saved'), tone: 'done' })
    onClose()
  })
  const set = (change: Partial<StorageForm>) => setForm((before) => ({ ...before, ...change }))
  return (
    <FormDialog
      size="form"
      title={storage ? t('storages.editTitle', { name: storage.name }) : t('storages.addTitle')}
      submit={t('storages.save')}
      action={action}
      isReady={isComplete(form, storage !== undefined)}
      onClose={onClose}
    >
      {!storage && (
        <TextField
          label={t('storages.name')}
          hint={t('storages.nameHint')}
          value={form.name}
          onChange={(name) => set({ name })}
          maxLength={64}
          autoComplete="off"
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('storages.bucket')} value={form.bucket} onChange={(bucket) => set({ bucket })} />
        <TextField
          label={t('storages.folder')}
          isOptional={t('storages.optional')}
          value={form.folder}
          onChange={(folder) => set({ folder })}
        />
        <TextField
          label={t('storages.region')}
          value={form.region}
          onChange={(region) => set({ region })}
          placeholder="eu-central-1"
        />
        <TextField
          label={t('storages.endpoint')}
          isOptional={t('storages.optional')}
          value={form.endpoint}
          onChange={(endpoint) => set({ endpoint })}
          inputMode="url"
          placeholder="https://"
        />
      </div>
      <Remark>{t('storages.endpointText')}</Remark>
      <Checkbox isChecked={form.isPathStyle} onChange={(isPathStyle) => set({ isPathStyle })}>
        {t('storages.pathStyle')}
      </Checkbox>
      <TextField
        label={t('storages.key')}
        value={form.accessKeyId}
        onChange={(accessKeyId) => set({ accessKeyId })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={t('storages.secret')}
        hint={t(storage ? 'storages.secretKept' : 'storages.secretHint')}
        value={form.secret}
        onChange={(secret) => set({ secret })}
        type="password"
        autoComplete="off"
      />
    </FormDialog>
  )
}

function RemoveDialog({ storage: { name }, onClose }: { storage: StorageSetting; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await call(`${path}/${encodeURIComponent(name)}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: storagesQueryKey })
    onClose()
  })
  return (
    <Confirm
      title={t('storages.removeTitle', { name })}
      confirm={t('storages.remove')}
      action={action}
      onClose={onClose}
    >
      <p>{t('storages.removeText')}</p>
    </Confirm>
  )
}
