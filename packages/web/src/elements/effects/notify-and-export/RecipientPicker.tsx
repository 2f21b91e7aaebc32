import type { Member, Team } from '@octavo/core/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { type Choice, Picker } from '../../../forms/index.ts'
import { memberQuery, nameOfMember, teamQuery } from '../../../people.ts'
import type { Effect } from '../effect.ts'
import { peopleOf, withPeople } from './choices.ts'

interface RecipientPickerProps {
  recipients: readonly Effect[]
  onChange: (recipients: Effect[]) => void
}

/** Members and teams of the organization who get the mail, found by typing. */
export function RecipientPicker({ recipients, onChange }: RecipientPickerProps) {
  const { t } = useTranslation('actions')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const people = peopleOf(recipients)
  const names = useNames(people)
  const teams = useFound<Team>('/v2.1/teams', wanted === '' ? {} : { name: wanted })
  const members = useFound<Member>('/v2.1/members', wanted === '' ? {} : { query: wanted })
  const choices = [
    ...teams.map(({ teamId, name }): Choice => ({ value: `team:${teamId}`, label: name, text: t('notify.team') })),
    ...members.map(
      (member): Choice => ({ value: `member:${member.memberId}`, label: nameOfMember(member), text: member.email }),
    ),
  ]
  const known = new Map(choices.map(({ value, label }) => [value, label]))
  return (
    <Picker
      label={t('notify.people')}
      placeholder={t('notify.findPeople')}
      choices={choices}
      chosen={people.map((value) => ({
        value,
        label:
          names.get(value) ?? known.get(value) ?? t(value.startsWith('team:') ? 'notify.noTeam' : 'notify.noMember'),
      }))}
      onSearch={setTyped}
      nothing={t('notify.nobody')}
      removeLabel={(name) => t('notify.remove', { name })}
      onChange={(chosen) =>
        onChange(
          withPeople(
            recipients,
            chosen.map(({ value }) => value),
          ),
        )
      }
    />
  )
}

const mostFound = 50

/** The first of those that match what is typed. */
function useFound<Entry>(path: string, query: Record<string, string>): readonly Entry[] {
  const found = useQuery<{ entries: Entry[] }>({
    queryKey: ['recipients', path, query],
    staleTime: 60_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => call(path, { signal, query: { ...query, limit: mostFound } }),
  })
  return found.data?.entries ?? []
}

/** The names of those who are chosen; none for somebody who is gone or hidden. */
function useNames(people: readonly string[]): ReadonlyMap<string, string> {
  const idsOf = (kind: string) => people.flatMap((value) => (value.startsWith(kind) ? value.slice(kind.length) : []))
  const members = useQueries({ queries: idsOf('member:').map((id) => ({ ...memberQuery(id), retry: false })) })
  const teams = useQueries({ queries: idsOf('team:').map((id) => ({ ...teamQuery(id), retry: false })) })
  return new Map([
    ...members.flatMap(({ data }) => (data ? [[`member:${data.memberId}`, nameOfMember(data)] as const] : [])),
    ...teams.flatMap(({ data }) => (data ? [[`team:${data.teamId}`, data.name] as const] : [])),
  ])
}
