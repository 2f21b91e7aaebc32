/**
 * Why the server does not start: something that the operator can fix. The command line prints message and hint and
 * ends; no stack, because there is no bug to look for.
 */
export class StartupError extends Error {
  readonly hint: string

  constructor(message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartupError'
    this.hint = hint
  }
}
