/** Waits before a stream that the server has refused is opened again. */
const reopenMs = [1_000, 2_000, 5_000, 15_000]

/**
 * Server-sent events of an address, in a stream that is opened again until it is closed here or the server says `closed`. `names` are the
 * events beside `begin` and `closed`, which every stream has.
 */
export function createEventStream<Event extends { event: string }>(
  address: string,
  names: readonly Event['event'][],
  onEvent: (event: Event) => void,
) {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function open() {
    close()
    const opened = new EventSource(address)
    source = opened
    for (const name of ['begin', ...names, 'closed']) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (name === 'begin') failures = 0
        // The server writes each event with the shape that the contract declares.
        onEvent(JSON.parse(event.data) as Event)
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
