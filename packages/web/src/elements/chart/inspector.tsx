import { type BaseElement, columnHolder, swapShelves } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { FieldSections } from '../inspector-fields/FieldSections.tsx'
import { TitleSection } from '../inspector-fields/TitleSection.tsx'
import { ContextMenuSection, MenuActionsPanel, SelectActionsPanel } from '../inspector-parts/LazyActions.tsx'
import { FiltersPanel } from '../table/inspector/FiltersPanel.tsx'
import { RulesSection } from '../table/inspector/RulesSection.tsx'
import { ChartControls } from './ChartControls.tsx'
import { ColorSection } from './ColorSection.tsx'
import { KindSection } from './KindSection.tsx'
import { MarkSections } from './MarkSections.tsx'
import { ShapeSection } from './ShapeSection.tsx'
import { Shelves } from './Shelves.tsx'
import { SortSection } from './SortSection.tsx'
import { Suggestions } from './Suggestions.tsx'
import '../../i18n/inspectors.ts'
import '../../i18n/columns.ts'

function Properties({ element: { id } }: { element: BaseElement }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const element = useEditorState(({ document }) => columnHolder(document, id))
  if (!element) return null
  const isPivot = element.kind === 'pivot-table'
  return (
    <>
      <Suggestions element={element} />
      <KindSection element={element} />
      <InspectorSection title={t('section.data')} storageKey="chart data">
        <Shelves element={element} />
        {isPivot && (
          <Button
            isSmall
            className="self-start"
            onClick={() => editor.apply(t('swap'), swapShelves(editor.state.document, id, 'rowsBy', 'columnsBy'))}
          >
            {t('swap')}
          </Button>
        )}
      </InspectorSection>
      <ShapeSection element={element} />
      <SortSection element={element} />
      <ColorSection element={element} />
      <ChartControls element={element} />
      {isPivot && <RulesSection element={element} />}
    </>
  )
}

function Format({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => columnHolder(document, id))
  if (!element) return null
  return (
    <>
      <TitleSection element={element} />
      <FieldSections element={element} />
      <MarkSections element={element} />
      {hasMenu(element) && <ContextMenuSection element={element} />}
    </>
  )
}

/** Pivot tables and charts whose marks have a menu. */
const hasMenu = ({ kind }: BaseElement) => kind !== 'kpi-chart' && kind !== 'progress'

/** What the panel at the right offers for charts whose marks can be selected. */
export const chartInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'actions', Panel: SelectActionsPanel },
    { id: 'filters', Panel: FiltersPanel },
  ],
}

/** The same for charts without such marks. */
export const figureInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'actions', Panel: MenuActionsPanel },
    { id: 'filters', Panel: FiltersPanel },
  ],
}

/** The same for KPIs, which have no menu of their own and start no actions. */
export const kpiInspector: ElementInspector = { tabs: figureInspector.tabs.filter(({ id }) => id !== 'actions') }
