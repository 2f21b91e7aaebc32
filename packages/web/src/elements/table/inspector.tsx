import { type BaseElement, columnHolder } from '@octavo/core/document'
import { useEditorState } from '../../editor/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { FieldSections } from '../inspector-fields/FieldSections.tsx'
import { TitleSection } from '../inspector-fields/TitleSection.tsx'
import { ContextMenuSection, SelectActionsPanel } from '../inspector-parts/LazyActions.tsx'
import { FiltersPanel } from './inspector/FiltersPanel.tsx'
import { GroupingsSection } from './inspector/GroupingsSection.tsx'
import { RulesSection } from './inspector/RulesSection.tsx'
import { SortSection } from './inspector/SortSection.tsx'
import { SummarySection } from './inspector/SummarySection.tsx'
import '../../i18n/columns.ts'
import '../../i18n/inspectors.ts'

function Properties({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => columnHolder(document, id))
  if (!element) return null
  return (
    <>
      <GroupingsSection element={element} />
      <SortSection element={element} />
      <SummarySection element={element} />
      <RulesSection element={element} />
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
      <ContextMenuSection element={element} />
    </>
  )
}

/** What the panel at the right offers for a table. */
export const tableInspector: ElementInspector = {
  tabs: [
    { id: 'properties', Panel: Properties },
    { id: 'format', Panel: Format },
    { id: 'actions', Panel: SelectActionsPanel },
    { id: 'filters', Panel: FiltersPanel },
  ],
}
