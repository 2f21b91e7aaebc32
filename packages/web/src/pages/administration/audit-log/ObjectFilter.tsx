import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../forms/index.ts'
import { nameOfMember, teamsQuery } from '../../data/people.ts'
import { searchQuery } from '../../data/search.ts'
import { connectionsQuery } from '../connections/connections.ts'
import { isObjectId } from './audit-events.ts'
import { useFoundMembers } from './PersonFilter.tsx'
import { useEventWords } from './use-event-words.ts'

/** Chooses what an event is about: a document, member, team or connection that is found by typing, or any object by its id. */
export function ObjectFilter({ onChange }: { onChange: (objectId: string) => void }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { options, isLoading } = useFoundObjects(wanted)
  const id = { value: wanted, label: wanted, text: t('audit.objectById') }
  return (
    <Combobox
      label={t('audit.object')}
      prefix={t('audit.object')}
      className="!w-auto max-w-64"
      value={null}
      placeholder={t('audit.anything')}
      options={isObjectId(wanted) ? [...options, id] : options}
      isLoading={isLoading}
      onSearch={setText}
      onChange={onChange}
    />
  )
}

function useFoundObjects(text: string) {
  const words = useEventWords()
  const documents = useQuery(searchQuery(text))
  const members = useFoundMembers(text)
  const teams = useQuery(teamsQuery)
  const connections = useQuery(connectionsQuery)
  const lower = text.toLocaleLowerCase()
  const isFound = ({ name }: { name: string }) => name.toLocaleLowerCase().includes(lower)
  const option = (kind: string) => (value: string, label: string, more?: string) => ({
    value,
    label,
    group: words.objectKind(kind),
    ...(more === undefined ? {} : { text: more }),
  })
  const [team, connection, member] = [option('team'), option('connection'), option('member')]
  const options = [
    ...inGroups(text === '' ? [] : (documents.data?.entries ?? [])).map(({ id, name, type }) => option(type)(id, name)),
    ...(teams.data?.entries ?? []).filter(isFound).map(({ teamId, name }) => team(teamId, name)),
    ...(connections.data?.entries ?? []).filter(isFound).map((each) => connection(each.connectionId, each.name)),
    ...members.members.slice(0, 20).map((each) => member(each.memberId, nameOfMember(each), each.email)),
  ]
  return { options, isLoading: members.isLoading || (text !== '' && documents.isPending) }
}

/** One heading for each type. */
const inGroups = <Entry extends { type: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0))
