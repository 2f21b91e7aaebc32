import type { Connection } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, Select, type TableColumn } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Database, Message, Plus } from '../../../ui/index.ts'
import { useAddressState } from '../../data/use-address-state.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { connectionsQuery, platformName } from './connections.ts'

const states = ['active', 'deleted', 'all'] as const

/** The data platforms that the reader may use. */
export function ConnectionsPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const connections = useQuery(connectionsQuery)
  // The first steps on the home page link here with the form open.
  const [asked, setAsked] = useAddressState('new')
  const [isNew, setNew] = useState(asked === '1' && isAdmin)
  const close = () => {
    setNew(false)
    if (asked !== '') setAsked('')
  }
  return (
    <Page
      title={t('sections.connections')}
      lead={t('connections.lead')}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setNew(true)}>
            <Plus className="size-4" /> {t('connections.new')}
          </Button>
        )
      }
    >
      <Loaded query={connections} title={t('connections.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message
                icon={Database}
                className="py-16"
                title={t('connections.empty')}
                text={t('connections.emptyText')}
              />
            </Card>
          ) : (
            <ConnectionList connections={entries} />
          )
        }
      </Loaded>
      {isNew && <ConnectionDialog connection={null} onClose={close} />}
    </Page>
  )
}

function ConnectionList({ connections }: { connections: readonly Connection[] }) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof states)[number]>('active')
  const wanted = text.trim().toLocaleLowerCase()
  const found = connections.filter(
    ({ name, type, isArchived = false }) =>
      (state === 'all' || isArchived === (state === 'deleted')) &&
      `${name} ${platformName(type)}`.toLocaleLowerCase().includes(wanted),
  )
  const columns: TableColumn<Connection>[] = [
    {
      id: 'name',
      label: t('files.name'),
      cell: ({ connectionId, name, isSample, isArchived }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to="/administration/connections/$connectionId"
            params={{ connectionId }}
            data-row-main
            className="truncate rounded font-medium"
          >
            {name}
          </Link>
          {isSample && <Badge>{t('connections.sample')}</Badge>}
          {isArchived && <Badge tone="danger">{t('connections.state.deleted')}</Badge>}
        </span>
      ),
    },
    {
      id: 'platform',
      label: t('connections.platform'),
      width: 140,
      className: 'whitespace-nowrap text-muted',
      cell: ({ type }) => platformName(type),
    },
    {
      id: 'used',
      label: t('credentials.lastUsed'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular sm:table-cell',
      cell: ({ lastActiveAt }) => <time dateTime={lastActiveAt}>{timeInWords(lastActiveAt, Date.now())}</time>,
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchField label={t('connections.search')} value={text} onChange={setText} className="w-full sm:w-64" />
        <Select
          label={t('members.filterState')}
          prefix={t('members.stateLabel')}
          className="!w-auto"
          value={state}
          onChange={setState}
          options={states.map((value) => ({ value, label: t(`connections.state.${value}`) }))}
        />
      </div>
      <PagedTable
        resetOn={JSON.stringify([wanted, state])}
        label={t('sections.connections')}
        rows={found}
        keyOf={({ connectionId }) => connectionId}
        nameOf={({ name }) => name}
        columns={columns}
        nothing={
          <Message
            icon={Database}
            className="py-16"
            title={t('connections.none')}
            text={t('common.nothingText')}
            actions={
              <Button
                onClick={() => {
                  setText('')
                  setState('all')
                }}
              >
                {t('members.clearFilters')}
              </Button>
            }
          />
        }
      />
    </>
  )
}
