import { useTranslation } from 'react-i18next'
import { TextField } from '../../../forms/index.ts'
import { type ConnectionForm, poolNames, timeoutNames } from './connection-form.ts'

interface ConnectionLimitsProps {
  form: ConnectionForm
  /** Names of the invalid fields. */
  problems: ReadonlySet<string>
  onChange: (change: Partial<ConnectionForm>) => void
}

/** Time limits of statements and how many run at once, by their purpose. */
export function ConnectionLimits({ form, problems, onChange }: ConnectionLimitsProps) {
  const { t } = useTranslation('organization')
  const { timeouts, pools } = form
  return (
    <details className="rounded border border-line px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('connections.limits')}</summary>
      <fieldset className="mt-3 grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-muted">{t('connections.timeouts')}</legend>
        {timeoutNames.map((name) => (
          <TextField
            key={name}
            label={t(`connections.timeoutOf.${name}`)}
            value={timeouts[name]}
            onChange={(text) => onChange({ timeouts: { ...timeouts, [name]: text } })}
            inputMode="numeric"
            error={problems.has(name) ? t('connections.timeoutWrong') : undefined}
          />
        ))}
      </fieldset>
      <fieldset className="mt-4 grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-muted">{t('connections.pools')}</legend>
        {poolNames.map((name) => (
          <TextField
            key={name}
            label={t(`connections.poolOf.${name}`)}
            value={pools[name]}
            onChange={(text) => onChange({ pools: { ...pools, [name]: text } })}
            inputMode="numeric"
            error={problems.has(name) ? t('connections.poolWrong') : undefined}
          />
        ))}
      </fieldset>
    </details>
  )
}
