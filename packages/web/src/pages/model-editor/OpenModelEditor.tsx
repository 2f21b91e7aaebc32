import type { FileEntry } from '@octavo/core/contract'
import { Suspense, useState } from 'react'
import { type DraftEditor, EditorProvider } from '../../editor/index.ts'
import { SecurityDialogProvider } from '../../elements/table/columns/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { useDraftEvents } from '../editor/use-draft-events.ts'
import { usePublish } from '../editor/use-publish.tsx'
import { ModelFrame } from './ModelFrame.tsx'
import { useSafePublish } from './use-safe-publish.tsx'

const ColumnSecurityDialog = lazyPart(async () => ({
  default: (await import('../editor/ColumnSecurityDialog.tsx')).ColumnSecurityDialog,
}))
const HistoryScreen = lazyPart(async () => ({ default: (await import('../history/HistoryScreen.tsx')).HistoryScreen }))

interface OpenModelEditorProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
}

/** The draft of a data model on screen, with publishing and its history. */
export function OpenModelEditor({ editor, name, file }: OpenModelEditorProps) {
  const { publish, isBusy, dialog } = usePublish(editor, name, file)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const safe = useSafePublish(editor, () => void publish())
  useDraftEvents(editor)
  return (
    <EditorProvider value={editor}>
      <SecurityDialogProvider value={ColumnSecurityDialog}>
        <ModelFrame
          editor={editor}
          name={name}
          file={file}
          publish={safe.publish}
          isPublishing={isBusy}
          onHistory={() => setHistoryOpen(true)}
          instead={
            isHistoryOpen && (
              <Suspense>
                <HistoryScreen name={name} onClose={() => setHistoryOpen(false)} />
              </Suspense>
            )
          }
        />
        {dialog}
        {safe.question}
      </SecurityDialogProvider>
    </EditorProvider>
  )
}
