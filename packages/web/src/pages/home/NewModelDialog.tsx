import type { DataModelSpecWritten } from '@octavo/core/contract'
import { emptyDocument } from '@octavo/core/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { newId } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { Remark, TextField } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { classNames, fieldLook, Skeleton } from '../../ui/index.ts'
import { myHomeQuery, refreshFiles } from '../data/files.ts'
import { useAction } from '../data/use-action.ts'
import {
  bestMatch,
  friendlySource,
  matchingEntries,
  readColumns,
  type SourceEntry,
  useSourceEntries,
} from '../editor/data/source-entries.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { FolderField } from '../frame/FolderField.tsx'
import { dataModelAddress } from '../workbook-address.ts'

/** Offers sources from other documents and connections only, because the document does not exist yet. */
const noDocument = emptyDocument('data-model')

/** Creates a data model with a table over the chosen source, and opens it in its editor. */
export function NewModelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const home = useQuery(myHomeQuery(session?.member.memberId ?? '')).data ?? ''
  const [typedName, setTypedName] = useState<string>()
  const [chosenFolder, setFolder] = useState<string>()
  const [chosen, setSource] = useState<SourceEntry>()
  const [search, setSearch] = useState('')
  const { entries, isLoading, error } = useSourceEntries(noDocument)
  const found = useMemo(() => matchingEntries(entries, search), [entries, search])
  // As in the source picker: the first match is chosen without a click.
  const source = chosen ?? (search.trim() === '' ? undefined : bestMatch(found, search))
  const folderId = chosenFolder ?? home
  const name = (typedName ?? (source ? friendlySource(source.name) : '')).trim()
  const action = useAction(async () => {
    if (!source) return
    const columns = (await readColumns(noDocument, source)).filter((column) => !column.name.startsWith('_'))
    const table = {
      id: newId(),
      kind: 'table',
      name: friendlySource(source.name),
      source: source.source,
      columns: columns.map(({ column }) => column),
    }
    const pages = [{ id: newId(), name: t('newDocument.modelPage'), elements: [table] }]
    const body = { folderId, name, schemaVersion: 1, pages }
    const { dataModelId } = await call<DataModelSpecWritten>('/v2/dataModels/spec', { method: 'POST', body })
    void refreshFiles(queries)
    void queries.invalidateQueries({ queryKey: ['sources', 'models'] })
    const { params } = dataModelAddress(session?.organization.slug ?? '', name, dataModelId)
    await navigate({ to: '/$org/data-model/$slug/edit', params })
  })
  return (
    <FormDialog
      title={t('newDocument.modelTitle')}
      submit={t('newDocument.createModel')}
      action={action}
      isReady={name !== '' && source !== undefined && folderId !== ''}
      onClose={onClose}
    >
      <SourceList
        {...{ found, search, isLoading, error }}
        chosen={source}
        onSearch={(text) => {
          setSearch(text)
          setSource(undefined)
        }}
        onChoose={setSource}
      />
      <TextField
        label={t('files.name')}
        value={typedName ?? (source ? friendlySource(source.name) : '')}
        onChange={setTypedName}
        maxLength={255}
        autoComplete="off"
      />
      <FolderField homeId={home} folderId={folderId} onChange={setFolder} />
    </FormDialog>
  )
}

interface SourceListProps {
  found: readonly SourceEntry[]
  isLoading: boolean
  error: unknown
  search: string
  onSearch: (text: string) => void
  chosen: SourceEntry | undefined
  onChoose: (entry: SourceEntry) => void
}

/** Tables of connections, data models and datasets, found by name. */
function SourceList({ found, isLoading, error, search, onSearch, chosen, onChoose }: SourceListProps) {
  const { t } = useTranslation('organization')
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {t('newDocument.modelSource')}
      </label>
      <input
        id={id}
        type="search"
        data-first-focus
        placeholder={t('newDocument.modelSearch')}
        className={fieldLook}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <ul
        aria-label={t('newDocument.modelSources')}
        className="h-44 overflow-y-auto rounded-md border border-line p-1 scroll-quiet"
      >
        {isLoading && <Skeleton className="m-2 h-5" />}
        {found.map((entry) => (
          <li key={entry.key}>
            <button
              type="button"
              aria-pressed={entry.key === chosen?.key}
              className={classNames(
                'flex w-full min-w-0 flex-col rounded-md px-2 py-1 text-left',
                entry.key === chosen?.key ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
              onClick={() => onChoose(entry)}
            >
              <span className="truncate">{entry.name}</span>
              <span className={classNames('truncate text-xs', entry.key === chosen?.key ? 'text-ink' : 'text-muted')}>
                {entry.place}
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && !isLoading && (
          <li className="px-2 py-1 text-muted">
            {search.trim() === '' ? t('newDocument.modelNoSources') : t('newDocument.modelNothing')}
          </li>
        )}
      </ul>
      {error !== null && <Remark tone="danger">{explain(error).message}</Remark>}
    </div>
  )
}
