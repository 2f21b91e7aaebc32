import type { ApiError } from '@octavo/core/contract'
import { ApiFailure, IncompleteStream } from './failures.ts'

/**
 * The lines of an NDJSON response as values, as they arrive. Leaving the loop early aborts the request. Throws ApiFailure for the error
 * with which the server ends a failed stream, and IncompleteStream when the last line is not `end`.
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
    // A complete last line ends with a line break; anything after it was cut off.
    if (!hasEnded || rest !== '') throw new IncompleteStream()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function isEnd(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'event' in line && line.event === 'end'
}

/** The error that ends a stream; errors of single elements have no request id and are ordinary lines. */
function isFailure(line: unknown): line is ApiError {
  return typeof line === 'object' && line !== null && 'event' in line && line.event === 'error' && 'requestId' in line
}
