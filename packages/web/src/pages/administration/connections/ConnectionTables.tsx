import type { Connection, ConnectionPathEntry } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Badge, DataTable, Remark, type TableColumn } from '../../../forms/index.ts'
import { Button, Database, Message, notify, RefreshCw } from '../../../ui/index.ts'
import { useServerPages } from '../../data/server-pages.ts'
import { useAction } from '../../data/use-action.ts'
import { ServerList } from '../../frame/ServerList.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { Part } from '../Part.tsx'

/** The known tables, by search and page, with a button to read the list again. */
export function ConnectionTables({ connection: { connectionId } }: { connection: Connection }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const pages = useServerPages<ConnectionPathEntry>('connection-tables', {
    path: '/v2/connections/paths',
    query: { connectionId, onlyTables: true, ...(search === '' ? {} : { search }) },
  })
  const action = useAction(async () => {
    await send(`/v2/connections/${connectionId}/sync`, { method: 'POST', body: { path: [] } })
    await queries.invalidateQueries({ queryKey: ['connection-tables'] })
    notify({ title: t('connections.readAgain'), tone: 'done' })
  })
  const columns: TableColumn<ConnectionPathEntry>[] = [
    {
      id: 'name',
      label: t('files.name'),
      cell: ({ urlId, path, friendlyName, visibility }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to="/administration/connections/$connectionId/tables/$tableId"
            params={{ connectionId, tableId: urlId }}
            data-row-main
            className="truncate rounded font-medium"
          >
            {friendlyName ?? path.at(-1)}
          </Link>
          {visibility === 'hidden' && <Badge>{t('tables.hidden')}</Badge>}
        </span>
      ),
    },
    {
      id: 'path',
      label: t('tables.path'),
      className: 'text-muted max-sm:hidden',
      cell: ({ path }) => <span className="block truncate">{path.join('.')}</span>,
    },
  ]
  return (
    <Part
      title={t('connections.contents')}
      text={t('connections.readText')}
      action={
        <Button disabled={action.isBusy} onClick={() => action.run()}>
          <RefreshCw className="size-4" /> {t('connections.read')}
        </Button>
      }
    >
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      <SearchField label={t('tables.search')} value={text} onChange={setText} className="mb-3 w-full sm:w-64" />
      <ServerList
        pages={pages}
        failed={t('tables.failed')}
        nothing={
          <Message icon={Database} className="py-10" title={t(search === '' ? 'tables.empty' : 'tables.none')} />
        }
      >
        {(rows, isStale) => (
          <DataTable
            label={t('connections.contents')}
            rows={rows}
            keyOf={({ urlId }) => urlId}
            nameOf={({ path }) => path.at(-1) ?? ''}
            columns={columns}
            isStale={isStale}
          />
        )}
      </ServerList>
    </Part>
  )
}
