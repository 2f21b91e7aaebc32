import type { Dataset } from '@octavo/core/contract'
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
import { OpenDataset } from './OpenDataset.tsx'

/** Loads a dataset by the id in its address and opens it. */
export function DatasetReader() {
  const { t } = useTranslation(['models', 'translation'])
  const { slug } = useParams({ from: '/inside/$org/dataset/$slug' })
  const id = urlIdOfSlug(slug)
  const opened = useQuery({
    queryKey: ['datasets', 'open', id],
    queryFn: ({ signal }) => call<Dataset>(`/v2/datasets/${encodeURIComponent(id)}`, { signal }),
  })
  const name = opened.data?.name
  useEffect(() => {
    document.title = name === undefined ? t('translation:product') : `${name} · ${t('translation:product')}`
  }, [name, t])

  if (opened.isError) {
    const missing = { title: t('dataset.notFoundTitle'), text: t('translation:workbook.notFoundText') }
    return <OpeningFailed error={opened.error} missing={missing} inodeId={id} onRetry={() => void opened.refetch()} />
  }
  if (!opened.data) {
    return (
      <Shell title={<Skeleton className="h-4 w-40" />} isReady={false}>
        <div role="status" aria-label={t('translation:common.loading')} className="p-6 late">
          <Skeleton className="h-4 w-1/3" />
        </div>
      </Shell>
    )
  }
  return <OpenDataset dataset={opened.data} />
}
