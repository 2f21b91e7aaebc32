import type { MissingSource } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { documentPath } from '../editor/index.ts'
import { Banner } from '../ui/index.ts'

/** Sources and elements that the banner names; the others are counted. */
const mostNamed = 2

interface MissingSourcesBannerProps {
  /** Id of the workbook or data model. */
  documentId: string
  isDataModel?: boolean
  /** Of the draft: the revision that is shown. */
  draftRevision?: number | undefined
}

/** Names tables and columns of the data platform that are gone, and the elements of the document that read them. */
export function MissingSourcesBanner({ documentId, isDataModel = false, draftRevision }: MissingSourcesBannerProps) {
  const { t } = useTranslation()
  const isDraft = draftRevision !== undefined
  const path = documentPath({ workbookId: documentId, isDataModel })
  const first = useMissingSources(path, isDraft ? 'draft' : 'published')
  const isMissing = (first.data?.total ?? 0) > 0
  // An edit can only remove what is missing, so a draft in which nothing is missing is not checked again.
  const later = useMissingSources(path, draftRevision ?? 'published', isDraft && isMissing)
  const found = later.data ?? first.data
  if (!found || found.total === 0) return null
  const named = found.entries.slice(0, mostNamed).map((entry) => {
    const names = entry.elements.slice(0, mostNamed).map(({ name, elementId }) => name ?? elementId)
    const others = entry.elements.length - names.length
    const elements = [...names, ...(others > 0 ? [t('missing.others', { count: others })] : [])].join(', ')
    const key = entry.column === undefined ? 'missing.table' : 'missing.column'
    return t(key, { table: entry.path.join('.'), column: entry.column, elements })
  })
  const rest = found.total - named.length
  return (
    <Banner tone="warning">{[...named, ...(rest > 0 ? [t('missing.more', { count: rest })] : [])].join(' ')}</Banner>
  )
}

/** The banner is optional: missing tables and columns show in the elements too. */
function useMissingSources(path: string, at: 'published' | 'draft' | number, isWanted = true) {
  return useQuery({
    queryKey: ['missing-sources', path, at],
    enabled: isWanted,
    retry: false,
    queryFn: ({ signal }) =>
      call<{ entries: MissingSource[]; total: number }>(`${path}/missingSources`, {
        signal,
        query: at === 'published' ? {} : { draft: 'true' },
      }),
  })
}
