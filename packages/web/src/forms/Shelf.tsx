import type { ComponentProps, KeyboardEvent, ReactNode, Ref } from 'react'
import { ChevronDown, classNames, type Icon, Menu, openOwnMenu } from '../ui/index.ts'

interface ShelfProps {
  label: string
  /** The "+" at the right of the label. */
  add?: ReactNode
  /** `ShelfPill`s; none draws the empty shelf. */
  children?: ReactNode
  isEmpty: boolean
  emptyText: string
  /** The state of a drag: accepted, refused with a reason, or not above this shelf. */
  drop?: { isAllowed: boolean; reason?: string } | undefined
  ref?: Ref<HTMLUListElement>
}

/** A shelf of a chart for columns. */
export function Shelf({ label, add, children, isEmpty, emptyText, drop, ref }: ShelfProps) {
  return (
    <div className="flex flex-col gap-1 py-1">
      <div className="flex min-h-6 items-center">
        <span className="grow text-xs font-medium text-muted">{label}</span>
        {add}
      </div>
      <ul
        ref={ref}
        aria-label={label}
        className={classNames(
          'flex flex-col gap-1 rounded-md',
          isEmpty && 'h-small justify-center border border-dashed border-field-line px-2',
          drop && (drop.isAllowed ? 'bg-accent-soft outline-2 outline-accent-text' : 'outline-2 outline-danger'),
        )}
      >
        {isEmpty ? <li className="truncate text-xs text-faint">{drop?.reason ?? emptyText}</li> : children}
      </ul>
      {!isEmpty && drop?.reason && <p className="text-xs text-danger">{drop.reason}</p>}
    </div>
  )
}

interface ShelfPillProps {
  /** With its aggregation, such as "Sum of Revenue". */
  name: string
  icon: Icon
  menuLabel: string
  /** The items of its menu, which includes every move that is possible by drag. */
  menu: ReactNode
  onMove?: (by: -1 | 1) => void
  onRemove?: () => void
  /** The edge at which a dragged pill would be inserted. */
  landing?: 'before' | 'after' | undefined
  isDragged?: boolean
  error?: string
  pillProps?: ComponentProps<'li'>
}

/** One column on a shelf. Alt with arrows moves it, Delete removes it, Enter opens its menu. */
export function ShelfPill(props: ShelfPillProps) {
  const { name, icon: Drawn, menuLabel, menu, onMove, onRemove, landing, isDragged = false, error, pillProps } = props
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      event.stopPropagation()
      onMove?.(event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      event.stopPropagation()
      onRemove?.()
    }
  }
  return (
    <li
      data-entry
      {...pillProps}
      // Before the menu's button, which would open for an arrow.
      onKeyDownCapture={onKeyDown}
      onContextMenu={openOwnMenu}
      className={classNames(
        'relative flex h-small items-center rounded-md border bg-sunken',
        error ? 'border-danger' : 'border-line',
        isDragged && 'opacity-40',
        landing && 'after:absolute after:inset-x-0 after:h-0.5 after:bg-accent-text',
        landing === 'before' && 'after:-top-[3px]',
        landing === 'after' && 'after:-bottom-[3px]',
      )}
    >
      <Menu
        label={menuLabel}
        align="start"
        triggerClass="flex h-full min-w-0 grow items-center gap-1.5 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-pressed"
        trigger={
          <>
            <Drawn className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 grow truncate" title={error ?? name}>
              {name}
            </span>
            <ChevronDown className="size-4 shrink-0 text-muted" />
          </>
        }
      >
        {menu}
      </Menu>
    </li>
  )
}
