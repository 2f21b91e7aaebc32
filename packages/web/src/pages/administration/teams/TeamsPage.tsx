import type { Team } from '@octavo/core/contract'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, Badge, DataTable, Select, type TableColumn } from '../../../forms/index.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Message, Plus, Users } from '../../../ui/index.ts'
import { useMay } from '../../data/people.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { Page } from '../../frame/Page.tsx'
import { ServerList } from '../../frame/ServerList.tsx'
import { SearchField, useSlashKey } from '../../home/SearchField.tsx'
import { TeamDialog } from './TeamDialog.tsx'

/** The teams that the reader can see. */
export function TeamsPage() {
  const { t } = useTranslation('organization')
  const may = useMay()
  const [isNew, setNew] = useState(false)
  return (
    <Page
      title={t('sections.teams')}
      lead={t('teams.lead')}
      actions={
        may('manage-teams') && (
          <Button look="primary" onClick={() => setNew(true)}>
            <Plus className="size-4" /> {t('teams.new')}
          </Button>
        )
      }
    >
      <TeamList />
      {isNew && <TeamDialog team={null} onClose={() => setNew(false)} />}
    </Page>
  )
}

function TeamList() {
  const { t } = useTranslation('organization')
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [visibility, setVisibility] = useState<'all' | Team['visibility']>('all')
  useSlashKey(field)
  const name = useDeferredValue(text.trim())
  const query = { ...(name && { name }), ...(visibility === 'all' ? {} : { visibility }) }
  const pages = useServerPages<Team>('teams', { path: '/v2.1/teams', query })
  const columns: TableColumn<Team>[] = [
    {
      id: 'name',
      label: t('files.name'),
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
      width: 140,
      className: 'whitespace-nowrap',
      cell: (team) => <Badge>{t(`teams.${team.visibility}`)}</Badge>,
    },
    {
      id: 'updated',
      label: t('files.updated'),
      width: 140,
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
      <ServerList
        pages={pages}
        failed={t('teams.failed')}
        nothing={
          name !== '' || visibility !== 'all' ? (
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
          ) : (
            <Message icon={Users} className="py-16" title={t('teams.empty')} text={t('teams.emptyText')} />
          )
        }
      >
        {(teams, isStale) => (
          <DataTable
            label={t('sections.teams')}
            rows={teams}
            keyOf={({ teamId }) => teamId}
            nameOf={({ name }) => name}
            columns={columns}
            isStale={isStale}
          />
        )}
      </ServerList>
    </>
  )
}
