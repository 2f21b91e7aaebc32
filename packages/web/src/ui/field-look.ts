/** The classes of everything that a person types or chooses in; `fieldLookSmall` is for panels. */
export const fieldLook = `h-control px-2.5 ${base()}`
export const fieldLookSmall = `h-small px-2 ${base()}`

function base(): string {
  return 'w-full min-w-0 rounded-md border border-field-line bg-surface text-ink placeholder:text-faint transition-colors hover:border-muted focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 disabled:border-line disabled:text-faint data-popup-open:border-focus read-only:not-data-popup-open:[&:is(input,textarea)]:border-transparent read-only:[&:is(input,textarea)]:bg-sunken aria-invalid:border-danger'
}
