/** The classes of everything that a person types or chooses in. */
export const fieldLook =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-ink placeholder:text-faint transition-colors hover:border-faint focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger'
