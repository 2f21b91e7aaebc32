import { type ErrorCode, type ErrorDetails, errorCodes } from './codes.ts'

/** The error body of the API. Source: contract common, ApiError; `hint` and `details` are ours. */
export interface ErrorBody {
  requestId: string
  code: string
  message: string
  hint?: string
  details?: unknown
}

/** One problem in a document or request; problems are values, which are collected and reported together. */
export interface Problem {
  /** A JSON path such as `pages[0].elements[2].columns[1].formula`. */
  path: string
  message: string
  hint?: string
  /** The kind of problem, if there are several: `unknown_function`, `source_unavailable`. */
  code?: string
  /** What the message names, for clients that word the problem by its code. */
  values?: Readonly<Record<string, string>>
}

/** An error that a caller can cause or fix. Any other exception is a bug and results in 500 `internal`. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: ErrorDetails<C>
  readonly status: number
  readonly hint: string | undefined

  constructor(code: C, details: ErrorDetails<C>, options?: { cause?: unknown }) {
    const definition = errorCodes[code] as {
      status: number
      message: (details: ErrorDetails<C>) => string
      hint?: string | ((details: ErrorDetails<C>) => string)
    }
    super(definition.message(details), options)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.status = definition.status
    this.hint = typeof definition.hint === 'function' ? definition.hint(details) : definition.hint
  }

  toBody(requestId: string): ErrorBody {
    return {
      requestId,
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      details: this.details,
    }
  }
}

export function isAppError<C extends ErrorCode>(error: unknown, code?: C): error is AppError<C> {
  return error instanceof AppError && (code === undefined || error.code === code)
}
