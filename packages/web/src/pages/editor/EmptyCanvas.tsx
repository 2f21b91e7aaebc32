import { StartField } from './data/StartField.tsx'

/** An empty page: a field for the first source, and a grid to drop things on. */
export function EmptyCanvas({ pageId }: { pageId: string }) {
  return (
    <div
      data-grid={pageId}
      className="page-grid relative min-h-[70vh] p-2.5"
      style={{ gridTemplateColumns: 'repeat(24, minmax(0, 1fr))' }}
    >
      <div className="absolute inset-0">
        <StartField />
      </div>
    </div>
  )
}
