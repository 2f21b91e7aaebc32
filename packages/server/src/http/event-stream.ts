import { Readable } from 'node:stream'
import { bytes, type Reply } from './handle.ts'

interface NamedEvent {
  event: string
}

/**
 * Server-sent events: each with its name and its object as one line of JSON. The first event is already available, so that an earlier
 * failure is an ordinary error response. Ends with the source; leaving early ends the source too.
 */
export function eventStream<Event extends NamedEvent>(
  first: IteratorResult<Event>,
  rest: AsyncGenerator<Event>,
): Reply {
  const stream = Readable.from(textsOf(first, rest), { objectMode: false })
  return bytes(stream, 'text/event-stream; charset=utf-8', { 'x-accel-buffering': 'no' })
}

async function* textsOf<Event extends NamedEvent>(
  first: IteratorResult<Event>,
  rest: AsyncGenerator<Event>,
): AsyncGenerator<string> {
  try {
    if (first.done) return
    yield textOf(first.value)
    for await (const event of rest) yield textOf(event)
  } finally {
    await rest.return(undefined)
  }
}

function textOf(event: NamedEvent): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`
}
