import type { DraftEvent } from '@octavo/core/contract'
import { useEffect } from 'react'
import { send } from '../../api.ts'
import { type DraftEditor, newId } from '../../editor/index.ts'

/** A selection that changes quickly is told once it has rested this long. */
const presenceMs = 150

/**
 * Follows the draft on the server: edits of others arrive by themselves, and others see what is selected here. The
 * browser opens the stream again when it breaks; what happened meanwhile is asked for then.
 */
export function useDraftEvents(editor: DraftEditor): void {
  useEffect(() => {
    const clientId = newId()
    const path = `/v2/workbooks/${encodeURIComponent(editor.workbookId)}/draft`
    const source = new EventSource(`${path}/events?clientId=${clientId}`)
    for (const name of ['begin', 'edits', 'reset', 'presence', 'closed'] as const) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        // The server writes each event with the shape that the contract declares.
        receive(editor, JSON.parse(event.data) as DraftEvent)
        if (name === 'closed') source.close()
      })
    }
    const stopPresence = tellSelection(editor, (pageId, elementIds) => {
      // Who cannot be told now is told with the next selection.
      void send(`${path}/presence`, { method: 'POST', body: { clientId, pageId, elementIds } }).catch(() => undefined)
    })
    const online = () => editor.retry()
    window.addEventListener('online', online)
    return () => {
      source.close()
      stopPresence()
      window.removeEventListener('online', online)
    }
  }, [editor])
}

function receive(editor: DraftEditor, event: DraftEvent): void {
  switch (event.event) {
    case 'begin':
      editor.receive({ revision: event.revision, batches: [] })
      return
    case 'edits':
      editor.receive(event)
      return
    case 'reset':
      if (event.revision > editor.state.revision) void editor.reload()
      return
    case 'presence':
      editor.showOthers(event.editors)
      return
    default:
  }
}

function tellSelection(editor: DraftEditor, tell: (pageId: string, elementIds: readonly string[]) => void): () => void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const { pageId, selection } = editor.state
    const key = JSON.stringify([pageId, selection.elementIds])
    if (key === told) return
    told = key
    clearTimeout(timer)
    timer = setTimeout(() => tell(pageId, selection.elementIds), presenceMs)
  }
  look()
  const stop = editor.subscribe(look)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
