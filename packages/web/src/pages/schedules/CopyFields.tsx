import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field, MultiSelect, TextField } from '../../forms/index.ts'
import { teamsQuery } from '../data/people.ts'
import type { ProblemOf } from '../data/use-action.ts'
import type { ScheduleForm } from './schedule-form.ts'

interface CopyFieldsProps {
  form: ScheduleForm
  problemOf: ProblemOf
  onChange: (change: Partial<ScheduleForm>) => void
}

/** More recipients of the mails of a schedule: teams, and people in copy. */
export function CopyFields({ form, problemOf, onChange }: CopyFieldsProps) {
  const { t } = useTranslation('schedules')
  const teams = useQuery(teamsQuery)
  const known = (teams.data?.entries ?? []).map(({ teamId, name }) => ({ value: teamId, label: name }))
  // A team that was deleted or is hidden from the reader stays chosen until it is removed.
  const optionsOf = (chosen: readonly string[]) => [
    ...known,
    ...chosen
      .filter((id) => teams.data && !known.some(({ value }) => value === id))
      .map((value) => ({ value, label: t('unknownTeam') })),
  ]
  const offered = (['teams', 'ccTeams', 'bccTeams'] as const).filter((field) => optionsOf(form[field]).length > 0)
  return (
    <>
      {offered.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-3">
          {offered.map((field) => (
            <Field key={field} label={t(`field.${field}`)} isOptional={t('field.optional')}>
              {() => (
                <MultiSelect
                  label={t(`field.${field}`)}
                  options={optionsOf(form[field])}
                  chosen={new Set(form[field])}
                  onChange={(chosen) => onChange({ [field]: [...chosen] })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {(['cc', 'bcc'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`field.${field}`)}
            isOptional={t('field.optional')}
            error={problemOf(`${field}Email`)}
            value={form[field]}
            onChange={(text) => onChange({ [field]: text })}
          />
        ))}
      </div>
    </>
  )
}
