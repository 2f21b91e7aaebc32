import type { TableColumn as ColumnOfTable, TableAnnotationChange, TableDetails } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, DataTable, type TableColumn } from '../../../forms/index.ts'
import { Button, Pencil } from '../../../ui/index.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { type Crumb, crumbLook, crumbTo } from '../../frame/Trail.tsx'
import { AnnotationDialog } from './AnnotationDialog.tsx'
import { connectionQuery } from './connections.ts'
import { tableColumnsQuery, tableQuery } from './tables.ts'
import { useFormatName } from './use-format-name.ts'

/** One table of a connection: the annotations of the table and its columns, with forms to change them. */
export function TablePage() {
  const { t } = useTranslation('organization')
  const { tableId = '' } = useParams({ strict: false })
  const table = useQuery(tableQuery(tableId))
  return (
    <Loaded query={table} title={t('tables.failedOne')}>
      {(found) => <OneTable key={found.tableId} table={found} />}
    </Loaded>
  )
}

function useCrumbs(connectionId: string): Crumb[] {
  const { t } = useTranslation('organization')
  const connection = useQuery(connectionQuery(connectionId))
  return [
    crumbTo('/administration/connections', t('sections.connections')),
    {
      key: connectionId,
      content: (
        <Link to="/administration/connections/$connectionId" params={{ connectionId }} className={crumbLook}>
          {connection.data?.name ?? '…'}
        </Link>
      ),
    },
  ]
}

function OneTable({ table }: { table: TableDetails }) {
  const { t } = useTranslation('organization')
  const [editing, setEditing] = useState<ColumnOfTable | 'table' | null>(null)
  const { path, friendlyName, description, visibility, mayAnnotate } = table
  const name = path.at(-1) ?? ''
  const save = (change: TableAnnotationChange) => ({ table, change })
  return (
    <Page
      title={friendlyName ?? name}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs [overflow-wrap:anywhere]">{path.join('.')}</code>
          {visibility === 'hidden' && <Badge>{t('tables.hidden')}</Badge>}
        </span>
      }
      crumbs={useCrumbs(table.connectionId)}
      actions={
        mayAnnotate && (
          <Button onClick={() => setEditing('table')}>
            <Pencil className="size-4" /> {t('teams.edit')}
          </Button>
        )
      }
    >
      <p className="mb-6 max-w-2xl whitespace-pre-line">
        {description ?? <span className="text-muted">{t('tables.noDescription')}</span>}
      </p>
      <Columns table={table} onEdit={setEditing} />
      {editing === 'table' && (
        <AnnotationDialog
          title={t('tables.editTitle', { name })}
          name={name}
          known={table}
          hidden={{ label: t('tables.hideTable'), text: t('tables.hideTableText') }}
          requestOf={save}
          onClose={() => setEditing(null)}
        />
      )}
      {editing !== null && editing !== 'table' && (
        <AnnotationDialog
          title={t('tables.editColumnTitle', { name: editing.name })}
          name={editing.name}
          known={editing}
          type={editing.type.type}
          hidden={{ label: t('tables.hideColumn'), text: t('tables.hideColumnText') }}
          requestOf={(change) => save({ columns: [{ name: editing.name, ...change }] })}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  )
}

function Columns({ table, onEdit }: { table: TableDetails; onEdit: (column: ColumnOfTable) => void }) {
  const { t } = useTranslation('organization')
  const columns = useQuery(tableColumnsQuery(table.tableId))
  const formatName = useFormatName()
  const shown: TableColumn<ColumnOfTable>[] = [
    {
      id: 'name',
      label: t('tables.column'),
      cell: ({ name, friendlyName, visibility }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0">
            <span className="block truncate font-medium">{friendlyName ?? name}</span>
            {friendlyName !== undefined && <code className="block truncate font-mono text-xs text-muted">{name}</code>}
          </span>
          {visibility === 'hidden' && <Badge>{t('tables.hidden')}</Badge>}
        </span>
      ),
    },
    {
      id: 'type',
      label: t('tables.type'),
      width: 110,
      className: 'text-muted max-sm:hidden',
      cell: ({ type }) => type.type,
    },
    {
      id: 'description',
      label: t('common.description'),
      className: 'text-muted max-sm:hidden',
      cell: ({ description }) => <span className="line-clamp-2">{description}</span>,
    },
    {
      id: 'format',
      label: t('tables.format'),
      width: 140,
      className: 'text-muted max-sm:hidden',
      cell: ({ type, format }) => (format ? formatName(type.type, format) : ''),
    },
    {
      id: 'edit',
      label: t('teams.edit'),
      isBare: true,
      width: 56,
      cell: (column) =>
        table.mayAnnotate && (
          <Button
            look="quiet"
            isIcon
            data-row-main
            aria-label={t('tables.editColumn', { name: column.name })}
            onClick={() => onEdit(column)}
          >
            <Pencil className="size-4" />
          </Button>
        ),
    },
  ]
  return (
    <Loaded query={columns} title={t('tables.failedColumns')}>
      {({ entries }) => (
        <Card>
          <DataTable
            label={t('tables.columns')}
            rows={entries}
            keyOf={({ name }) => name}
            nameOf={({ name }) => name}
            columns={shown}
          />
        </Card>
      )}
    </Loaded>
  )
}
