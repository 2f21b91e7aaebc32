import { joinLimits, type OrganizationSettingsChange, type OrganizationSettingsEntry } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Field, NumberField, Remark } from '../../../forms/index.ts'
import { Button, notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Card } from '../../frame/Page.tsx'

const formats = ['csv', 'xlsx', 'json', 'jsonl'] as const
const bytesOfMegabyte = 1024 * 1024
const mostUpload = 1024
const groups = ['export', 'download', 'send'] as const

type Limits<K extends string> = Record<K, number | null>

interface LimitsFormProps {
  settings: OrganizationSettingsEntry
  onSaved: (saved: OrganizationSettingsEntry) => void
}

/** How many rows a file may have, and how often files may be requested. */
export function LimitsForm({ settings, onSaved }: LimitsFormProps) {
  const { t } = useTranslation('organization')
  const [rows, setRows] = useState(settings.exportRows)
  const [megabytes, setMegabytes] = useState<number | null>(settings.exportMegabytes)
  const [upload, setUpload] = useState<number | null>(Math.ceil(settings.uploadBytes / bytesOfMegabyte))
  const [joinRows, setJoinRows] = useState<number | null>(settings.joinRows)
  const [joinSize, setJoinSize] = useState<number | null>(settings.joinMegabytes)
  const [rates, setRates] = useState(settings.requestsPerMinute)
  const exportRows = changes(settings.exportRows, rows)
  const requestsPerMinute = changes(settings.requestsPerMinute, rates)
  const change: OrganizationSettingsChange = {
    ...(exportRows && { exportRows }),
    ...(megabytes !== null && megabytes !== settings.exportMegabytes && { exportMegabytes: megabytes }),
    ...(upload !== null &&
      upload !== Math.ceil(settings.uploadBytes / bytesOfMegabyte) && { uploadBytes: upload * bytesOfMegabyte }),
    ...(joinRows !== null && joinRows !== settings.joinRows && { joinRows }),
    ...(joinSize !== null && joinSize !== settings.joinMegabytes && { joinMegabytes: joinSize }),
    ...(requestsPerMinute && { requestsPerMinute }),
  }
  const isChanged = Object.keys(change).length > 0
  const isSize = megabytes !== null && isLimit(megabytes)
  const isUpload = upload !== null && isLimit(upload) && upload <= mostUpload
  const isJoin = isWithin(joinRows, joinLimits.rows.most) && isWithin(joinSize, joinLimits.megabytes.most)
  const isRight = isSize && isUpload && isJoin && [...Object.values(rows), ...Object.values(rates)].every(isLimit)
  const action = useAction(async () => {
    onSaved(await call<OrganizationSettingsEntry>('/v2/organizations/settings', { method: 'PATCH', body: change }))
    notify({ title: t('common.saved'), tone: 'done' })
  })
  return (
    <Card>
      <form
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && isRight) action.run()
        }}
      >
        <LimitFields
          title={t('settings.exportRows')}
          hint={t('settings.exportRowsHint')}
          names={formats}
          labelOf={(format) => format.toUpperCase()}
          values={rows}
          onChange={setRows}
        />
        <Field label={t('settings.exportSize')} error={isSize ? undefined : t('settings.sizeWrong')}>
          {({ id }) => (
            <NumberField id={id} value={megabytes} min={1} unit="MB" className="max-w-40" onChange={setMegabytes} />
          )}
        </Field>
        <Field label={t('settings.uploadSize')} error={isUpload ? undefined : t('settings.uploadWrong')}>
          {({ id }) => (
            <NumberField
              id={id}
              value={upload}
              min={1}
              max={mostUpload}
              unit="MB"
              className="max-w-40"
              onChange={setUpload}
            />
          )}
        </Field>
        <JoinFields rows={joinRows} size={joinSize} isRight={isJoin} onRows={setJoinRows} onSize={setJoinSize} />
        <LimitFields
          title={t('settings.rates')}
          hint={t('settings.ratesHint')}
          names={groups}
          labelOf={(group) => t(`settings.rateOf.${group}`)}
          values={rates}
          onChange={setRates}
        />
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
        <Button look="primary" type="submit" className="self-start" disabled={!isChanged || !isRight || action.isBusy}>
          {t('common.save')}
        </Button>
      </form>
    </Card>
  )
}

interface JoinFieldsProps {
  rows: number | null
  size: number | null
  isRight: boolean
  onRows: (rows: number | null) => void
  onSize: (size: number | null) => void
}

/** Limits for reading rows of one connection to combine them with another. */
function JoinFields({ rows, size, isRight, onRows, onSize }: JoinFieldsProps) {
  const { t } = useTranslation('organization')
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{t('settings.joins')}</legend>
      <p className="text-xs text-muted">{t('settings.joinsHint')}</p>
      <div className="grid gap-4 sm:grid-cols-4">
        <Field label={t('settings.joinRows')} error={isRight ? undefined : t('settings.joinWrong')}>
          {({ id }) => <NumberField id={id} value={rows} min={1} max={joinLimits.rows.most} onChange={onRows} />}
        </Field>
        <Field label={t('settings.joinSize')}>
          {({ id }) => (
            <NumberField id={id} value={size} min={1} max={joinLimits.megabytes.most} unit="MB" onChange={onSize} />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

interface LimitFieldsProps<K extends string> {
  title: string
  hint: string
  names: readonly K[]
  labelOf: (name: K) => string
  values: Limits<K>
  onChange: (values: Limits<K>) => void
}

function LimitFields<K extends string>({ title, hint, names, labelOf, values, onChange }: LimitFieldsProps<K>) {
  const { t } = useTranslation('organization')
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-xs text-muted">{hint}</p>
      <div className="grid gap-4 sm:grid-cols-4">
        {names.map((name) => (
          <Field key={name} label={labelOf(name)} error={isLimit(values[name]) ? undefined : t('settings.limitWrong')}>
            {({ id }) => (
              <NumberField
                id={id}
                value={values[name]}
                min={1}
                onChange={(value) => onChange({ ...values, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}

const isWithin = (value: number | null, most: number) => value !== null && isLimit(value) && value <= most

const isLimit = (value: number | null) => value === null || (Number.isInteger(value) && value >= 1)

/** The changed limits; null if none has changed. */
function changes<K extends string>(before: Limits<K>, now: Limits<K>): Partial<Limits<K>> | null {
  const changed: Partial<Limits<K>> = {}
  for (const name of Object.keys(now) as K[]) if (now[name] !== before[name]) changed[name] = now[name]
  return Object.keys(changed).length > 0 ? changed : null
}
