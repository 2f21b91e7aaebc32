import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../api.ts'
import { TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { notify } from '../../ui/index.ts'
import { myHomeQuery, refreshFiles } from '../data/files.ts'
import { useDeed } from '../data/use-deed.ts'
import { FormDialog } from '../frame/dialogs.tsx'

/** Creates an empty data model in the person's documents. */
export function NewModelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const memberId = useSession()?.member.memberId ?? ''
  const [name, setName] = useState('')
  const deed = useDeed(async () => {
    const folderId = await queries.ensureQueryData(myHomeQuery(memberId))
    const body = { folderId, name: name.trim(), schemaVersion: 1, pages: [{ name: t('newDocument.modelPage') }] }
    await send('/v2/dataModels/spec', { method: 'POST', body })
    await refreshFiles(queries)
    notify({ title: t('newDocument.modelMade', { name: name.trim() }), tone: 'done' })
    onClose()
  })
  return (
    <FormDialog
      title={t('newDocument.model')}
      submit={t('newDocument.createModel')}
      deed={deed}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={t('files.name')}
        value={name}
        onChange={setName}
        maxLength={255}
        autoComplete="off"
        hint={t('newDocument.modelHint')}
      />
    </FormDialog>
  )
}
