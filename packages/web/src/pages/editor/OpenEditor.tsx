import type { FileEntry } from '@octavo/core/contract'
import { useState } from 'react'
import { type DraftEditor, EditorProvider, OpenPageProvider, useEditorState } from '../../editor/index.ts'
import { Canvas } from './Canvas.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { EditorTabs } from './EditorTabs.tsx'
import { FormulaRow } from './FormulaRow.tsx'
import { Inspector } from './Inspector.tsx'
import { LeftRail } from './LeftRail.tsx'
import { useDraftPage } from './use-draft-page.ts'

interface OpenEditorProps {
  editor: DraftEditor
  name: string
  file: FileEntry | undefined
}

/** The editor on screen: header, page tabs, formula bar, rail, canvas and inspector. */
export function OpenEditor({ editor, name, file }: OpenEditorProps) {
  return (
    <EditorProvider value={editor}>
      <EditorFrame editor={editor} name={name} file={file} />
    </EditorProvider>
  )
}

function EditorFrame({ editor, name, file }: OpenEditorProps) {
  const page = useDraftPage(editor)
  const [arePanelsShown, setPanelsShown] = useState(true)
  const pageId = useEditorState((state) => state.pageId)
  return (
    <OpenPageProvider value={page}>
      <div className="flex h-dvh flex-col bg-canvas">
        <EditorHeader
          name={name}
          file={file}
          onRefresh={() => page.data.refresh()}
          arePanelsShown={arePanelsShown}
          onTogglePanels={() => setPanelsShown((shown) => !shown)}
        />
        <EditorTabs />
        <FormulaRow />
        <div className="flex min-h-0 grow">
          {arePanelsShown && <LeftRail />}
          <Canvas key={pageId} />
          {arePanelsShown && <Inspector />}
        </div>
      </div>
    </OpenPageProvider>
  )
}
