import type { TeamMember, TeamWithMembers } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { Avatar, Badge, type Choice, Remark, type TableColumn } from '../../../forms/index.ts'
import { teamQuery } from '../../../people.ts'
import { useSession } from '../../../session.ts'
import { Button, MenuItem, Message, notify, Pencil, Trash, UserPlus, Users } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { useMay, useMemberNames } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable, SelectionBar } from '../../frame/PagedTable.tsx'
import { crumbTo } from '../../frame/Trail.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { PeoplePicker } from '../../sharing/PeoplePicker.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { RowMenu } from '../RowMenu.tsx'
import { TeamDialog } from './TeamDialog.tsx'

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
      crumbs={[crumbTo('/administration/teams', t('sections.teams'))]}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setTask('edit')}>
              <Pencil className="size-4" /> {t('teams.edit')}
            </Button>
            <Button onClick={() => setTask('delete')}>
              <Trash className="size-4" /> {t('common.delete')}
            </Button>
            <Button look="primary" onClick={() => setTask('add')}>
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
  const [text, setText] = useState('')
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const nameOf = useMemberNames(members.flatMap(({ userId, addedBy }) => [userId, addedBy]))
  const nameOrId = (id: string) => nameOf(id) || t('sharing.unknownMember')
  const collator = new Intl.Collator(undefined, { sensitivity: 'base' })
  const found = members
    .filter(({ userId }) => nameOrId(userId).toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
    .sort((left, right) => collator.compare(nameOrId(left.userId), nameOrId(right.userId)))
  const chosen = found.filter(({ userId }) => selection.has(userId))
  const { removal, administration } = useTeamChanges(team, nameOrId, () => setSelection(new Set()))
  const columns = useTeamColumns({
    nameOf,
    nameOrId,
    mayChange,
    onRemove: (userId) => removal.run([userId]),
    onAdministration: administration.run,
  })
  return (
    <>
      <div className="mb-3">
        <SearchField label={t('teams.searchMembers')} value={text} onChange={setText} className="w-full sm:w-64" />
      </div>
      {(removal.failure ?? administration.failure) && (
        <div className="mb-3">
          <Remark tone="danger">{removal.failure ?? administration.failure}</Remark>
        </div>
      )}
      <PagedTable
        resetOn={text}
        bar={
          <SelectionBar count={chosen.length} onClear={() => setSelection(new Set())}>
            <Button disabled={removal.isBusy} onClick={() => removal.run(chosen.map(({ userId }) => userId))}>
              {t('teams.remove')}
            </Button>
          </SelectionBar>
        }
        nothing={
          <Message
            icon={Users}
            className="py-16"
            title={t('common.nothingTitle', { text: text.trim() })}
            text={t('common.nothingText')}
          />
        }
        label={t('sections.members')}
        rows={found}
        keyOf={({ userId }) => userId}
        nameOf={({ userId }) => nameOrId(userId)}
        columns={columns}
        {...(mayChange && { selection, onSelect: setSelection })}
      />
    </>
  )
}

/** Removes members, and grants or withdraws the right to change the team. */
function useTeamChanges(team: TeamWithMembers, nameOrId: (memberId: string) => string, onRemoved: () => void) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const removal = useAction(async (ids: readonly string[]) => {
    await send(`/v2/teams/${team.teamId}/members`, { method: 'PATCH', body: { remove: ids } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    onRemoved()
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
  const administration = useAction(async (userId: string, isTeamAdmin: boolean) => {
    await send(`/v2/teams/${team.teamId}/members/${userId}`, { method: 'PATCH', body: { isTeamAdmin } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    const name = nameOrId(userId)
    notify({ title: t(isTeamAdmin ? 'teams.madeAdmin' : 'teams.madeNoAdmin', { name, team: team.name }), tone: 'done' })
  })
  return { removal, administration }
}

interface TeamColumns {
  /** Empty for an unknown member. */
  nameOf: (memberId: string) => string
  nameOrId: (memberId: string) => string
  mayChange: boolean
  onRemove: (userId: string) => void
  onAdministration: (userId: string, isTeamAdmin: boolean) => void
}

function useTeamColumns({ nameOf, nameOrId, mayChange, onRemove, onAdministration }: TeamColumns) {
  const { t } = useTranslation('organization')
  const columns: TableColumn<TeamMember>[] = [
    {
      id: 'name',
      label: t('files.name'),
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
      width: 140,
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: ({ addedBy }) => nameOf(addedBy),
    },
    ...(mayChange
      ? [
          {
            id: 'menu',
            label: t('common.actions'),
            isBare: true,
            width: 56,
            className: '!py-0',
            cell: ({ userId, isTeamAdmin }: TeamMember) => (
              <RowMenu label={t('files.menu', { name: nameOrId(userId) })}>
                <MenuItem onSelect={() => onAdministration(userId, !isTeamAdmin)}>
                  {t(isTeamAdmin ? 'teams.noAdmin' : 'teams.makeAdmin')}
                </MenuItem>
                <MenuItem onSelect={() => onRemove(userId)}>{t('teams.remove')}</MenuItem>
              </RowMenu>
            ),
          },
        ]
      : []),
  ]
  return columns
}

function AddDialog({ team, onClose }: { team: TeamWithMembers; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const people = useMemberChoices()
  const [chosen, setChosen] = useState<Choice[]>([])
  const present = new Set(team.members)
  const action = useAction(async () => {
    const add = chosen.map(({ value }) => value)
    await send(`/v2/teams/${team.teamId}/members`, { method: 'PATCH', body: { add } })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    onClose()
  })
  return (
    <FormDialog
      title={t('teams.addTitle', { name: team.name })}
      submit={t('teams.addCount', { count: chosen.length })}
      action={action}
      isReady={chosen.length > 0}
      onClose={onClose}
    >
      <PeoplePicker
        people={people}
        without={present}
        label={t('sections.members')}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
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
  const action = useAction(async () => {
    await send(`/v2/teams/${team.teamId}`, { method: 'DELETE' })
    await navigate({ to: '/administration/teams' })
    // Queries of the team itself are left out, because it no longer exists.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(team.teamId) })
    notify({ title: t('teams.deleted', { name: team.name }), tone: 'done' })
  })
  return (
    <Confirm
      title={t('teams.deleteTitle', { name: team.name })}
      confirm={t('teams.deleteConfirm')}
      action={action}
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
