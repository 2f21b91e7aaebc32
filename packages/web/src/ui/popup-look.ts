import { classNames } from './class-names.ts'

/** The surface of everything that floats. Its shadow draws the edge. */
export function popupLook(more?: string): string {
  return classNames(
    'rounded-lg bg-raised text-ink shadow-raised outline-none transition-opacity duration-(--t-base) data-ending-style:opacity-0 data-ending-style:duration-(--t-fast) data-starting-style:opacity-0',
    more,
  )
}

export const groupLabelLook = 'px-2 pt-1.5 pb-1 text-2xs text-muted'

const listed = 'max-w-90 min-w-[max(var(--anchor-width),10rem)] overflow-y-auto p-1 scroll-quiet'

/** Commands: all of them in view where the window has the room. */
export const menuLook = popupLook(`max-h-(--available-height) ${listed}`)

/** Values to choose from, which may be hundreds: a list that scrolls. */
export const choicesLook = popupLook(`max-h-[min(22.5rem,var(--available-height))] ${listed}`)
