import { useSyncExternalStore } from 'react'
import { useEditor, useOpenPage } from '../editor/index.ts'
import { EmbedBridge } from './EmbedBridge.tsx'
import { useEmbedMode } from './use-embed-mode.ts'

const nothing = () => undefined

/** Talks with the page around the embed while its user edits the draft or a view of their own. */
export function EditorBridge() {
  const editor = useEditor()
  const { data, document } = useOpenPage()
  const setMode = useEmbedMode(true)
  const isBusy = useSyncExternalStore(
    (listener) => data.subscribeToPage(listener),
    () => data.isBusy(),
  )
  const { exploreKey } = editor.stored as { exploreKey?: string }
  return (
    <EmbedBridge
      workbookId={editor.workbookId}
      document={document}
      version={0}
      view={exploreKey === undefined ? undefined : { query: { exploreKey }, controls: {}, dropped: 0 }}
      tag={undefined}
      isBusy={isBusy}
      toggleModal={nothing}
      setMode={setMode}
    />
  )
}
