import type { FileEntry } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { TextArea, TextField } from '../../forms/index.ts'
import { refreshFiles } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'

/** Edits name and description of a file. */
export function RenameDialog({ file, onClose }: { file: FileEntry; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [name, setName] = useState(file.name)
  const [description, setDescription] = useState(file.description ?? '')
  const action = useAction(async () => {
    const body = file.type === 'workspace' ? { name: name.trim() } : { name: name.trim(), description }
    await send(file.type === 'workspace' ? `/v2/workspaces/${file.id}` : `/v2/files/${file.id}`, {
      method: 'PATCH',
      body,
    })
    await refreshFiles(queries)
    onClose()
  })
  return (
    <FormDialog
      title={t('files.renameTitle', { name: file.name })}
      submit={t('common.save')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={name} onChange={setName} maxLength={255} />
      {file.type !== 'workspace' && (
        <TextArea
          label={t('common.description')}
          isOptional={t('common.optional')}
          value={description}
          onChange={setDescription}
          rows={3}
        />
      )}
    </FormDialog>
  )
}

/** Creates a folder in this folder, or a workspace if there is none. */
export function NewHolderDialog({ parentId, onClose }: { parentId: string | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const action = useAction(async () => {
    const body = { type: parentId === null ? 'workspace' : 'folder', name: name.trim(), ...(parentId && { parentId }) }
    await send('/v2/files', { method: 'POST', body })
    await refreshFiles(queries)
    onClose()
  })
  return (
    <FormDialog
      title={parentId === null ? t('files.newWorkspace') : t('files.newFolder')}
      submit={t('common.create')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={name} onChange={setName} maxLength={255} autoComplete="off" />
    </FormDialog>
  )
}
