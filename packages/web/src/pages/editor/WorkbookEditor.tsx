import type { FileEntry, Workbook, WorkbookDraft } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { explain } from '../../explain.ts'
import { Button, buttonLook, CircleAlert, FileQuestion, Message, Skeleton } from '../../ui/index.ts'
import { Shell } from '../Shell.tsx'
import { urlIdOfSlug } from '../workbook-address.ts'
import { draftTransport, readDraft } from './draft-requests.ts'
import { OpenEditor } from './OpenEditor.tsx'
import { useOpenEditor } from './use-open-editor.ts'

/** Loads the draft of the workbook in the address and opens it for editing. */
export function WorkbookEditor() {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const { slug } = useParams({ from: '/inside/$org/workbook/$slug/edit' })
  const urlId = urlIdOfSlug(slug)
  const path = encodeURIComponent(urlId)
  const workbook = useQuery({
    queryKey: ['workbook', urlId],
    queryFn: ({ signal }) => call<Workbook>(`/v2/workbooks/${path}`, { signal }),
  })
  const file = useQuery({
    queryKey: ['file', urlId],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${path}`, { signal }),
  })
  const draft = useQuery({
    queryKey: ['draft', urlId],
    // The open draft follows the server by itself; a second visit loads it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readDraft(urlId, signal),
  })

  useEffect(() => {
    document.title = workbook.data ? t('title', { name: workbook.data.name }) : common('product')
  }, [workbook.data, t, common])

  const error = draft.error ?? workbook.error
  if (error) return <Failed error={error} onRetry={() => void draft.refetch()} />
  if (!draft.data || !workbook.data || file.isPending) return <Loading />
  return <WithDraft key={draft.data.workbookId} draft={draft.data} name={workbook.data.name} file={file.data} />
}

function WithDraft({ draft, name, file }: { draft: WorkbookDraft; name: string; file: FileEntry | undefined }) {
  const [transport] = useState(() => draftTransport({ workbookId: draft.workbookId }))
  const editor = useOpenEditor({ draft, transport })
  return editor ? <OpenEditor editor={editor} name={name} file={file} /> : <Loading />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Shell title={<Skeleton className="h-4 w-40" />}>
      <div role="status" aria-label={t('common.loading')} className="page-grid grid-cols-4 gap-3 p-4">
        <Skeleton className="col-span-4 row-span-12" />
      </div>
    </Shell>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const { code, message, hint, requestId } = explain(error)
  const isMissing = code === 'not_found'
  const isForbidden = code === 'forbidden'
  return (
    <Shell title={null}>
      <Message
        icon={isMissing ? FileQuestion : CircleAlert}
        tone={isMissing || isForbidden ? 'quiet' : 'danger'}
        isAlert
        className="py-24"
        title={isMissing ? common('workbook.notFoundTitle') : isForbidden ? t('mayNotEdit') : common('error.title')}
        text={isMissing ? common('workbook.notFoundText') : [message, hint].filter(Boolean).join(' ')}
        fine={requestId ? `${code} · ${common('common.requestId', { id: requestId })}` : code}
        actions={
          <>
            {!isMissing && !isForbidden && <Button onClick={onRetry}>{common('common.retry')}</Button>}
            <Link to="/" className={buttonLook()}>
              {common('error.goHome')}
            </Link>
          </>
        }
      />
    </Shell>
  )
}
