import type { BaseElement } from '@octavo/core/document'
import { useEditorState } from '../../editor/index.ts'
import type { ElementInspector } from '../element-inspector.ts'
import { FieldSections } from '../inspector-fields/FieldSections.tsx'
import '../../i18n/inspectors.ts'

function Properties({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => document.elements[id])
  return element ? <FieldSections element={element} /> : null
}

/** What the panel at the right offers for elements whose fields are all in one list: progress. */
export const progressInspector: ElementInspector = { tabs: [{ id: 'properties', Panel: Properties }] }
