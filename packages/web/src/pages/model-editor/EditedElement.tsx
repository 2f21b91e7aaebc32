import type { DraftViewAs } from '@octavo/core/contract'
import { type DocumentElement, isControl } from '@octavo/core/document'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ElementOfKind } from '../../elements/index.tsx'
import { lazyPart, TabList, TabPanel, Tabs } from '../../ui/index.ts'
import { isTable, shownName } from '../data-model/model-elements.ts'

const RelationshipsTab = lazyPart(async () => ({ default: (await import('./RelationshipsTab.tsx')).RelationshipsTab }))
const MetricsTab = lazyPart(async () => ({ default: (await import('./MetricsTab.tsx')).MetricsTab }))

const UsesTab = lazyPart(async () => ({ default: (await import('./UsesTab.tsx')).UsesTab }))
const SecurityTab = lazyPart(async () => ({ default: (await import('./SecurityTab.tsx')).SecurityTab }))
const MaterializationTab = lazyPart(async () => ({
  default: (await import('./MaterializationTab.tsx')).MaterializationTab,
}))
const SeenTable = lazyPart(async () => ({ default: (await import('./SeenTable.tsx')).SeenTable }))

const tabNames = ['table', 'relationships', 'metrics', 'security', 'materialization', 'uses'] as const

interface EditedElementProps {
  element: DocumentElement
  /** The member or team as whom the rows are shown; undefined for the author. */
  seen: DraftViewAs | undefined
  onSeenEnd: () => void
}

/** One table of the draft: its rows with the menus of its columns, and its other settings. */
export function EditedElement({ element, seen, onSeenEnd }: EditedElementProps) {
  const { t } = useTranslation('models')
  const [tab, setTab] = useState<string>('table')
  if (isControl(element)) {
    return (
      <main id="content" data-region className="min-w-0 grow p-4">
        <div className="max-w-sm">
          <ElementOfKind element={element} />
        </div>
      </main>
    )
  }
  if (!isTable(element)) return null
  const items = tabNames.map((value) => ({
    value,
    label: t(`edit.tabs.${value}`),
    ...(value === 'relationships' || value === 'metrics' ? { count: element[value]?.length ?? 0 } : {}),
  }))
  return (
    <main
      id="content"
      data-region
      tabIndex={-1}
      aria-label={shownName(element)}
      className="flex min-h-0 min-w-0 grow flex-col outline-none"
    >
      {seen && (
        <div className="min-h-0 grow p-4">
          <Suspense>
            <SeenTable key={seen.id} element={element} seen={seen} onClose={onSeenEnd} />
          </Suspense>
        </div>
      )}
      <Tabs value={tab} onChange={setTab} className={seen ? 'hidden' : 'flex min-h-0 grow flex-col'}>
        <div className="shrink-0 border-b border-line bg-surface px-4 pt-2">
          <TabList label={t('tabs.label')} items={items} className="-ml-2" />
        </div>
        <TabPanel value="table" className="min-h-0 grow p-4">
          <div data-element={element.id} className="h-full">
            <ElementOfKind element={element} />
          </div>
        </TabPanel>
        <TabPanel value="relationships" className="min-h-0 grow overflow-auto p-4 scroll-quiet">
          <Suspense>
            <RelationshipsTab element={element} />
          </Suspense>
        </TabPanel>
        <TabPanel value="metrics" className="min-h-0 grow overflow-auto p-4 scroll-quiet">
          <Suspense>
            <MetricsTab element={element} />
          </Suspense>
        </TabPanel>
        <TabPanel value="security" className="min-h-0 grow overflow-auto p-4 scroll-quiet">
          <Suspense>
            <SecurityTab element={element} />
          </Suspense>
        </TabPanel>
        <TabPanel value="materialization" className="min-h-0 grow overflow-auto p-4 scroll-quiet">
          <Suspense>
            <MaterializationTab element={element} />
          </Suspense>
        </TabPanel>
        <TabPanel value="uses" className="min-h-0 grow overflow-auto p-4 scroll-quiet">
          <Suspense>
            <UsesTab element={element} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </main>
  )
}
