import { useTranslation } from 'react-i18next'
import { type Choice, Picker } from '../../forms/index.ts'
import type { useMemberChoices } from './people-choices.ts'

interface PeoplePickerProps {
  label: string
  hint?: string
  placeholder?: string
  /** The result of `useMemberChoices` or `useGranteeChoices`. */
  people: ReturnType<typeof useMemberChoices>
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  /** Ids that cannot be chosen. */
  without?: ReadonlySet<string>
  isSingle?: boolean
}

/** Members, found by name or email. */
export function PeoplePicker({ people, without, placeholder, ...rest }: PeoplePickerProps) {
  const { t } = useTranslation('organization')
  return (
    <Picker
      {...rest}
      placeholder={placeholder ?? t('deactivate.newOwnerPlaceholder')}
      choices={without ? people.choices.filter(({ value }) => !without.has(value)) : people.choices}
      onSearch={people.onSearch}
      nothing={t('sharing.nobody')}
      removeLabel={(name) => t('common.removeName', { name })}
    />
  )
}
