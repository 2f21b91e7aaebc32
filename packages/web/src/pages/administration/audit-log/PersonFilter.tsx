import type { Member } from '@octavo/core/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Combobox } from '../../../forms/index.ts'
import { memberFilterQuery, nameOfMember } from '../../data/people.ts'

/** The members whose name or address contains a text, also deactivated ones. */
export function useFoundMembers(text: string) {
  const filter = { text, type: '', teamId: '', state: 'all', orderBy: 'name' } as const
  return useQuery({
    queryKey: ['members', 'found', text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...memberFilterQuery(filter), limit: 50 }
      return (await call<{ entries: Member[] }>('/v2.1/members', { signal, query })).entries
    },
  })
}

/** Chooses who acted: a member, found by name or address, or the server. */
export function PersonFilter({ onChange }: { onChange: (memberId: string) => void }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const { data = [], isPending } = useFoundMembers(text.trim())
  const server = { value: 'system', label: t('audit.server') }
  const hasServer = server.label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
  return (
    <Combobox
      label={t('audit.actor')}
      className="!w-48"
      value={null}
      placeholder={t('audit.anybody')}
      options={[
        ...(hasServer ? [server] : []),
        ...data.map((member) => ({ value: member.memberId, label: nameOfMember(member), text: member.email })),
      ]}
      isLoading={isPending}
      onSearch={setText}
      onChange={onChange}
    />
  )
}
