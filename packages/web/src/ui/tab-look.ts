/** The look of one tab, for tabs that are links. */
export const tabLook =
  'relative flex h-bar max-w-60 shrink-0 items-center gap-1.5 px-2 font-medium whitespace-nowrap text-muted select-none after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-transparent hover:text-ink focus-visible:-outline-offset-2 data-active:text-ink data-active:after:bg-accent-text'
