import type { SourceUse } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../forms/index.ts'
import { useSession } from '../../session.ts'
import { Message, Notebook } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { documentPathname } from '../document-pathname.ts'
import { Card, Failed } from '../frame/Page.tsx'

interface DocumentUsesProps {
  /** The list of uses of a data model or a dataset. */
  path: string
  /** Of a data model: only what reads this table. */
  elementId?: string
}

/** Documents that read it and that the reader can see. */
export function DocumentUses({ path, elementId }: DocumentUsesProps) {
  const { t } = useTranslation('models')
  const org = useSession()?.organization.slug ?? ''
  const uses = useQuery({
    queryKey: ['data-models', 'uses', path, elementId],
    queryFn: ({ signal }) =>
      listAll<SourceUse>(path, { signal, ...(elementId === undefined ? {} : { query: { elementId } }) }),
  })
  const { data } = uses
  return (
    <section aria-labelledby="model-used-by">
      <h3 id="model-used-by" className="mb-2 text-base font-semibold">
        {t('lineage.usedBy')}
      </h3>
      <Card>
        {uses.isError && <Failed title={t('lineage.failed')} error={uses.error} onRetry={uses.refetch} />}
        {data?.entries.length === 0 && (
          <Message icon={Notebook} className="py-10" title={t('lineage.none')} text={t('lineage.noneText')} />
        )}
        {data !== undefined && data.entries.length > 0 && (
          <DataTable
            label={t('lineage.usedBy')}
            rows={data.entries}
            keyOf={({ documentId }) => documentId}
            nameOf={({ name }) => name}
            columns={[
              { id: 'name', label: t('columns.name'), cell: (use) => <UseName use={use} org={org} /> },
              {
                id: 'kind',
                label: t('lineage.kind'),
                width: 120,
                className: 'hidden text-muted sm:table-cell',
                cell: ({ documentType }) => t(`lineage.documents.${documentType}`),
              },
              {
                id: 'elements',
                label: t('lineage.elements'),
                className: 'hidden truncate text-muted md:table-cell',
                cell: ({ elements }) => elements.map(({ elementId: id, name }) => name ?? id).join(', '),
              },
              {
                id: 'carriers',
                label: t('lineage.carriers'),
                className: 'text-muted',
                cell: (use) => <Carriers use={use} />,
              },
            ]}
          />
        )}
      </Card>
    </section>
  )
}

/** What sends or shows the document, and the views that read more than it does, as far as the reader can see them. */
function Carriers({ use }: { use: SourceUse }) {
  const { t } = useTranslation('models')
  const { scheduleIds, exportIds, embedIds, views, otherViews } = use
  const counts = {
    schedules: scheduleIds.length,
    exports: exportIds.length,
    embeds: embedIds.length,
    views: views.length + otherViews,
  }
  const kinds = (['schedules', 'exports', 'embeds', 'views'] as const).filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return null
  const names = views.flatMap(({ name }) => name ?? []).join(', ')
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={kind} title={kind === 'views' && names !== '' ? names : undefined}>
          {t(`lineage.${kind}`, { count: counts[kind] })}
        </li>
      ))}
    </ul>
  )
}

function UseName({ use, org }: { use: SourceUse; org: string }) {
  const address = documentPathname(org, { type: use.documentType, name: use.name, id: use.documentId })
  const look = 'block truncate font-medium'
  return address === null ? (
    <span className={look}>{use.name}</span>
  ) : (
    <Link to={address} className={`${look} hover:underline`}>
      {use.name}
    </Link>
  )
}
