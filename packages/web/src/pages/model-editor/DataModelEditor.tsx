import type { DataModel, FileEntry } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import type { OpenDraft } from '../../editor/index.ts'
import '../../i18n/editor.ts'
import '../../i18n/models.ts'
import { Skeleton } from '../../ui/index.ts'
import { draftTransport, readModelDraft } from '../editor/draft-requests.ts'
import { useOpenEditor } from '../editor/use-open-editor.ts'
import { OpeningFailed } from '../OpeningFailed.tsx'
import { Shell } from '../Shell.tsx'
import { urlIdOfSlug } from '../workbook-address.ts'
import { OpenModelEditor } from './OpenModelEditor.tsx'

/** Loads the draft of the data model in the address and opens it for editing. */
export function DataModelEditor() {
  const { t } = useTranslation(['models', 'editor', 'translation'])
  const { slug } = useParams({ from: '/inside/$org/data-model/$slug/edit' })
  const urlId = urlIdOfSlug(slug)
  const path = encodeURIComponent(urlId)
  const model = useQuery({
    queryKey: ['data-models', 'named', urlId],
    queryFn: ({ signal }) => call<DataModel>(`/v2/dataModels/${path}`, { signal }),
  })
  const file = useQuery({
    queryKey: ['file', urlId],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${path}`, { signal }),
  })
  const draft = useQuery({
    queryKey: ['data-model-draft', urlId],
    // The open draft follows the server by itself; a second visit loads it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => readModelDraft(urlId, signal),
  })
  const name = model.data?.name

  useEffect(() => {
    document.title = name === undefined ? t('translation:product') : t('editor:title', { name })
  }, [name, t])

  const error = draft.error ?? model.error
  if (error) {
    const missing = { title: t('notFoundTitle'), text: t('translation:workbook.notFoundText') }
    return <OpeningFailed error={error} missing={missing} inodeId={urlId} onRetry={() => void draft.refetch()} />
  }
  if (!draft.data || name === undefined || file.isPending) return <Loading />
  return <WithDraft key={draft.data.workbookId} draft={draft.data} name={name} file={file.data} />
}

function WithDraft({ draft, name, file }: { draft: OpenDraft; name: string; file: FileEntry | undefined }) {
  const [transport] = useState(() => draftTransport({ workbookId: draft.workbookId, isDataModel: true }))
  const editor = useOpenEditor({ draft, transport })
  return editor ? <OpenModelEditor editor={editor} name={name} file={file} /> : <Loading />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Shell title={<Skeleton className="h-4 w-40" />} isReady={false}>
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4 p-6 late">
        {['w-1/4', 'w-1/2', 'w-2/5', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </Shell>
  )
}
