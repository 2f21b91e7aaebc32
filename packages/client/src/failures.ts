import type { ApiError } from '@octavo/core/contract'

/** An error response. `code` is for programs, `message` and `hint` are for people. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string
  readonly hint: string | undefined
  readonly details: unknown
  /** Seconds to wait, if the server says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ApiError, retryAfterSeconds?: number) {
    super(body.message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = body.code
    this.requestId = body.requestId
    this.hint = body.hint
    this.details = body.details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A stream that ended early, so that its data is incomplete. */
export class IncompleteStream extends Error {
  constructor(options?: { cause?: unknown }) {
    super('The answer stopped before its end.', options)
    this.name = 'IncompleteStream'
  }
}

/** The server could not be reached, or the connection broke. */
export class Unreachable extends Error {
  constructor(options: { cause: unknown }) {
    super('The server could not be reached.', options)
    this.name = 'Unreachable'
  }
}

/** The failure of an error response. Responses of other servers (such as a proxy) get the code `unreadable`. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const text = await response.text().catch(() => '')
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : undefined
  try {
    const body = JSON.parse(text) as Partial<ApiError> | null
    if (typeof body?.code === 'string' && typeof body.message === 'string') {
      return new ApiFailure(response.status, { requestId: '', ...body } as ApiError, retryAfter)
    }
  } catch {
    // Not JSON: handled below.
  }
  const message = `The server answered ${response.status} without an explanation.`
  return new ApiFailure(response.status, { requestId: '', code: 'unreadable', message }, retryAfter)
}
