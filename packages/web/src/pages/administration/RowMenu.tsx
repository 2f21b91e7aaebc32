import type { ReactNode } from 'react'
import { Ellipsis, Menu } from '../../ui/index.ts'

/** The button with three dots at the end of a row. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      label={label}
      trigger={<Ellipsis className="size-4" />}
      triggerClass="grid size-control place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      {children}
    </Menu>
  )
}
