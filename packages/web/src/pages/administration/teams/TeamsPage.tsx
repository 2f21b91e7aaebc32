import type { Team } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, Badge, Select, type Sorting, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Message, Plus, Users } from '../../../ui/index.ts'
import { teamsQuery, useMay } from '../../data/people.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { SearchField, useSlashKey } from '../../home/SearchField.tsx'
import { TeamDialog } from './TeamDialog.tsx'

type Order = 'name' | 'updated'
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The teams that the reader can see. */
export function TeamsPage() {
  const { t } = useTranslation('organization')
  const may = useMay()
  const teams = useQuery(teamsQuery)
  const [isNew, setNew] = useState(false)
  return (
    <Page
      title={t('sections.teams')}
      lead={t('teams.lead')}
      actions={
        may('manage-teams') && (
          <Button look="primary" className="h-9" onClick={() => setNew(true)}>
            <Plus className="size-4" /> {t('teams.new')}
          </Button>
        )
      }
    >
      <Loaded query={teams} title={t('teams.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Users} className="py-16" title={t('teams.empty')} text={t('teams.emptyText')} />
            </Card>
          ) : (
            <TeamList teams={entries} />
          )
        }
      </Loaded>
      {isNew && <TeamDialog team={null} onClose={() => setNew(false)} />}
    </Page>
  )
}

function TeamList({ teams }: { teams: readonly Team[] }) {
  const { t } = useTranslation('organization')
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [visibility, setVisibility] = useState<'all' | 'public' | 'private'>('all')
  const [sorting, setSorting] = useState<Sorting<Order>>({ by: 'name', isDescending: false })
  useSlashKey(field)
  const wanted = text.trim().toLocaleLowerCase()
  const found = teams
    .filter(
      (team) =>
        (visibility === 'all' || team.visibility === visibility) &&
        `${team.name} ${team.description ?? ''}`.toLocaleLowerCase().includes(wanted),
    )
    .sort((left, right) => {
      const order =
        sorting.by === 'name' ? collator.compare(left.name, right.name) : left.updatedAt.localeCompare(right.updatedAt)
      return sorting.isDescending ? -order : order
    })
  const columns: TableColumn<Team, Order>[] = [
    {
      id: 'name',
      label: t('files.name'),
      sort: 'name',
      className: 'w-full max-w-0',
      cell: (team) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={team.name} isTeam />
          <span className="min-w-0 grow">
            <Link
              to="/administration/teams/$teamId"
              params={{ teamId: team.teamId }}
              data-row-main
              className="block max-w-full truncate rounded font-medium"
            >
              {team.name}
            </Link>
            {team.description && <span className="block truncate text-xs text-muted">{team.description}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'visibility',
      label: t('teams.visibility'),
      className: 'whitespace-nowrap',
      cell: (team) => <Badge>{t(`teams.${team.visibility}`)}</Badge>,
    },
    {
      id: 'updated',
      label: t('files.updated'),
      sort: 'updated',
      className: 'hidden whitespace-nowrap text-muted tabular sm:table-cell',
      cell: (team) => <time dateTime={team.updatedAt}>{timeInWords(team.updatedAt, Date.now())}</time>,
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField
          field={field}
          label={t('teams.search')}
          value={text}
          onChange={setText}
          className="w-full sm:w-64"
        />
        <Select
          label={t('teams.filter')}
          prefix={t('teams.visibility')}
          className="!w-auto"
          value={visibility}
          onChange={setVisibility}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'public', label: t('teams.public') },
            { value: 'private', label: t('teams.private') },
          ]}
        />
      </div>
      <PagedTable
        resetOn={JSON.stringify([wanted, visibility, sorting])}
        nothing={
          <Message
            icon={Users}
            className="py-16"
            title={t('teams.none')}
            text={t('common.nothingText')}
            actions={
              <Button
                onClick={() => {
                  setText('')
                  setVisibility('all')
                }}
              >
                {t('members.clearFilters')}
              </Button>
            }
          />
        }
        label={t('sections.teams')}
        rows={found}
        keyOf={({ teamId }) => teamId}
        nameOf={({ name }) => name}
        columns={columns}
        sorting={sorting}
        onSort={setSorting}
      />
    </>
  )
}
