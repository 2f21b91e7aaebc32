import type { FileEntry } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { notify } from '../../ui/index.ts'
import { folderQuery, refreshFiles } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import { Confirm } from '../frame/dialogs.tsx'

/** Deletes a workspace; its contents move to the member who deletes it. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const contents = useQuery(folderQuery(workspace.id))
  const count = contents.data?.total ?? 0
  const action = useAction(async () => {
    await send(`/v2/workspaces/${workspace.id}`, { method: 'DELETE' })
    await refreshFiles(queries)
    notify({ title: t('workspaces.deleted', { name: workspace.name }), tone: 'done' })
    onClose()
  })
  return (
    <Confirm
      title={t('workspaces.deleteTitle', { name: workspace.name })}
      confirm={t('workspaces.delete')}
      action={action}
      onClose={onClose}
    >
      <p>{count === 0 ? t('workspaces.deleteEmpty') : t('workspaces.deleteText', { count, name: workspace.name })}</p>
      <p className="text-muted">{t('workspaces.deleteGrants')}</p>
    </Confirm>
  )
}
