import type { ConnectorParam } from '@octavo/core/contract'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../forms/index.ts'
import { Button, fieldLook, Plus, Trash } from '../../../ui/index.ts'

interface ParamRowsProps {
  title: string
  params: readonly ConnectorParam[]
  onChange: (params: ConnectorParam[]) => void
}

/** Parameters in one part of a request (path, query, headers or body); each is fixed, or set by each call. */
export function ParamRows({ title, params, onChange }: ParamRowsProps) {
  const { t } = useTranslation('connectors')
  const change = (place: number, patch: Partial<ConnectorParam>) =>
    onChange(params.map((each, at) => (at === place ? { ...each, ...patch } : each)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{title}</legend>
      {params.map((param, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its place in the list; names change while they are written
        <div key={place} className="flex flex-wrap items-center gap-2">
          <input
            aria-label={t('key', { number: place + 1 })}
            className={`${fieldLook} min-w-32 !w-auto grow font-mono sm:max-w-44`}
            value={param.key}
            maxLength={255}
            spellCheck={false}
            onChange={(event) => change(place, { key: event.target.value })}
          />
          <Select
            label={t('mode', { number: place + 1 })}
            className="!w-44"
            value={param.mode}
            onChange={(mode) => change(place, { mode })}
            options={(['static', 'dynamic'] as const).map((value) => ({ value, label: t(value) }))}
          />
          <input
            aria-label={t('value', { number: place + 1 })}
            placeholder={t(param.mode === 'static' ? 'valuePlaceholder' : 'usualPlaceholder')}
            className={`${fieldLook} min-w-40 !w-auto grow`}
            value={param.value ?? ''}
            maxLength={8192}
            onChange={(event) => change(place, { value: event.target.value === '' ? null : event.target.value })}
          />
          <Button
            look="quiet"
            isIcon
            aria-label={t('remove', { name: param.key })}
            onClick={() => onChange(params.filter((_, at) => at !== place))}
          >
            <Trash className="size-4" />
          </Button>
        </div>
      ))}
      <Button
        className="self-start"
        onClick={() => onChange([...params, { key: '', mode: 'static', value: null }])}
        aria-label={`${t('add')}: ${title}`}
      >
        <Plus className="size-4" /> {t('add')}
      </Button>
    </fieldset>
  )
}
