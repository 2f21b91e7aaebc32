import { type DocumentElement, isControl, type WorkbookDocument } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { TabList, TabPanel, Tabs } from '../../ui/index.ts'
import { useAddressState } from '../data/use-address-state.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { ControlFacts } from './ControlFacts.tsx'
import { LineagePanel } from './LineagePanel.tsx'
import { MetricsPanel } from './MetricsPanel.tsx'
import { isTable, shownName } from './model-elements.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { RelationshipsPanel } from './RelationshipsPanel.tsx'

interface ModelElementProps {
  dataModelId: string
  content: WorkbookDocument
  element: DocumentElement
  /** Shows another element of the data model. */
  onShow: (id: string) => void
}

const tabNames = ['columns', 'metrics', 'relationships', 'preview', 'lineage'] as const

/** One element of a data model: all details of a table, or the facts about a control. */
export function ModelElement({ dataModelId, content, element, onShow }: ModelElementProps) {
  const { t } = useTranslation('models')
  const [tab, setTab] = useAddressState(':tab')
  if (isControl(element)) return <ControlFacts content={content} element={element} onShow={onShow} />
  if (!isTable(element)) return null
  const counts = {
    columns: element.columns.length,
    metrics: element.metrics?.length ?? 0,
    relationships: element.relationships?.length ?? 0,
  }
  const shown = tabNames.find((name) => name === tab) ?? 'columns'
  const items = tabNames.map((value) => ({
    value,
    label: t(`tabs.${value}`),
    ...(value in counts ? { count: counts[value as keyof typeof counts] } : {}),
  }))
  const panel = 'min-h-0 grow overflow-auto p-4 scroll-quiet'
  return (
    <section aria-label={shownName(element)} className="flex min-h-0 min-w-0 grow flex-col">
      <Tabs value={shown} onChange={setTab} className="flex min-h-0 grow flex-col">
        <div className="shrink-0 border-b border-line bg-surface px-4 pt-3">
          <h2 className="truncate text-xl font-semibold">{shownName(element)}</h2>
          <TabList label={t('tabs.label')} items={items} className="mt-1 -ml-2" />
        </div>
        <TabPanel value="columns" className={panel}>
          <ColumnsPanel dataModelId={dataModelId} element={element} />
        </TabPanel>
        <TabPanel value="metrics" className={panel}>
          <MetricsPanel element={element} />
        </TabPanel>
        <TabPanel value="relationships" className={panel}>
          <RelationshipsPanel content={content} element={element} onShow={onShow} />
        </TabPanel>
        <TabPanel value="preview" className="min-h-80 grow p-4">
          <PreviewPanel dataModelId={dataModelId} content={content} element={element} />
        </TabPanel>
        <TabPanel value="lineage" className={panel}>
          <LineagePanel dataModelId={dataModelId} content={content} element={element} onShow={onShow} />
        </TabPanel>
      </Tabs>
    </section>
  )
}
