import type { StorageIntegration } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Checkbox, DataTable, type TableColumn } from '../../../forms/index.ts'
import { Button, MenuItem, notify, Plus } from '../../../ui/index.ts'
import { listAll } from '../../data/list-all.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { Card, Loaded } from '../../frame/Page.tsx'
import { Part } from '../Part.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { IntegrationDialog } from './IntegrationDialog.tsx'
import { integrationsPath } from './integrations-path.ts'

const integrationsQuery = queryOptions({
  queryKey: ['audit', 'integrations'],
  queryFn: ({ signal }) => listAll<StorageIntegration>(integrationsPath, { signal }),
})

/** The storages to which scheduled exports of the audit log are written. */
export function IntegrationList() {
  const { t } = useTranslation('organization')
  const integrations = useQuery(integrationsQuery)
  const [edited, setEdited] = useState<StorageIntegration | 'new'>()
  const [going, setGoing] = useState<StorageIntegration>()
  const columns = useColumns(setEdited, setGoing)
  return (
    <Part
      title={t('audit.storage.title')}
      text={t('audit.storage.text')}
      action={
        <Button onClick={() => setEdited('new')}>
          <Plus className="size-4" /> {t('audit.storage.new')}
        </Button>
      }
    >
      <Loaded query={integrations} title={t('audit.storage.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <p className="p-5 text-muted">{t('audit.storage.empty')}</p>
            </Card>
          ) : (
            <DataTable
              label={t('audit.storage.title')}
              rows={entries}
              keyOf={({ storageIntegrationId }) => storageIntegrationId}
              nameOf={({ name }) => name}
              columns={columns}
            />
          )
        }
      </Loaded>
      {edited && <IntegrationDialog known={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
      {going && <DeleteDialog integration={going} onClose={() => setGoing(undefined)} />}
    </Part>
  )
}

function useColumns(
  onEdit: (integration: StorageIntegration) => void,
  onDelete: (integration: StorageIntegration) => void,
): TableColumn<StorageIntegration>[] {
  const { t } = useTranslation('organization')
  return [
    {
      id: 'name',
      label: t('files.name'),
      cell: ({ name, uri }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-xs text-muted">{uri}</span>
        </span>
      ),
    },
    {
      id: 'schedules',
      label: t('audit.storage.schedules'),
      width: 150,
      className: 'hidden whitespace-nowrap text-muted tabular sm:table-cell',
      cell: ({ linkedSchedules }) => linkedSchedules,
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (integration) => (
        <RowMenu label={t('files.menu', { name: integration.name })}>
          <MenuItem onSelect={() => onEdit(integration)}>{t('audit.storage.edit')}</MenuItem>
          <MenuItem onSelect={() => onDelete(integration)}>{t('audit.storage.delete')}</MenuItem>
        </RowMenu>
      ),
    },
  ]
}

function DeleteDialog({ integration, onClose }: { integration: StorageIntegration; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [deletes, setDeletes] = useState(false)
  const { name, storageIntegrationId, linkedSchedules: count } = integration
  const action = useAction(async () => {
    const what = deletes ? 'delete' : 'pause'
    await send(`${integrationsPath}/${storageIntegrationId}?linkedSchedules=${what}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['audit'] })
    notify({ title: t('audit.storage.deleted'), tone: 'done' })
    onClose()
  })
  return (
    <Confirm
      title={t('audit.storage.deleteTitle', { name })}
      confirm={t('audit.storage.delete')}
      action={action}
      onClose={onClose}
    >
      <p>{t('audit.storage.deleteText')}</p>
      {count > 0 && (
        <>
          <p>{t('audit.storage.linked', { count })}</p>
          <Checkbox isChecked={deletes} onChange={setDeletes}>
            {t('audit.storage.deleteLinked')}
          </Checkbox>
        </>
      )}
    </Confirm>
  )
}
