import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames, Key, Rows } from '../../ui/index.ts'
import { type DiagramColumn, type DiagramTable, diagramSizes } from './diagram-sizes.ts'

/** A column of a table of the diagram. */
export interface ColumnPlace {
  elementId: string
  columnId: string
}

const dragged = 'columnOfDiagram'

interface DiagramBoxProps {
  table: DiagramTable
  place: { x: number; y: number }
  isSelected: boolean
  /** The column that was chosen first; choosing a column of another table next creates a relationship. */
  chosen: ColumnPlace | undefined
  onChoose: (column: ColumnPlace) => void
  onJoin: (from: ColumnPlace, to: ColumnPlace) => void
  /** Opens the table. */
  onOpen: () => void
  onMore: () => void
}

/**
 * A table with its columns. Dragging a column to a column of another table creates a relationship, as does Enter on
 * both.
 */
export function DiagramBox(props: DiagramBoxProps) {
  const { table, place, isSelected, chosen, onChoose, onJoin, onOpen, onMore } = props
  const { t } = useTranslation('models')
  const { width, head, more } = diagramSizes

  function walk(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const all: (Element | null)[] = [...event.currentTarget.querySelectorAll('button')]
    const next = all[all.indexOf(document.activeElement) + step]
    event.preventDefault()
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <section
      aria-label={table.name}
      className={classNames(
        'absolute overflow-hidden rounded-lg border bg-surface shadow-raised',
        isSelected ? 'border-accent' : 'border-line',
      )}
      style={{ left: place.x, top: place.y, width }}
      onKeyDown={walk}
    >
      <button
        type="button"
        className="flex w-full items-center gap-2 border-b border-line px-3 text-left font-medium hover:bg-hover focus-visible:-outline-offset-2"
        style={{ height: head }}
        title={t('edit.diagram.open', { name: table.name })}
        onClick={onOpen}
      >
        <Rows className="size-4 shrink-0 text-muted" aria-hidden />
        <span className="truncate">{table.name}</span>
      </button>
      <ul>
        {table.columns.map((column) => (
          <ColumnRow
            key={column.id}
            column={column}
            place={{ elementId: table.id, columnId: column.id }}
            chosen={chosen}
            onChoose={onChoose}
            onJoin={onJoin}
          />
        ))}
      </ul>
      {table.hidden > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="w-full px-3 text-left text-xs text-muted hover:bg-hover focus-visible:-outline-offset-2"
          style={{ height: more }}
          onClick={onMore}
        >
          {t('edit.diagram.more', { count: table.hidden })}
        </button>
      )}
      <div style={{ height: diagramSizes.end }} />
    </section>
  )
}

interface ColumnRowProps {
  column: DiagramColumn
  place: ColumnPlace
  chosen: ColumnPlace | undefined
  onChoose: (column: ColumnPlace) => void
  onJoin: (from: ColumnPlace, to: ColumnPlace) => void
}

function ColumnRow({ column, place, chosen, onChoose, onJoin }: ColumnRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const { elementId, columnId } = place
  useEffect(() => {
    const element = row.current
    if (!element) return
    const own: ColumnPlace = { elementId, columnId }
    return combine(
      draggable({ element, getInitialData: () => ({ [dragged]: own }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => (source.data[dragged] as ColumnPlace | undefined)?.elementId !== elementId,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop({ source }) {
          setOver(false)
          const from = source.data[dragged] as ColumnPlace | undefined
          if (from) onJoin(from, own)
        },
      }),
    )
  }, [elementId, columnId, onJoin])
  const isChosen = chosen?.elementId === elementId && chosen.columnId === columnId
  return (
    <li>
      <button
        ref={row}
        type="button"
        tabIndex={-1}
        aria-pressed={isChosen}
        className={classNames(
          'flex w-full cursor-grab items-center gap-2 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2',
          (isOver || isChosen) && 'bg-accent-soft',
        )}
        style={{ height: diagramSizes.row }}
        onClick={() => (chosen && chosen.elementId !== elementId ? onJoin(chosen, place) : onChoose(place))}
      >
        <span className="min-w-0 grow truncate" title={column.name}>
          {column.name}
        </span>
        {column.isKey && <Key className="size-3.5 shrink-0 text-muted" aria-hidden />}
      </button>
    </li>
  )
}
