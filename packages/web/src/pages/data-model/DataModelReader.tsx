import type { DataModel, DataModelSpec, FileEntry } from '@octavo/core/contract'
import { documentOfFormN, type WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import '../../i18n/models.ts'
import { Skeleton } from '../../ui/index.ts'
import { OpeningFailed } from '../OpeningFailed.tsx'
import { Shell } from '../Shell.tsx'
import { urlIdOfSlug } from '../workbook-address.ts'
import { OpenDataModel } from './OpenDataModel.tsx'

/** Loads a data model by the id in its address and opens it. */
export function DataModelReader() {
  const { t } = useTranslation(['models', 'translation'])
  const { slug } = useParams({ from: '/inside/$org/data-model/$slug' })
  const id = urlIdOfSlug(slug)
  const path = encodeURIComponent(id)
  const opened = useQuery({
    queryKey: ['data-models', 'open', id],
    queryFn: async ({ signal }): Promise<{ model: DataModel; content: WorkbookDocument }> => {
      const [model, spec] = await Promise.all([
        call<DataModel>(`/v2/dataModels/${path}`, { signal }),
        call<DataModelSpec>(`/v2/dataModels/${path}/spec`, { signal }),
      ])
      return { model, content: { ...documentOfFormN(spec), kind: 'data-model' } }
    },
  })
  const file = useQuery({
    queryKey: ['file', id],
    queryFn: ({ signal }) => call<FileEntry>(`/v2/files/${path}`, { signal }),
  })
  const name = opened.data?.model.name

  useEffect(() => {
    document.title = name === undefined ? t('translation:product') : `${name} · ${t('translation:product')}`
  }, [name, t])

  if (opened.isError) {
    const missing = { title: t('notFoundTitle'), text: t('translation:workbook.notFoundText') }
    return <OpeningFailed error={opened.error} missing={missing} inodeId={id} onRetry={() => void opened.refetch()} />
  }
  if (!opened.data || file.isPending) return <Loading />
  return <OpenDataModel model={opened.data.model} content={opened.data.content} file={file.data} />
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
