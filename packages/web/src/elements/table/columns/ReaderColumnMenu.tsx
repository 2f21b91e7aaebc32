import type { ColumnHolder } from '@octavo/core/document'
import { useState } from 'react'
import { DraftEditor, EditorProvider, type OpenPage, useReadPage } from '../../../editor/index.ts'
import { ColumnMenu } from './ColumnMenu.tsx'

interface ReaderColumnMenuProps {
  element: ColumnHolder
  columnId: string
  name: string
}

/** The menu of a column in reading mode, open at first. What it changes becomes a custom view of the reader. */
export function ReaderColumnMenu({ element, columnId, name }: ReaderColumnMenuProps) {
  const read = useReadPage()
  const [isOpen, setOpen] = useState(true)
  const [editor, setEditor] = useState(() => readingEditor(read))
  return (
    <EditorProvider value={editor}>
      <ColumnMenu
        element={element}
        columnIds={[columnId]}
        name={name}
        isOpen={isOpen}
        onOpenChange={(opens) => {
          // The page may show another document by now.
          if (opens) setEditor(readingEditor(read))
          setOpen(opens)
        }}
      />
    </EditorProvider>
  )
}

/** An editor of the shown document that hands each change to the reader's custom view. */
function readingEditor(read: () => OpenPage): DraftEditor {
  const { document, explore, pageId, view, workbookId } = read()
  const draft = { workbookId, revision: 0, baseVersion: 0, hasChanges: false, document: { ...document } }
  const { bookmarkId, exploreKey } = view ?? {}
  return new DraftEditor({
    draft,
    stored: bookmarkId !== undefined ? { bookmarkId } : exploreKey !== undefined ? { exploreKey } : {},
    memberId: '',
    pageId,
    reading: { mayExplore: explore !== undefined },
    transport: {
      read: async () => draft,
      async save(edits, revision) {
        read().explore?.(() => [...edits])
        return { workbookId, revision: revision + 1, edits: [...edits] }
      },
      since: async (revision) => ({ workbookId, revision, batches: [] }),
      // Exploring reports its failures itself.
      failureOf: () => ({ kind: 'refused', failure: { code: '', message: '' } }),
    },
    unsent: { read: async () => [], write: async () => undefined },
    clock: {
      now: () => Date.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
  })
}
