/**
 * Something that prevents the start and that the operator can fix. The command line prints message and hint and exits,
 * without a stack trace, because it is not a bug.
 */
export class StartupError extends Error {
  readonly hint: string

  constructor(message: string, hint: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartupError'
    this.hint = hint
  }
}
