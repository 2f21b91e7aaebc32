import type { ReactNode } from 'react'
import { classNames } from '../../ui/index.ts'

/** How a value is compared, as a part of its field. */
export function Affix({ side, title, children }: { side: 'start' | 'end'; title?: string; children: ReactNode }) {
  return (
    <span
      title={title}
      className={classNames(
        'flex h-control shrink-0 items-center border border-field-line bg-sunken px-2.5 text-xs text-muted',
        side === 'start' ? 'rounded-l-md border-r-0' : 'rounded-r-md border-l-0',
      )}
    >
      {children}
    </span>
  )
}
