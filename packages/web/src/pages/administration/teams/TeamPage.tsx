import type { TeamMember, TeamWithMembers } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import {
  Avatar,
  Badge,
  type Choice,
  Confirm,
  DataTable,
  Pager,
  Picker,
  Remark,
  type TableColumn,
  usePages,
} from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import {
  Button,
  ChevronRight,
  Dialog,
  MenuItem,
  Message,
  notify,
  Pencil,
  Trash,
  UserPlus,
  Users,
} from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { useMay, useMemberNames } from '../../data/people.ts'
import { useDeed } from '../../data/use-deed.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { RowMenu } from '../RowMenu.tsx'
import { TeamDialog } from './TeamDialog.tsx'

const teamQuery = (teamId: string) =>
  queryOptions({
    queryKey: ['teams', 'one', teamId],
    queryFn: ({ signal }) => call<TeamWithMembers>(`/v2/teams/${teamId}`, { signal }),
  })
const teamMembersQuery = (teamId: string) =>
  queryOptions({
    queryKey: ['teams', 'members', teamId],
    queryFn: ({ signal }) => listAll<TeamMember>(`/v2/teams/${teamId}/members`, { signal }, 10_000),
  })

/** One team and its members. */
export function TeamPage() {
  const { t } = useTranslation('organization')
  const { teamId = '' } = useParams({ strict: false })
  const team = useQuery(teamQuery(teamId))
  return (
    <Loaded query={team} title={t('teams.failedOne')}>
      {(found) => <OneTeam key={found.teamId} team={found} />}
    </Loaded>
  )
}

function OneTeam({ team }: { team: TeamWithMembers }) {
  const { t } = useTranslation('organization')
  const may = useMay()
  const memberId = useSession()?.member.memberId
  const members = useQuery(teamMembersQuery(team.teamId))
  const [task, setTask] = useState<'edit' | 'delete' | 'add' | null>(null)
  const isTeamAdmin = members.data?.entries.some((each) => each.userId === memberId && each.isTeamAdmin) ?? false
  const mayChange = may('manage-teams') || isTeamAdmin
  return (
    <Page
      title={team.name}
      lead={team.description}
      above={
        <nav aria-label={t('files.trail')} className="mb-2">
          <ol className="-ml-1 flex items-center gap-1 text-muted">
            <li className="flex items-center gap-1">
              <Link to="/administration/teams" className="rounded px-1 hover:bg-hover hover:text-ink">
                {t('sections.teams')}
              </Link>
              <ChevronRight className="size-3.5 text-faint" />
            </li>
            <li aria-current="page" className="truncate px-1 text-ink">
              {team.name}
            </li>
          </ol>
        </nav>
      }
      actions={
        mayChange && (
          <>
            <Button className="h-9" onClick={() => setTask('edit')}>
              <Pencil className="size-4" /> {t('teams.edit')}
            </Button>
            <Button className="h-9" onClick={() => setTask('delete')}>
              <Trash className="size-4" /> {t('common.delete')}
            </Button>
            <Button look="primary" className="h-9" onClick={() => setTask('add')}>
              <UserPlus className="size-4" /> {t('teams.add')}
            </Button>
          </>
        )
      }
    >
      <p className="mb-4 flex items-center gap-2">
        <Badge>{t(`teams.${team.visibility}`)}</Badge>
        <span className="text-muted">{t(`teams.${team.visibility}Text`)}</span>
      </p>
      <Loaded query={members} title={t('teams.failedMembers')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Users} className="py-16" title={t('teams.noMembers')} text={t('teams.noMembersText')} />
            </Card>
          ) : (
            <TeamMembers team={team} members={entries} mayChange={mayChange} />
          )
        }
      </Loaded>
      {task === 'edit' && <TeamDialog team={team} onClose={() => setTask(null)} />}
      {task === 'add' && <AddDialog team={team} onClose={() => setTask(null)} />}
      {task === 'delete' && <DeleteTeam team={team} onClose={() => setTask(null)} />}
    </Page>
  )
}

interface TeamMembersProps {
  team: TeamWithMembers
  members: readonly TeamMember[]
  mayChange: boolean
}

function TeamMembers({ team, members, mayChange }: TeamMembersProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const nameOf = useMemberNames(members.flatMap(({ userId, addedBy }) => [userId, addedBy]))
  const nameOrId = (id: string) => nameOf(id) || t('sharing.unknownMember')
  const collator = new Intl.Collator(undefined, { sensitivity: 'base' })
  const found = members
    .filter(({ userId }) => nameOrId(userId).toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
    .sort((left, right) => collator.compare(nameOrId(left.userId), nameOrId(right.userId)))
  const pages = usePages(found, text)
  const chosen = found.filter(({ userId }) => selection.has(userId))
  const removal = useDeed(async (ids: readonly string[]) => {
    await send(`/v2/teams/${team.teamId}/members`, { method: 'PATCH', body: { remove: ids } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    setSelection(new Set())
    const [only] = ids
    notify({
      title: t('teams.removed', { count: ids.length, name: nameOrId(only ?? ''), team: team.name }),
      tone: 'done',
      action: {
        label: t('files.undo'),
        run: () =>
          void send(`/v2/teams/${team.teamId}/members`, { method: 'PATCH', body: { add: ids } })
            .then(() => queries.invalidateQueries({ queryKey: ['teams'] }))
            .catch(() => notify({ title: t('teams.notAddedBack'), tone: 'danger' })),
      },
    })
  })
  const columns: TableColumn<TeamMember>[] = [
    {
      id: 'name',
      label: t('files.name'),
      className: 'w-full max-w-0',
      cell: ({ userId, isTeamAdmin }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={nameOrId(userId)} />
          <span className="truncate font-medium">{nameOrId(userId)}</span>
          {isTeamAdmin && <Badge tone="accent">{t('teams.admin')}</Badge>}
        </span>
      ),
    },
    {
      id: 'addedBy',
      label: t('teams.addedBy'),
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: ({ addedBy }) => nameOf(addedBy),
    },
    ...(mayChange
      ? [
          {
            id: 'menu',
            label: t('common.actions'),
            isBare: true,
            className: 'w-8 !py-1',
            cell: ({ userId }: TeamMember) => (
              <RowMenu label={t('files.menu', { name: nameOrId(userId) })}>
                <MenuItem onSelect={() => removal.run([userId])}>{t('teams.remove')}</MenuItem>
              </RowMenu>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="mb-3">
        <SearchField label={t('teams.searchMembers')} value={text} onChange={setText} className="w-full sm:w-64" />
      </div>
      {removal.failure && (
        <div className="mb-3">
          <Remark tone="danger">{removal.failure}</Remark>
        </div>
      )}
      <Card>
        {chosen.length > 0 && (
          <div
            role="toolbar"
            aria-label={t('files.selected', { count: chosen.length })}
            className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5"
          >
            <span className="grow font-medium text-accent-strong">{t('files.selected', { count: chosen.length })}</span>
            <Button disabled={removal.isBusy} onClick={() => removal.run(chosen.map(({ userId }) => userId))}>
              {t('teams.remove')}
            </Button>
            <Button look="quiet" onClick={() => setSelection(new Set())}>
              {t('files.unselect')}
            </Button>
          </div>
        )}
        {found.length === 0 ? (
          <Message
            icon={Users}
            className="py-16"
            title={t('common.nothingTitle', { text: text.trim() })}
            text={t('common.nothingText')}
          />
        ) : (
          <DataTable
            label={t('sections.members')}
            rows={pages.rows}
            keyOf={({ userId }) => userId}
            nameOf={({ userId }) => nameOrId(userId)}
            columns={columns}
            selectLabel={(name) => t('files.select', { name })}
            selectAllLabel={t('files.selectAll')}
            {...(mayChange && { selection, onSelect: setSelection })}
          />
        )}
      </Card>
      {found.length > 0 && (
        <Pager
          pages={pages}
          text={t('common.range', { from: pages.from, to: pages.to, count: found.length })}
          previous={t('common.previous')}
          next={t('common.next')}
        />
      )}
    </>
  )
}

function AddDialog({ team, onClose }: { team: TeamWithMembers; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const { choices, onSearch } = useMemberChoices()
  const [chosen, setChosen] = useState<Choice[]>([])
  const present = new Set(team.members)
  const deed = useDeed(async () => {
    const add = chosen.map(({ value }) => value)
    await send(`/v2/teams/${team.teamId}/members`, { method: 'PATCH', body: { add } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    onClose()
  })
  return (
    <Dialog
      size="small"
      title={t('teams.addTitle', { name: team.name })}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close', { ns: 'translation' })}
      onSubmit={() => chosen.length > 0 && deed.run()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel', { ns: 'translation' })}</Button>
          <Button look="primary" type="submit" disabled={chosen.length === 0 || deed.isBusy}>
            {t('teams.addCount', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        <Picker
          label={t('sections.members')}
          placeholder={t('deactivate.newOwnerPlaceholder')}
          choices={choices.filter(({ value }) => !present.has(value))}
          chosen={chosen}
          onChange={setChosen}
          onSearch={onSearch}
          nothing={t('sharing.nobody')}
          removeLabel={(name) => t('common.removeName', { name })}
        />
        {deed.failure && <Remark tone="danger">{deed.failure}</Remark>}
      </div>
    </Dialog>
  )
}

function DeleteTeam({ team, onClose }: { team: TeamWithMembers; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isAdmin = useSession()?.member.isAdmin ?? false
  const grants = useQuery({
    queryKey: ['grants', 'team', team.teamId],
    enabled: isAdmin,
    queryFn: ({ signal }) =>
      call<{ total: number }>('/v2/grants', { signal, query: { teamId: team.teamId, limit: 1 } }),
  })
  const deed = useDeed(async () => {
    await send(`/v2/teams/${team.teamId}`, { method: 'DELETE' })
    await navigate({ to: '/administration/teams' })
    // What is known of the team itself is not asked for again: it is gone.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(team.teamId) })
    notify({ title: t('teams.deleted', { name: team.name }), tone: 'done' })
  })
  return (
    <Confirm
      title={t('teams.deleteTitle', { name: team.name })}
      confirm={t('teams.deleteConfirm')}
      cancel={t('common.cancel', { ns: 'translation' })}
      closeLabel={t('common.close', { ns: 'translation' })}
      isBusy={deed.isBusy}
      failure={deed.failure}
      onConfirm={() => deed.run()}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('teams.deleteMembers', { count: team.members.length })}</li>
        {grants.data && <li>{t('teams.deleteGrants', { count: grants.data.total })}</li>}
        <li>{t('teams.deleteDocuments')}</li>
        <li>{t('teams.deleteRows')}</li>
      </ul>
      <p className="text-muted">{t('teams.deleteForGood')}</p>
    </Confirm>
  )
}
