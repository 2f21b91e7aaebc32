/** Waits before a stream that the server has refused is opened again. */
const reopenMs = [1_000, 2_000, 5_000, 15_000]

/**
 * Opens a stream of server-sent events, and opens it again until it is closed here or the server sends `closed`.
 * `names` are the events besides `begin` and `closed`, which every stream has.
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
      // The browser reopens a broken connection, but gives up when the response is not an event stream.
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
