import type { DataModel } from '@octavo/core/contract'
import type { TableElement, WorkbookDocument } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Card } from '../frame/Page.tsx'
import { dataModelAddress } from '../workbook-address.ts'
import { DocumentUses } from './DocumentUses.tsx'
import { ElementButton } from './ElementButton.tsx'
import { readersOf, readSources, shownName } from './model-elements.ts'

interface LineagePanelProps {
  dataModelId: string
  content: WorkbookDocument
  element: TableElement
  onShow: (id: string) => void
}

/** What a table reads, the tables beside it that read it, and other documents that do, as far as the reader may see them. */
export function LineagePanel({ dataModelId, content, element, onShow }: LineagePanelProps) {
  const { t } = useTranslation('models')
  const org = useSession()?.organization.slug ?? ''
  const readers = readersOf(content, element)
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="model-reads">
        <h3 id="model-reads" className="mb-2 text-base font-semibold">
          {t('lineage.reads')}
        </h3>
        <Card>
          <ul>
            {readSources(content, element).map(({ key, kind, name, elementId, dataModelId: modelId }) => (
              <li
                key={key}
                className="flex h-list-row items-center gap-2 border-b border-line px-4 last:border-b-0 [&>*]:min-w-0"
              >
                {elementId !== undefined && content.elements[elementId] ? (
                  <ElementButton name={name} onOpen={() => onShow(elementId)} />
                ) : modelId !== undefined ? (
                  <OtherModel dataModelId={modelId} org={org} />
                ) : (
                  <span className="truncate font-medium" title={name}>
                    {name}
                  </span>
                )}
                <span className="shrink-0 text-muted">{t(`lineage.kinds.${kindWord(kind)}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
      </section>
      {readers.length > 0 && (
        <section aria-labelledby="model-read-by">
          <h3 id="model-read-by" className="mb-2 text-base font-semibold">
            {t('lineage.readBy')}
          </h3>
          <Card>
            <ul>
              {readers.map((reader) => (
                <li key={reader.id} className="flex h-list-row items-center border-b border-line px-4 last:border-b-0">
                  <ElementButton name={shownName(reader)} onOpen={() => onShow(reader.id)} />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      <DocumentUses path={`/v2/dataModels/${encodeURIComponent(dataModelId)}/uses`} elementId={element.id} />
    </div>
  )
}

function OtherModel({ dataModelId, org }: { dataModelId: string; org: string }) {
  const { t } = useTranslation('models')
  const model = useQuery({
    queryKey: ['data-models', 'one', dataModelId],
    retry: false,
    queryFn: ({ signal }) => call<DataModel>(`/v2/dataModels/${encodeURIComponent(dataModelId)}`, { signal }),
  })
  // The reader may have no access to a data model that this one reads.
  if (!model.data) return <span className="truncate font-medium">{t('lineage.otherModel')}</span>
  return (
    <Link
      {...dataModelAddress(org, model.data.name, model.data.dataModelUrlId)}
      className="truncate text-accent-text underline underline-offset-2"
    >
      {model.data.name}
    </Link>
  )
}

const kindWords = ['warehouse-table', 'table', 'data-model', 'dataset', 'sql', 'csv-table'] as const
const kindWord = (kind: string) => kindWords.find((word) => word === kind) ?? 'other'
