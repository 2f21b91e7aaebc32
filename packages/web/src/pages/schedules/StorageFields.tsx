import type { StorageSettingList } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Checkbox, Field, Remark, Select, TextField } from '../../forms/index.ts'
import { storagesQueryKey } from '../data/storages.ts'
import type { MessageForm } from './schedule-form.ts'

interface StorageFieldsProps {
  form: MessageForm
  onChange: (change: Partial<MessageForm>) => void
}

/** The storage of the organization to which the files go, and the place in it. */
export function StorageFields({ form, onChange }: StorageFieldsProps) {
  const { t } = useTranslation('schedules')
  const storages = useQuery({
    queryKey: storagesQueryKey,
    queryFn: ({ signal }) => call<StorageSettingList>('/v2/organizations/settings/storages', { signal }),
  })
  const entries = storages.data?.entries ?? []
  const addressOf = (name: string) => entries.find((entry) => entry.name === name)?.uri ?? ''
  if (storages.data && entries.length === 0) return <Remark tone="warning">{t('storage.none')}</Remark>
  return (
    <div className="flex flex-col gap-4 sm:col-start-2">
      <Field label={t('storage.storage')}>
        {({ id }) => (
          <Select
            id={id}
            value={form.storage}
            options={[
              ...(form.storage === '' ? [{ value: '', label: t('storage.choose') }] : []),
              ...entries.map(({ name, uri }) => ({ value: name, label: name, text: uri })),
            ]}
            onChange={(storage) => {
              const isUntouched = form.uri === '' || form.uri === addressOf(form.storage)
              onChange({ storage, ...(isUntouched ? { uri: addressOf(storage) } : {}) })
            }}
          />
        )}
      </Field>
      <TextField
        label={t('storage.uri')}
        hint={t('storage.uriHint')}
        value={form.uri}
        onChange={(uri) => onChange({ uri })}
        placeholder="s3://"
        spellCheck={false}
      />
      <div className="flex flex-col gap-2">
        <Checkbox isChecked={form.isCompressed} onChange={(isCompressed) => onChange({ isCompressed })}>
          {t('storage.compressed')}
        </Checkbox>
        <Checkbox isChecked={form.isDated} onChange={(isDated) => onChange({ isDated })}>
          {t('storage.dated')}
        </Checkbox>
      </div>
      <Remark>{t('storage.only')}</Remark>
    </div>
  )
}
