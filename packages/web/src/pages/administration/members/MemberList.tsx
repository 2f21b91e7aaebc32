import type { Member } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Avatar, Badge, DataTable, Select, type Sorting, type TableColumn } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, MenuItem, MenuSeparator, Message, notify, Search } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { type MemberFilter, memberFilterQuery, memberStates, nameOfMember, teamsQuery } from '../../data/people.ts'
import { runAll } from '../../data/run-all.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAction } from '../../data/use-action.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { SelectionBar } from '../../frame/PagedTable.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { RowMenu } from '../RowMenu.tsx'
import type { MemberSelection, MemberTask } from './member-task.ts'

type Order = 'name' | 'createdAt'
/** The most members that "select all" selects beyond the page. */
const mostSelected = 5000

interface MemberListProps {
  field: RefObject<HTMLInputElement | null>
  types: readonly string[]
  selection: MemberSelection
  onSelect: (selection: MemberSelection) => void
  onTask: (task: MemberTask) => void
}

/** Members, filtered and sorted by the server, a page at a time; the selection is kept across pages. */
export function MemberList({ field, types, selection, onSelect, onTask }: MemberListProps) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const [type, setType] = useAddressState('type')
  const [state, setState] = useAddressState('state')
  const [teamId, setTeamId] = useAddressState('team')
  const [sorting, setSorting] = useState<Sorting<Order>>({ by: 'name', isDescending: false })
  const filter: MemberFilter = {
    text: useDeferredValue(text.trim()),
    type,
    teamId,
    state: memberStates.find((each) => each === state) ?? 'active',
    orderBy: `${sorting.by}${sorting.isDescending ? ' desc' : ''}`,
  }
  const pages = useServerPages<Member>('members', { path: '/v2.1/members', query: memberFilterQuery(filter) })
  const teams = useQuery(teamsQuery)
  const clear = () => {
    setText('')
    setType('')
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField
          field={field}
          label={t('members.search')}
          value={text}
          onChange={setText}
          className="w-full sm:w-64"
        />
        <Select
          label={t('members.filterState')}
          prefix={t('members.stateLabel')}
          className="!w-auto"
          value={filter.state}
          onChange={(value) => setState(value === 'active' ? '' : value)}
          options={memberStates.map((value) => ({ value, label: t(`members.state.${value}`) }))}
        />
        <Select
          label={t('members.filterType')}
          prefix={t('members.typeLabel')}
          className="!w-auto"
          value={type}
          onChange={setType}
          options={[{ value: '', label: t('common.all') }, ...types.map((name) => ({ value: name, label: name }))]}
        />
        {(teams.data?.entries.length ?? 0) > 0 && (
          <Select
            label={t('members.filterTeam')}
            prefix={t('members.teamLabel')}
            className="!w-auto max-w-56"
            value={teamId}
            onChange={setTeamId}
            options={[
              { value: '', label: t('common.all') },
              ...(teams.data?.entries ?? []).map((each) => ({ value: each.teamId, label: each.name })),
            ]}
          />
        )}
      </div>
      <ServerList
        pages={pages}
        failed={t('members.failed')}
        bar={(total) => (
          <Selected selection={selection} onSelect={onSelect} onTask={onTask} filter={filter} total={total} />
        )}
        nothing={
          <Message
            icon={Search}
            className="py-16"
            title={t('members.nobody')}
            text={t('members.nobodyText')}
            actions={<Button onClick={clear}>{t('members.clearFilters')}</Button>}
          />
        }
      >
        {(members, isStale) => (
          <MemberTable
            members={members}
            isStale={isStale}
            sorting={sorting}
            onSort={setSorting}
            selection={selection}
            onSelect={onSelect}
            onTask={onTask}
          />
        )}
      </ServerList>
    </>
  )
}

type ListProps = Pick<MemberListProps, 'selection' | 'onSelect' | 'onTask'>

function Selected({ selection, onSelect, onTask, filter, total }: ListProps & { filter: MemberFilter; total: number }) {
  const { t } = useTranslation('organization')
  const me = useSession()?.member.memberId
  const reactivate = useReactivation(() => onSelect(new Map()))
  const everybody = useAction(async () => {
    const { entries } = await listAll<Member>('/v2.1/members', { query: memberFilterQuery(filter) }, mostSelected)
    onSelect(new Map(entries.map((member) => [member.memberId, member])))
  })
  const chosen = [...selection.values()].filter(({ memberId }) => memberId !== me)
  const active = chosen.filter(({ status }) => status !== 'deactivated')
  const archived = chosen.filter(({ status }) => status === 'deactivated')
  return (
    <SelectionBar
      count={selection.size}
      onClear={() => onSelect(new Map())}
      more={
        <>
          {selection.size < Math.min(total, mostSelected) && (
            <button
              type="button"
              className="ml-3 rounded font-normal underline underline-offset-2"
              disabled={everybody.isBusy}
              onClick={() => everybody.run()}
            >
              {t(total > mostSelected ? 'members.selectFirst' : 'members.selectAllFound', {
                count: Math.min(total, mostSelected),
              })}
            </button>
          )}
          {everybody.failure && (
            <span role="alert" className="ml-3 font-normal text-danger">
              {everybody.failure}
            </span>
          )}
        </>
      }
    >
      {active.length > 0 && (
        <>
          <Button onClick={() => onTask({ action: 'type', members: active })}>{t('members.changeType')}</Button>
          <Button onClick={() => onTask({ action: 'deactivate', members: active })}>{t('members.deactivate')}</Button>
        </>
      )}
      {archived.length > 0 && <Button onClick={() => void reactivate(archived)}>{t('members.reactivate')}</Button>}
    </SelectionBar>
  )
}

interface MemberTableProps extends ListProps {
  members: readonly Member[]
  isStale: boolean
  sorting: Sorting<Order>
  onSort: (sorting: Sorting<Order>) => void
}

function MemberTable({ members, isStale, sorting, onSort, selection, onSelect, onTask }: MemberTableProps) {
  const { t } = useTranslation('organization')
  const columns = useMemberColumns(onTask)
  const here = new Map(members.map((member) => [member.memberId, member]))
  return (
    <DataTable
      label={t('sections.members')}
      rows={members}
      keyOf={({ memberId }) => memberId}
      nameOf={nameOfMember}
      columns={columns}
      sorting={sorting}
      onSort={onSort}
      sortLabel={(name) => t('files.sortBy', { name })}
      selection={new Set(selection.keys())}
      onSelect={(ids) =>
        onSelect(
          new Map(
            [...ids].flatMap((id) => {
              const member = here.get(id) ?? selection.get(id)
              return member ? [[id, member] as const] : []
            }),
          ),
        )
      }
      selectLabel={(name) => t('files.select', { name })}
      selectAllLabel={t('files.selectAll')}
      isStale={isStale}
    />
  )
}

function useMemberColumns(onTask: ListProps['onTask']): TableColumn<Member, Order>[] {
  const { t } = useTranslation('organization')
  const me = useSession()?.member.memberId
  return [
    {
      id: 'name',
      label: t('files.name'),
      sort: 'name',
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOfMember(member)} isPale={member.status === 'deactivated'} />
          <span className="min-w-0 grow">
            <button
              type="button"
              data-row-main
              className="block max-w-full truncate rounded text-left font-medium"
              onClick={() => onTask({ action: 'open', memberId: member.memberId })}
            >
              {nameOfMember(member)}
            </button>
            <span className="block truncate text-xs text-muted">{member.email}</span>
          </span>
          {member.memberId === me && <Badge tone="accent">{t('files.you')}</Badge>}
          {member.userKind !== 'internal' && <Badge>{t(`members.kind.${member.userKind}`)}</Badge>}
          {member.status !== 'active' && (
            <Badge tone={member.status === 'invited' ? 'warning' : 'danger'}>
              {t(`members.state.${member.status}`)}
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'type',
      label: t('members.accountType'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: (member) => member.memberType,
    },
    {
      id: 'joined',
      label: t('members.joined'),
      sort: 'createdAt',
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: (member) => <time dateTime={member.createdAt}>{timeInWords(member.createdAt, Date.now())}</time>,
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (member) => <MemberMenu member={member} onTask={onTask} />,
    },
  ]
}

function MemberMenu({ member, onTask }: { member: Member; onTask: ListProps['onTask'] }) {
  const { t } = useTranslation('organization')
  const me = useSession()?.member.memberId
  const reactivate = useReactivation(() => undefined)
  return (
    <RowMenu label={t('files.menu', { name: nameOfMember(member) })}>
      <MenuItem onSelect={() => onTask({ action: 'open', memberId: member.memberId })}>{t('members.open')}</MenuItem>
      {member.memberId !== me && (
        <>
          <MenuItem onSelect={() => onTask({ action: 'type', members: [member] })}>{t('members.changeType')}</MenuItem>
          <MenuSeparator />
          {member.status === 'deactivated' ? (
            <MenuItem onSelect={() => void reactivate([member])}>{t('members.reactivate')}</MenuItem>
          ) : (
            <MenuItem onSelect={() => onTask({ action: 'deactivate', members: [member] })}>
              {t('members.deactivate')}
            </MenuItem>
          )}
        </>
      )}
    </RowMenu>
  )
}

/** Reactivates deactivated members. */
function useReactivation(onDone: () => void) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  return async (wanted: readonly Member[]) => {
    const { done, failed } = await runAll(wanted, ({ memberId, isArchived, isInactive }) =>
      send(`/v2/members/${memberId}`, {
        method: 'PATCH',
        body: { ...(isArchived && { isArchived: false }), ...(isInactive && { isInactive: false }) },
      }),
    )
    await queries.invalidateQueries({ queryKey: ['members'] })
    onDone()
    if (done.length > 0) {
      const [first] = wanted
      const name = first ? nameOfMember(first) : ''
      notify({ title: t('members.reactivated', { count: done.length, name }), tone: 'done' })
    }
    for (const { item, failure } of failed) {
      notify({
        title: t('members.notReactivated', { name: nameOfMember(item) }),
        text: failure.message,
        tone: 'danger',
      })
    }
  }
}
