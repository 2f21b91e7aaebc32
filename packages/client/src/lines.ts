import type { ApiError } from '@octavo/core/contract'
import { ApiFailure, IncompleteStream } from './failures.ts'

/**
 * The lines of an NDJSON answer as values, as they come. Leaving the loop early ends the request. Throws ApiFailure for the
 * error with which the server ends a stream that failed, and IncompleteStream when the last line is not `end`.
 */
export async function* readLines<Line>(response: Response): AsyncGenerator<Line, void, undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) throw new IncompleteStream()
  const decoder = new TextDecoder()
  let rest = ''
  let hasEnded = false
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new IncompleteStream({ cause })
      })
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        if (text === '') continue
        const line = JSON.parse(text) as Line
        if (isFailure(line)) throw new ApiFailure(response.status, line)
        hasEnded = isEnd(line)
        yield line
      }
      if (done) break
    }
    // A whole last line ends in a line break; anything behind it was cut.
    if (!hasEnded || rest !== '') throw new IncompleteStream()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function isEnd(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'event' in line && line.event === 'end'
}

/** The server's last word; errors of single elements carry no request id and are ordinary lines. */
function isFailure(line: unknown): line is ApiError {
  return typeof line === 'object' && line !== null && 'event' in line && line.event === 'error' && 'requestId' in line
}
