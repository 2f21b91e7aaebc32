import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field, MultiSelect, TextField } from '../../forms/index.ts'
import { teamsQuery } from '../data/people.ts'
import type { ScheduleForm } from './schedule-form.ts'

interface CopyFieldsProps {
  form: ScheduleForm
  onChange: (change: Partial<ScheduleForm>) => void
}

/** Who else gets the mails of a schedule: teams, and people in copy. */
export function CopyFields({ form, onChange }: CopyFieldsProps) {
  const { t } = useTranslation('schedules')
  const teams = useQuery(teamsQuery)
  const known = (teams.data?.entries ?? []).map(({ teamId, name }) => ({ value: teamId, label: name }))
  // A team that is gone or hidden from the reader stays chosen until it is taken off.
  const others = form.teams.filter((id) => teams.data && !known.some(({ value }) => value === id))
  const options = [...known, ...others.map((value) => ({ value, label: t('unknownTeam') }))]
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {options.length > 0 && (
        <Field label={t('field.teams')} isOptional={t('field.optional')}>
          {() => (
            <MultiSelect
              label={t('field.teams')}
              options={options}
              chosen={new Set(form.teams)}
              onChange={(chosen) => onChange({ teams: [...chosen] })}
            />
          )}
        </Field>
      )}
      <TextField
        label={t('field.cc')}
        isOptional={t('field.optional')}
        value={form.cc}
        onChange={(cc) => onChange({ cc })}
      />
      <TextField
        label={t('field.bcc')}
        isOptional={t('field.optional')}
        value={form.bcc}
        onChange={(bcc) => onChange({ bcc })}
      />
    </div>
  )
}
