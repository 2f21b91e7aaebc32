import type { FileEntry } from '@octavo/core/contract'
import { useEffect } from 'react'
import { type DraftEditor, EditorProvider } from '../../editor/index.ts'
import { SecurityDialogProvider } from '../../elements/table/columns/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { usePublish } from '../editor/use-publish.tsx'
import { ModelFrame } from './ModelFrame.tsx'

const ColumnSecurityDialog = lazyPart(async () => ({
  default: (await import('../editor/ColumnSecurityDialog.tsx')).ColumnSecurityDialog,
}))

interface OpenModelEditorProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
}

/** The draft of a data model on screen, with publishing. */
export function OpenModelEditor({ editor, name, file }: OpenModelEditorProps) {
  const { publish, isBusy, dialog } = usePublish(editor, name, file)
  useEffect(() => {
    const retry = () => editor.retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [editor])
  return (
    <EditorProvider value={editor}>
      <SecurityDialogProvider value={ColumnSecurityDialog}>
        <ModelFrame editor={editor} name={name} file={file} publish={() => void publish()} isPublishing={isBusy} />
        {dialog}
      </SecurityDialogProvider>
    </EditorProvider>
  )
}
