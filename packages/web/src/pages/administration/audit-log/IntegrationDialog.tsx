import type { StorageIntegration } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Checkbox, TextField } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { integrationsPath } from './integrations-path.ts'

/** The bucket of a new integration, or a new bucket for an existing one. The server tests it before it saves it. */
export function IntegrationDialog({ known, onClose }: { known: StorageIntegration | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const { fields, set, s3, isReady } = useFields(known)
  const [repoints, setRepoints] = useState(false)
  const action = useAction(async () => {
    if (known === null) {
      await call(integrationsPath, { method: 'POST', body: { name: fields.name.trim(), provider: 's3', s3 } })
    } else {
      const body = { s3, linkedSchedules: repoints ? 'repoint' : 'pause' }
      await call(`${integrationsPath}/${known.storageIntegrationId}`, { method: 'PATCH', body })
    }
    await queries.invalidateQueries({ queryKey: ['audit'] })
    notify({ title: t(known === null ? 'audit.storage.added' : 'audit.storage.updated'), tone: 'done' })
    onClose()
  })
  const field = (name: keyof typeof fields, hint?: string) => ({
    label: t(`audit.storage.fields.${name}`),
    value: fields[name],
    onChange: set(name),
    autoComplete: 'off',
    ...(hint === undefined ? {} : { hint }),
  })
  return (
    <FormDialog
      title={known === null ? t('audit.storage.new') : t('audit.storage.editTitle', { name: known.name })}
      submit={t(known === null ? 'common.create' : 'common.save')}
      action={action}
      isReady={isReady}
      onClose={onClose}
    >
      {known === null && <TextField {...field('name', t('audit.storage.nameHint'))} maxLength={64} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('bucket')} />
        <TextField {...field('prefix')} isOptional={t('common.optional')} />
        <TextField {...field('region')} placeholder="eu-central-1" />
        <TextField
          {...field('endpoint', t('audit.storage.endpointHint'))}
          isOptional={t('common.optional')}
          placeholder="https://"
        />
        <TextField {...field('accessKeyId')} />
        <TextField
          {...field('secretAccessKey', known === null ? undefined : t('audit.storage.secretHint'))}
          type="password"
        />
      </div>
      {known !== null && known.linkedSchedules > 0 && (
        <Checkbox isChecked={repoints} onChange={setRepoints}>
          {t('audit.storage.repoint', { count: known.linkedSchedules })}
        </Checkbox>
      )}
    </FormDialog>
  )
}

function useFields(known: StorageIntegration | null) {
  const [bucket = '', ...folders] = (known?.uri ?? '').replace('s3://', '').split('/')
  const [fields, setFields] = useState({
    name: known?.name ?? '',
    bucket,
    prefix: folders.join('/'),
    region: known?.region ?? '',
    endpoint: known?.endpoint ?? '',
    accessKeyId: known?.accessKeyId ?? '',
    secretAccessKey: '',
  })
  const set = (name: keyof typeof fields) => (value: string) => setFields((before) => ({ ...before, [name]: value }))
  const { name, endpoint, secretAccessKey, ...rest } = fields
  const s3 = {
    ...rest,
    endpoint: endpoint.trim() === '' ? null : endpoint.trim(),
    // Storages with an address of their own seldom have a host name for each bucket.
    isPathStyle: known === null ? endpoint.trim() !== '' : known.isPathStyle,
    ...(secretAccessKey === '' ? {} : { secretAccessKey }),
  }
  const needed = [rest.bucket, rest.region, rest.accessKeyId, ...(known === null ? [name, secretAccessKey] : [])]
  return { fields, set, s3, isReady: needed.every((value) => value.trim() !== '') }
}
