import type { DraftEvent } from '@octavo/core/contract'
import { useEffect } from 'react'
import { send } from '../../api.ts'
import { type DraftEditor, documentPath, newId } from '../../editor/index.ts'
import { createEventStream } from '../../event-stream.ts'

/** A changing selection is reported when it was stable for this long. */
const presenceMs = 150

/**
 * Follows the draft on the server: edits of others arrive by themselves, and others see what is selected here. A broken
 * stream is opened again, and then requests what happened meanwhile. While the browser reports that it has no network
 * there is no stream, because a connection that is ending could deliver edits out of order.
 */
export function useDraftEvents(editor: DraftEditor): void {
  useEffect(() => {
    const clientId = newId()
    const path = `${documentPath(editor)}/draft`
    const selection = shareSelection(editor, (pageId, elementIds) => {
      // The next selection makes up for a failed report.
      void send(`${path}/presence`, { method: 'POST', body: { clientId, pageId, elementIds } }).catch(() => undefined)
    })
    const address = `${path}/events?clientId=${clientId}`
    const stream = createEventStream<DraftEvent>(address, ['edits', 'reset', 'presence'], (event) => {
      receive(editor, event)
      // The server forgets this editor when its stream ends.
      if (event.event === 'begin') selection.shareAgain()
    })
    stream.open()
    const online = () => {
      stream.open()
      editor.retry()
    }
    const offline = () => {
      stream.close()
      editor.showOthers([])
    }
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    return () => {
      stream.close()
      selection.stop()
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
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

function shareSelection(editor: DraftEditor, share: (pageId: string, elementIds: readonly string[]) => void) {
  let sent = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const { pageId, selection } = editor.state
    const key = JSON.stringify([pageId, selection.elementIds])
    if (key === sent) return
    sent = key
    clearTimeout(timer)
    timer = setTimeout(() => share(pageId, selection.elementIds), presenceMs)
  }
  const stopListening = editor.subscribe(look)
  return {
    shareAgain() {
      sent = ''
      look()
    },
    stop() {
      stopListening()
      clearTimeout(timer)
    },
  }
}
