import type { ColumnEntry, Dataset, DatasetOrigin } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, DataTable, Remark } from '../../forms/index.ts'
import { listAll } from '../data/list-all.ts'
import { DocumentUses } from '../data-model/DocumentUses.tsx'
import { FormulaText } from '../data-model/FormulaText.tsx'
import { Card, Loaded } from '../frame/Page.tsx'
import { Shell } from '../Shell.tsx'

/** Shows a dataset: its sources, its columns, its readers, and the data model that replaced it. */
export function OpenDataset({ dataset }: { dataset: Dataset }) {
  const { t, i18n } = useTranslation('models')
  const { datasetId, name, description, source, migrationToDataModel } = dataset
  const path = `/v2/datasets/${encodeURIComponent(datasetId)}`
  const columns = useQuery({
    queryKey: ['datasets', 'columns', datasetId],
    queryFn: ({ signal }) => listAll<ColumnEntry>(`${path}/columns`, { signal }),
  })
  const day = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(Date.parse(instant))
  return (
    <Shell
      title={
        <>
          <h1 className="truncate font-semibold">{name}</h1>
          <Badge>{t('dataset.badge')}</Badge>
        </>
      }
    >
      <div className="mx-auto flex max-w-[calc(1120px+4rem)] flex-col gap-6 px-4 py-6 sm:px-8">
        {description && <p className="text-muted">{description}</p>}
        <Remark>
          {migrationToDataModel ? (
            <>
              {t('dataset.migrated', { when: day(migrationToDataModel.migratedAt) })}{' '}
              <Link to={new URL(migrationToDataModel.dataModelUrl).pathname} className="underline underline-offset-2">
                {t('dataset.openModel')}
              </Link>
            </>
          ) : (
            t('dataset.retired')
          )}
        </Remark>
        <Section id="dataset-source" title={t('dataset.source')}>
          <Card className="p-4">
            <Origin source={source} />
          </Card>
        </Section>
        <Section id="dataset-columns" title={t('dataset.columns')}>
          <Loaded query={columns} title={t('columns.error')}>
            {({ entries }) => (
              <Card>
                <DataTable
                  label={t('dataset.columns')}
                  rows={entries}
                  keyOf={({ columnId }) => columnId}
                  nameOf={(column) => column.name}
                  columns={[
                    { id: 'name', label: t('columns.name'), cell: (column) => column.name },
                    {
                      id: 'type',
                      label: t('columns.type'),
                      width: 140,
                      className: 'hidden text-muted md:table-cell',
                      cell: ({ type }) => type.message ?? type.exactType ?? type.type,
                    },
                    {
                      id: 'formula',
                      label: t('columns.formula'),
                      cell: ({ formula }) => <FormulaText text={formula} />,
                    },
                  ]}
                />
              </Card>
            )}
          </Loaded>
        </Section>
        <DocumentUses path={`${path}/uses`} />
      </div>
    </Shell>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Origin({ source }: { source: DatasetOrigin | undefined }) {
  const { t } = useTranslation('models')
  if (source === undefined) return <p className="text-muted">{t('dataset.sourceHidden')}</p>
  if (source.kind === 'sql') {
    return (
      <>
        <p className="mb-2 text-muted">{t('dataset.sql')}</p>
        <pre className="overflow-x-auto font-mono text-xs whitespace-pre-wrap">{source.statement}</pre>
      </>
    )
  }
  return (
    <p className="flex flex-wrap gap-2">
      <span className="font-medium">{source.path.join('.')}</span>
      <span className="text-muted">{t('dataset.table')}</span>
    </p>
  )
}
