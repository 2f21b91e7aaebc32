import { useMemo } from 'react'
import { useEditorState } from '../../editor/index.ts'
import { PlaceSection } from '../../elements/inspector-parts/PlaceSection.tsx'
import { StyleSection } from '../../elements/inspector-parts/StyleSection.tsx'
import { SeveralElementsProvider } from '../../elements/inspector-parts/use-field.ts'
import { inspectorOf } from '../../elements/inspectors.ts'

/**
 * What the selected elements have in common: the fields of their kind where it is one kind that allows it, else their
 * size and frame. Fields that differ say so, and a change holds for all of them.
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
