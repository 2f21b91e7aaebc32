import { useMemo } from 'react'
import { useEditorState } from '../../editor/index.ts'
import { PlaceSection } from '../../elements/inspector-parts/PlaceSection.tsx'
import { StyleSection } from '../../elements/inspector-parts/StyleSection.tsx'
import { SeveralElementsProvider } from '../../elements/inspector-parts/use-field.ts'
import { inspectorOf } from '../../elements/inspectors.ts'

/**
 * Fields for several selected elements: those of their kind if they have one kind that allows it, otherwise size and
 * frame. Fields with different values are marked, and a change applies to all of the elements.
 */
export function SeveralInspector() {
  const document = useEditorState((state) => state.document)
  const ids = useEditorState((state) => state.selection.elementIds)
  const elements = useMemo(() => ids.flatMap((id) => document.elements[id] ?? []), [document, ids])
  const [first, ...others] = elements
  if (!first) return null
  const isOneKind = others.every(({ kind }) => kind === first.kind)
  const own = isOneKind ? (inspectorOf(first.kind)?.tabs ?? []).filter(({ isForSeveral }) => isForSeveral) : []
  return (
    <SeveralElementsProvider value={elements}>
      {own.length > 0 ? (
        own.map(({ id, Panel }) => <Panel key={id} element={first} />)
      ) : (
        <>
          <PlaceSection element={first} />
          <StyleSection element={first} />
        </>
      )}
    </SeveralElementsProvider>
  )
}
