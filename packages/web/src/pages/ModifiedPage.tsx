import type { DocumentPage } from '@octavo/core/document'
import { type ReactNode, useEffect, useMemo } from 'react'
import { OpenPageProvider, useOpenPage } from '../editor/index.ts'
import { openPageData } from './open-page-data.ts'
import { useModifications } from './use-modifications.ts'

interface ModifiedPageProps {
  /** The page that is shown; the same object while nothing changes. */
  page: Pick<DocumentPage, 'id' | 'elementIds'>
  children: ReactNode
}

/**
 * A page of the preview whose elements can be changed by steps of sequences; it loads its own rows once they are
 * changed.
 */
export function ModifiedPage({ page, children }: ModifiedPageProps) {
  const own = useOpenPage()
  const { workbookId, isDraft, seenAs, view, edits, controlTexts } = own
  const { document, changes } = useModifications(own.document)
  const { modifications } = changes
  const modified = useMemo(
    () =>
      modifications.length > 0
        ? openPageData(workbookId, document, page, { isDraft, seenAs, view, edits, modifications })
        : undefined,
    [workbookId, document, page, isDraft, seenAs, view, edits, modifications],
  )
  useEffect(() => modified?.load({ ...controlTexts }), [modified, controlTexts])
  useEffect(() => () => modified?.dispose(), [modified])
  const open = useMemo(
    () => ({ ...own, document, data: modified ?? own.data, ...changes }),
    [own, document, modified, changes],
  )
  return <OpenPageProvider value={open}>{children}</OpenPageProvider>
}
