import {
  type ComponentProps,
  type ComponentType,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react'
import { ArrowDown, ArrowUp, classNames } from '../ui/index.ts'
import { Checkbox } from './Checkbox.tsx'
import { rangeOf, toggled } from './table-selection.ts'

export interface TableColumn<Row, Sort extends string = string> {
  id: string
  label: string
  /** Hides the label in the header; for a column of buttons. */
  isBare?: boolean
  cell: (row: Row) => ReactNode
  /** The sort order that a click on the header requests. */
  sort?: Sort
  className?: string
  /** In pixels; columns without one share the rest. */
  width?: number
}

export interface Sorting<Sort extends string> {
  by: Sort
  isDescending: boolean
}

interface DataTableProps<Row, Sort extends string> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  columns: readonly TableColumn<Row, Sort>[]
  sorting?: Sorting<Sort>
  onSort?: (sorting: Sorting<Sort>) => void
  sortLabel?: (name: string) => string
  selection?: ReadonlySet<string>
  onSelect?: (selection: Set<string>) => void
  selectLabel?: (name: string) => string
  selectAllLabel?: string
  /** Handles keys of one row; returns true when the key was used. */
  onRowKey?: (row: Row, key: string) => boolean
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>
  /** Renders the element of the row, if it has a behaviour of its own. */
  RowWrapper?: ComponentType<{ row: Row } & ComponentProps<'tr'>> | undefined
  isStale?: boolean
}

/**
 * Rows that are read, sorted and selected. The link or button of a row with `data-row-main` takes part in keyboard
 * navigation: the arrow keys go up and down, space selects, shift with arrows extends the selection, ctrl+A selects
 * all, escape none.
 */
export function DataTable<Row, Sort extends string = string>(props: DataTableProps<Row, Sort>) {
  const { label, rows, keyOf, nameOf, columns, sorting, onSort, sortLabel } = props
  const { selection, onSelect, selectLabel, selectAllLabel = '', rowProps, RowWrapper = PlainRow, isStale } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const keys = rows.map(keyOf)
  const isAnyChosen = keys.some((key) => selection?.has(key))
  const quiet = isAnyChosen
    ? undefined
    : 'pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100 pointer-fine:focus-visible:opacity-100'
  const chosenHere = keys.filter((key) => selection?.has(key)).length

  const { choose, onKeyDown } = useRowKeys(props, keys, body)

  function onRowClick(event: MouseEvent<HTMLTableRowElement>, row: Row) {
    // React passes on events of menus that a row has opened; they are not part of the row.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      if (!selection || event.target.closest('input')) return
      event.preventDefault()
      choose(keyOf(row), event.shiftKey)
      return
    }
    if (event.target.closest('a, button, input, label')) return
    event.currentTarget.querySelector<HTMLElement>('[data-row-main]')?.click()
  }

  return (
    <table
      className={classNames(
        'group/table w-full table-fixed border-separate border-spacing-0 text-left',
        isStale && 'opacity-60',
      )}
      aria-label={label}
    >
      <thead>
        <tr className="h-8 text-xs text-muted [&>th]:border-b [&>th]:border-line-strong">
          {selection && onSelect && (
            <th scope="col" className="w-10 pl-4">
              <Checkbox
                label={selectAllLabel}
                isChecked={rows.length > 0 && chosenHere === rows.length}
                isMixed={chosenHere > 0}
                onChange={(isChecked) => {
                  const rest = [...selection].filter((key) => !keys.includes(key))
                  onSelect(new Set(isChecked ? [...rest, ...keys] : rest))
                }}
              />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.id} column={column} sorting={sorting} onSort={onSort} sortLabel={sortLabel} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {rows.map((row) => {
          const key = keyOf(row)
          const isChosen = selection?.has(key) ?? false
          const { className, ...more } = rowProps?.(row) ?? {}
          return (
            <RowWrapper
              key={key}
              row={row}
              data-chosen={isChosen || undefined}
              className={classNames(
                'group h-list-row last:[&>td]:border-b-0 [&>td]:border-b [&>td]:border-line',
                isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
                'data-dropping:bg-accent-soft data-dropping:outline-2 data-dropping:-outline-offset-2 data-dropping:outline-focus',
                className,
              )}
              onClick={(event) => onRowClick(event, row)}
              {...more}
            >
              {selection && onSelect && (
                <td className="pl-4 align-middle">
                  <Checkbox
                    label={selectLabel?.(nameOf(row)) ?? nameOf(row)}
                    {...(quiet !== undefined && { className: quiet })}
                    isChecked={isChosen}
                    onChange={() => choose(key, false)}
                  />
                </td>
              )}
              {columns.map(({ id, cell, className: column }) => (
                <td key={id} className={classNames('px-3 py-1.5 align-middle first:pl-4 last:pr-4', column)}>
                  {cell(row)}
                </td>
              ))}
            </RowWrapper>
          )
        })}
      </tbody>
    </table>
  )
}

interface HeadProps<Row, Sort extends string> {
  column: TableColumn<Row, Sort>
  sorting: Sorting<Sort> | undefined
  onSort: ((sorting: Sorting<Sort>) => void) | undefined
  sortLabel: ((name: string) => string) | undefined
}

/** The name of a column; a button where it sorts. */
function Head<Row, Sort extends string>({ column, sorting, onSort, sortLabel }: HeadProps<Row, Sort>) {
  const { label: name, sort, isBare, className, width } = column
  return (
    <th
      scope="col"
      style={width === undefined ? undefined : { width }}
      className={classNames('px-3 font-medium first:pl-4 last:pr-4', className)}
      aria-sort={
        sort !== undefined && sorting?.by === sort ? (sorting.isDescending ? 'descending' : 'ascending') : undefined
      }
    >
      {sort !== undefined && sorting && onSort ? (
        <button
          type="button"
          aria-label={sortLabel?.(name)}
          className={classNames(
            'inline-flex h-6 items-center gap-1 rounded hover:text-ink',
            sorting.by === sort && 'text-ink',
          )}
          onClick={() => onSort({ by: sort, isDescending: sorting.by === sort ? !sorting.isDescending : false })}
        >
          {name}
          {sorting.by === sort &&
            (sorting.isDescending ? <ArrowDown className="size-3.5" /> : <ArrowUp className="size-3.5" />)}
        </button>
      ) : (
        <span className={isBare ? 'sr-only' : 'inline-flex h-6 items-center'}>{name}</span>
      )}
    </th>
  )
}

/** Selects rows by clicks on their boxes and by keys in the rows. */
function useRowKeys<Row, Sort extends string>(
  { rows, keyOf, selection, onSelect, onRowKey }: DataTableProps<Row, Sort>,
  keys: readonly string[],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const anchor = useRef<string | null>(null)

  function choose(key: string, isRange: boolean) {
    if (!selection || !onSelect) return
    if (isRange && anchor.current !== null) {
      onSelect(new Set([...selection, ...rangeOf(keys, anchor.current, key)]))
      return
    }
    anchor.current = key
    onSelect(toggled(selection, key))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-row-main]')) return
    const mains = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-main]') ?? [])]
    const at = mains.indexOf(event.target)
    const row = rows[at]
    if (row === undefined) return
    const go = (to: number) => {
      const target = mains[Math.min(mains.length - 1, Math.max(0, to))]
      if (event.shiftKey && selection && onSelect && target) {
        const key = keyOf(row)
        anchor.current ??= key
        const next = keys[mains.indexOf(target)]
        if (next !== undefined) onSelect(new Set([...selection, key, next]))
      }
      target?.focus()
      event.preventDefault()
    }
    if (event.key === 'ArrowDown') return go(at + 1)
    if (event.key === 'ArrowUp') return go(at - 1)
    if (event.key === 'Home') return go(0)
    if (event.key === 'End') return go(mains.length - 1)
    if (selection && onSelect) {
      if (event.key === ' ') {
        choose(keyOf(row), event.shiftKey)
        event.preventDefault()
        return
      }
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        onSelect(new Set(keys))
        event.preventDefault()
        return
      }
      if (event.key === 'Escape' && selection.size > 0) {
        onSelect(new Set())
        return
      }
    }
    if (!event.ctrlKey && !event.metaKey && !event.altKey && onRowKey?.(row, event.key)) event.preventDefault()
  }
  return { choose, onKeyDown }
}

function PlainRow({ row: _, ...rest }: { row: unknown } & ComponentProps<'tr'>) {
  return <tr {...rest} />
}
