import type { DraftEvent } from '@octavo/core/contract'
import { useEffect } from 'react'
import { send } from '../../api.ts'
import { type DraftEditor, documentPath, newId } from '../../editor/index.ts'

/** A selection that changes quickly is told once it has rested this long. */
const presenceMs = 150

/** Waits before a stream that the server has refused is opened again. */
const reopenMs = [1_000, 2_000, 5_000, 15_000]

/**
 * Follows the draft on the server: edits of others arrive by themselves, and others see what is selected here. A stream
 * that breaks is opened again, and then asks for what happened meanwhile. While the browser says that it has no network
 * there is no stream: what a dying connection still delivers would come without any order to the edits that are kept.
 */
export function useDraftEvents(editor: DraftEditor): void {
  useEffect(() => {
    const clientId = newId()
    const path = `${documentPath(editor)}/draft`
    const selection = tellSelection(editor, (pageId, elementIds) => {
      // Who cannot be told now is told with the next selection.
      void send(`${path}/presence`, { method: 'POST', body: { clientId, pageId, elementIds } }).catch(() => undefined)
    })
    const stream = createStream(`${path}/events?clientId=${clientId}`, (event) => {
      receive(editor, event)
      // The server forgets who was here when a stream ends.
      if (event.event === 'begin') selection.tellAgain()
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

/** A stream of events that is opened again until it is closed. */
function createStream(address: string, onEvent: (event: DraftEvent) => void) {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function open() {
    close()
    const opened = new EventSource(address)
    source = opened
    for (const name of ['begin', 'edits', 'reset', 'presence', 'closed'] as const) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (name === 'begin') failures = 0
        // The server writes each event with the shape that the contract declares.
        onEvent(JSON.parse(event.data) as DraftEvent)
        if (name === 'closed') close()
      })
    }
    opened.addEventListener('error', () => {
      // A connection that breaks is opened again by the browser; an answer that is no stream is the end for it.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      timer = setTimeout(open, reopenMs[Math.min(failures, reopenMs.length - 1)])
      failures += 1
    })
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  return { open, close }
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

function tellSelection(editor: DraftEditor, tell: (pageId: string, elementIds: readonly string[]) => void) {
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
  const stopListening = editor.subscribe(look)
  return {
    tellAgain() {
      told = ''
      look()
    },
    stop() {
      stopListening()
      clearTimeout(timer)
    },
  }
}
