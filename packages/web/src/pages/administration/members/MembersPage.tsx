import type { Member, TeamWithMembers } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import {
  Avatar,
  Badge,
  DataTable,
  Pager,
  Select,
  type Sorting,
  type TableColumn,
  usePages,
} from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import {
  Button,
  Ellipsis,
  Menu,
  MenuItem,
  MenuSeparator,
  Message,
  notify,
  Search,
  UserPlus,
  Users,
} from '../../../ui/index.ts'
import { membersQuery, nameOfMember, teamsQuery } from '../../data/people.ts'
import { runAll } from '../../data/run-all.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { SearchField, useSlashKey } from '../../home/SearchField.tsx'
import { useAccountTypeNames } from './account-type-names.ts'
import { BulkInviteDialog } from './BulkInviteDialog.tsx'
import { ChangeTypeDialog } from './ChangeTypeDialog.tsx'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberDrawer } from './MemberDrawer.tsx'
import { filterMembers, type MemberOrder, orderMembers } from './member-list.ts'

type Task =
  | { deed: 'invite' | 'bulk' }
  | { deed: 'open'; memberId: string }
  | { deed: 'deactivate' | 'type'; members: readonly Member[] }
  | null

const states = ['active', 'deactivated', 'all'] as const
type State = (typeof states)[number]

/** Everybody in the organization. */
export function MembersPage() {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const whole = useQuery(membersQuery(''))
  // A list that is whole is searched here, by name too; of a larger one the server finds addresses.
  const isLarge = whole.data !== undefined && !whole.data.isWhole
  const wanted = useDeferredValue(text.trim())
  const found = useQuery({ ...membersQuery(wanted), enabled: isLarge && wanted !== '' })
  const members = isLarge && wanted !== '' ? found : whole
  const [task, setTask] = useState<Task>(null)
  const types = useAccountTypeNames(whole.data?.entries)
  useSlashKey(field)
  return (
    <Page
      title={t('sections.members')}
      lead={
        whole.data && t('members.count', { count: whole.data.entries.filter(({ isArchived }) => !isArchived).length })
      }
      actions={
        <>
          <Button className="h-9" onClick={() => setTask({ deed: 'bulk' })}>
            <Users className="size-4" /> {t('members.inviteMany')}
          </Button>
          <Button look="primary" className="h-9" onClick={() => setTask({ deed: 'invite' })}>
            <UserPlus className="size-4" /> {t('members.invite')}
          </Button>
        </>
      }
    >
      <Loaded query={members} title={t('members.failed')}>
        {({ entries, isWhole, total }) => (
          <>
            <MemberList
              members={entries}
              search={
                <SearchField
                  field={field}
                  label={isLarge ? t('members.searchEmail') : t('members.search')}
                  value={text}
                  onChange={setText}
                  className="w-full sm:w-64"
                />
              }
              wanted={isLarge ? '' : wanted}
              types={types.all}
              onTask={setTask}
              onClear={() => setText('')}
            />
            {!isWhole && (
              <p className="mt-2 text-xs text-muted">
                {t('members.listedPart', { count: entries.length, total: total.toLocaleString() })}
              </p>
            )}
          </>
        )}
      </Loaded>
      <Tasks task={task} onTask={setTask} members={members.data?.entries ?? []} types={types.givable} />
    </Page>
  )
}

interface TasksProps {
  task: Task
  onTask: (task: Task) => void
  members: readonly Member[]
  types: readonly string[]
}

function Tasks({ task, onTask, members, types }: TasksProps) {
  const close = () => onTask(null)
  switch (task?.deed) {
    case 'invite':
      return <InviteDialog types={types} onClose={close} onMany={() => onTask({ deed: 'bulk' })} />
    case 'bulk':
      return <BulkInviteDialog members={members} types={types} onClose={close} />
    case 'deactivate':
      return <DeactivateDialog members={task.members} onClose={close} />
    case 'type':
      return <ChangeTypeDialog members={task.members} types={types} onClose={close} />
    case 'open': {
      const member = members.find(({ memberId }) => memberId === task.memberId)
      if (!member) return null
      const deactivate = () => onTask({ deed: 'deactivate', members: [member] })
      return <MemberDrawer member={member} types={types} onClose={close} onDeactivate={deactivate} />
    }
    default:
      return null
  }
}

interface MemberListProps {
  members: readonly Member[]
  search: React.ReactNode
  wanted: string
  types: readonly string[]
  onTask: (task: Task) => void
  onClear: () => void
}

function MemberList({ members, search, wanted, types, onTask, onClear }: MemberListProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId
  const [type, setType] = useAddressState('type')
  const [state, setState] = useAddressState('state')
  const [teamId, setTeamId] = useAddressState('team')
  const [sorting, setSorting] = useState<Sorting<MemberOrder>>({ by: 'name', isDescending: false })
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const teams = useQuery(teamsQuery)
  const team = useQuery({
    queryKey: ['teams', 'one', teamId],
    enabled: teamId !== '',
    queryFn: ({ signal }) => call<TeamWithMembers>(`/v2/teams/${teamId}`, { signal }),
  })
  const shownState: State = states.find((each) => each === state) ?? 'active'
  const filtered = orderMembers(
    filterMembers(members, {
      text: wanted,
      type,
      state: shownState,
      team: teamId === '' ? null : new Set(team.data?.members ?? []),
    }),
    sorting,
  )
  const pages = usePages(filtered, JSON.stringify([wanted, type, state, teamId, sorting]))
  const chosen = filtered.filter((member) => selection.has(member.memberId))
  const others = chosen.filter((member) => member.memberId !== memberId)
  const active = others.filter(({ isArchived }) => !isArchived)
  const archived = others.filter(({ isArchived }) => isArchived)

  async function reactivate(wanted: readonly Member[]) {
    const { done, failed } = await runAll(wanted, (member) =>
      send(`/v2/members/${member.memberId}`, { method: 'PATCH', body: { isArchived: false } }),
    )
    await queries.invalidateQueries({ queryKey: ['members'] })
    setSelection(new Set())
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

  const columns: TableColumn<Member, MemberOrder>[] = [
    {
      id: 'name',
      label: t('files.name'),
      sort: 'name',
      className: 'w-full max-w-0',
      cell: (member) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOfMember(member)} isPale={member.isArchived === true} />
          <span className="min-w-0 grow">
            <button
              type="button"
              data-row-main
              className="block max-w-full truncate rounded text-left font-medium"
              onClick={() => onTask({ deed: 'open', memberId: member.memberId })}
            >
              {nameOfMember(member)}
            </button>
            <span className="block truncate text-xs text-muted">{member.email}</span>
          </span>
          {member.memberId === memberId && <Badge tone="accent">{t('files.you')}</Badge>}
          {member.userKind !== 'internal' && <Badge>{t(`members.kind.${member.userKind}`)}</Badge>}
          {member.isArchived && <Badge tone="danger">{t('members.state.deactivated')}</Badge>}
        </span>
      ),
    },
    {
      id: 'type',
      label: t('members.accountType'),
      sort: 'type',
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: (member) => member.memberType,
    },
    {
      id: 'joined',
      label: t('members.joined'),
      sort: 'joined',
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: (member) => <time dateTime={member.createdAt}>{timeInWords(member.createdAt, Date.now())}</time>,
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      className: 'w-8 !py-1',
      cell: (member) => (
        <Menu
          label={t('files.menu', { name: nameOfMember(member) })}
          trigger={<Ellipsis className="size-4" />}
          triggerClass="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <MenuItem onSelect={() => onTask({ deed: 'open', memberId: member.memberId })}>{t('members.open')}</MenuItem>
          {member.memberId !== memberId && (
            <>
              <MenuItem onSelect={() => onTask({ deed: 'type', members: [member] })}>
                {t('members.changeType')}
              </MenuItem>
              <MenuSeparator />
              {member.isArchived ? (
                <MenuItem onSelect={() => void reactivate([member])}>{t('members.reactivate')}</MenuItem>
              ) : (
                <MenuItem onSelect={() => onTask({ deed: 'deactivate', members: [member] })}>
                  {t('members.deactivate')}
                </MenuItem>
              )}
            </>
          )}
        </Menu>
      ),
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {search}
        <Select
          label={t('members.filterState')}
          prefix={t('members.stateLabel')}
          className="!w-auto"
          value={shownState}
          onChange={(value) => setState(value === 'active' ? '' : value)}
          options={states.map((value) => ({ value, label: t(`members.state.${value}`) }))}
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
      <Card>
        {chosen.length > 0 && (
          <div
            role="toolbar"
            aria-label={t('files.selected', { count: chosen.length })}
            className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5"
          >
            <span className="grow font-medium text-accent-strong">
              {t('files.selected', { count: chosen.length })}
              {chosen.length < filtered.length && (
                <button
                  type="button"
                  className="ml-3 rounded font-normal underline underline-offset-2"
                  onClick={() => setSelection(new Set(filtered.map((member) => member.memberId)))}
                >
                  {t('members.selectAllFound', { count: filtered.length })}
                </button>
              )}
            </span>
            {active.length > 0 && (
              <>
                <Button onClick={() => onTask({ deed: 'type', members: active })}>{t('members.changeType')}</Button>
                <Button onClick={() => onTask({ deed: 'deactivate', members: active })}>
                  {t('members.deactivate')}
                </Button>
              </>
            )}
            {archived.length > 0 && (
              <Button onClick={() => void reactivate(archived)}>{t('members.reactivate')}</Button>
            )}
            <Button look="quiet" onClick={() => setSelection(new Set())}>
              {t('files.unselect')}
            </Button>
          </div>
        )}
        {filtered.length === 0 ? (
          <Message
            icon={Search}
            className="py-16"
            title={t('members.nobody')}
            text={t('members.nobodyText')}
            actions={
              <Button
                onClick={() => {
                  onClear()
                  setType('')
                }}
              >
                {t('members.clearFilters')}
              </Button>
            }
          />
        ) : (
          <DataTable
            label={t('sections.members')}
            rows={pages.rows}
            keyOf={(member) => member.memberId}
            nameOf={nameOfMember}
            columns={columns}
            sorting={sorting}
            onSort={setSorting}
            sortLabel={(name) => t('files.sortBy', { name })}
            selection={selection}
            onSelect={setSelection}
            selectLabel={(name) => t('files.select', { name })}
            selectAllLabel={t('files.selectAll')}
          />
        )}
      </Card>
      {filtered.length > 0 && (
        <Pager
          pages={pages}
          text={t('common.range', { from: pages.from, to: pages.to, count: filtered.length })}
          previous={t('common.previous')}
          next={t('common.next')}
        />
      )}
    </>
  )
}
