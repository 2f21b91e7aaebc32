import type { Grantee, Member } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../forms/index.ts'
import { listAll } from '../data/list-all.ts'
import { directoryQuery, nameOfMember, teamsQuery } from '../data/people.ts'

const memberChoice = (member: Member): Choice => ({
  value: member.memberId,
  label: nameOfMember(member),
  text: member.email,
})

/** Members to choose from; in a large organization the matches of the typed text are requested. */
export function useMemberChoices(): { choices: Choice[]; onSearch: (text: string) => void } {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const directory = useQuery(directoryQuery)
  const isLarge = directory.data !== undefined && !directory.data.isWhole
  const found = useQuery({
    queryKey: ['members', 'found', wanted],
    enabled: isLarge && wanted.length >= 2,
    queryFn: ({ signal }) => listAll<Member>('/v2.1/members', { signal, query: { query: wanted } }, 50),
  })
  const members = new Map(
    [...(found.data?.entries ?? []), ...(directory.data?.entries ?? [])].map((member) => [member.memberId, member]),
  )
  return { choices: [...members.values()].map(memberChoice), onSearch: setText }
}

const everyone = 'everyone'

/** Everybody, then teams, then members. `granteeOf` reads the values. */
export function useGranteeChoices() {
  const { t } = useTranslation('organization')
  const members = useMemberChoices()
  const teams = useQuery(teamsQuery)
  const teamChoices = (teams.data?.entries ?? []).map(
    (team): Choice => ({ value: `team:${team.teamId}`, label: team.name, text: t('sharing.team') }),
  )
  const all: Choice = { value: everyone, label: t('sharing.everyone'), text: t('sharing.everyoneText') }
  return { ...members, choices: [all, ...teamChoices, ...members.choices] }
}

/** The grantee of a choice. */
export function granteeOf(value: string): Grantee {
  if (value === everyone) return { isEveryone: true }
  return value.startsWith('team:') ? { teamId: value.slice('team:'.length) } : { memberId: value }
}
