import type { FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field, type Option, Select } from '../../forms/index.ts'
import { allDocumentsQuery, takesFiles, workspacesQuery } from '../data/files.ts'

/** Where a new document is saved: the person's documents, and the workspaces and folders that take files from them. */
export function FolderField(props: { homeId: string; folderId: string; onChange: (id: string) => void }) {
  const { homeId, folderId, onChange } = props
  const { t } = useTranslation('organization')
  const workspaces = useQuery(workspacesQuery)
  const folders = useQuery(allDocumentsQuery('', 'folders'))
  const option = ({ id, name, path }: FileEntry): Option<string> => ({ value: id, label: name, text: path })
  const holders = [...(workspaces.data?.entries ?? []), ...(folders.data?.entries ?? [])]
  const options = [
    { value: homeId, label: t('sections.mine') },
    ...holders.filter((file) => file.id !== homeId && takesFiles(file)).map(option),
  ]
  return (
    <Field label={t('newDocument.modelFolder')}>
      {({ id }) => <Select id={id} value={folderId} options={options} onChange={onChange} />}
    </Field>
  )
}
