import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../../forms/index.ts'
import type { ServerPages } from '../data/server-pages.ts'
import { Card, Loaded } from './Page.tsx'

interface ServerListProps<Row> {
  pages: ServerPages<Row>
  /** Shown when the list could not be loaded. */
  failed: string
  /** Shown above the rows, such as the bar of the selection. */
  bar?: (total: number) => ReactNode
  /** Shown in place of the table where there are no rows. */
  nothing: ReactNode
  /** The table; `isStale` while the rows of the previous request are still shown. */
  children: (rows: readonly Row[], isStale: boolean) => ReactNode
}

/** A list that the server filters, sorts and pages. */
export function ServerList<Row>({ pages, failed, bar, nothing, children }: ServerListProps<Row>) {
  const { t } = useTranslation('organization')
  return (
    <Loaded query={pages.query} title={failed}>
      {({ entries, total }) => (
        <>
          <Card>
            {bar?.(total)}
            {entries.length === 0 ? nothing : children(entries, pages.query.isPlaceholderData)}
          </Card>
          {entries.length > 0 && (
            <Pager
              pages={pages}
              text={t('common.range', { from: pages.from, to: pages.from + entries.length - 1, count: total })}
              previous={t('common.previous')}
              next={t('common.next')}
            />
          )}
        </>
      )}
    </Loaded>
  )
}
