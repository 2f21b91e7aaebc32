import type { Member } from '@octavo/core/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Combobox } from '../../../forms/index.ts'
import { memberFilterQuery, nameOfMember } from '../../data/people.ts'

/**
 * The members whose name or address contains a text, also deactivated ones. While the server searches, those members of the previous search
 * that contain the text are shown.
 */
export function useFoundMembers(text: string): { members: Member[]; isLoading: boolean } {
  const filter = { text, type: '', teamId: '', state: 'all', orderBy: 'name' } as const
  const found = useQuery({
    queryKey: ['members', 'found', text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...memberFilterQuery(filter), limit: 50 }
      return (await call<{ entries: Member[] }>('/v2.1/members', { signal, query })).entries
    },
  })
  const { data = [], isPending, isPlaceholderData } = found
  const lower = text.toLocaleLowerCase()
  const contains = (member: Member) => `${nameOfMember(member)} ${member.email}`.toLocaleLowerCase().includes(lower)
  return { members: isPlaceholderData ? data.filter(contains) : data, isLoading: isPending || isPlaceholderData }
}

/** Chooses who acted: a member, found by name or address, or the server. */
export function PersonFilter({ onChange }: { onChange: (memberId: string) => void }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const { members, isLoading } = useFoundMembers(text.trim())
  const server = { value: 'system', label: t('audit.server') }
  const hasServer = server.label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
  return (
    <Combobox
      label={t('audit.actor')}
      prefix={t('audit.actor')}
      className="!w-auto max-w-64"
      value={null}
      placeholder={t('audit.anybody')}
      options={[
        ...(hasServer ? [server] : []),
        ...members.map((member) => ({ value: member.memberId, label: nameOfMember(member), text: member.email })),
      ]}
      isLoading={isLoading}
      onSearch={setText}
      onChange={onChange}
    />
  )
}
