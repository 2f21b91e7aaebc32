import {
  addToShelf,
  applyEdits,
  type ColumnHolder,
  columnForShelf,
  columnHolder,
  columnsOnShelf,
  type DocumentEdit,
  type ShelfShape,
  setShelf,
  shelfFor,
  shelvesOfKind,
  takeTimeline,
  type WorkbookDocument,
} from '@octavo/core/document'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { Binary, CalendarDays, Combobox, Hash, Shelf, ShelfPill, TypeText } from '../../forms/index.ts'
import { MenuItem, MenuSeparator, Plus, Submenu } from '../../ui/index.ts'
import { type DraggedColumns, useColumnDrag, useColumnDrop } from '../column-drag.ts'
import { ColumnMenuItems } from '../table/columns/ColumnMenuItems.tsx'
import { type ColumnQuestion, LazyColumnDialog } from '../table/columns/index.ts'
import { listedOptions, type ShelfOption, useOfferedColumns } from './offered-columns.ts'

const icons = { number: Hash, date: CalendarDays, text: TypeText, logical: Binary, other: TypeText }

/** The shelves of an element. Columns come by the "+", by drag from a list or another shelf, or by the menu of a pill. */
export function Shelves({ element }: { element: ColumnHolder }) {
  const offered = useOfferedColumns(element)
  const options = useMemo(() => listedOptions(offered), [offered])
  const [announcement, setAnnouncement] = useState('')
  const [asked, setAsked] = useState<{ question: ColumnQuestion; columnId: string }>()
  return (
    <>
      {shelvesOfKind(element.kind).map((shelf) => (
        <OneShelf
          key={shelf.id}
          element={element}
          shelf={shelf}
          options={options}
          offered={offered}
          onSay={setAnnouncement}
          onAsk={(question, columnId) => setAsked({ question, columnId })}
        />
      ))}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      {asked && (
        <LazyColumnDialog
          question={asked.question}
          element={element}
          columnIds={[asked.columnId]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface OneShelfProps {
  element: ColumnHolder
  shelf: ShelfShape
  /** What the lists of the shelf offer. */
  options: readonly ShelfOption[]
  /** Everything that can be dragged onto the shelf. */
  offered: readonly ShelfOption[]
  onSay: (text: string) => void
  onAsk: (question: ColumnQuestion, columnId: string) => void
}

function OneShelf(props: OneShelfProps) {
  const { element, shelf, options, offered, onSay } = props
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const list = useRef<HTMLUListElement>(null)
  const label = t(`shelf.${shelf.id}`)
  const held = columnsOnShelf(element, shelf.id)
  const nameOf = (columnId: string) => options.find((option) => option.columnId === columnId)?.name ?? columnId
  const optionsOf = ({ elementId, columnIds }: DraggedColumns) =>
    columnIds.flatMap(
      (id) =>
        offered.find(({ columnId, sourceColumnId }) =>
          elementId === element.id ? columnId === id : elementId === sourceOf(element) && sourceColumnId === id,
        ) ?? [],
    )
  const drop = useColumnDrop(list, {
    refusal: (dragged) => (optionsOf(dragged).length > 0 ? undefined : t('otherSource')),
    onDrop: (dragged, at) => {
      for (const [index, option] of optionsOf(dragged).entries()) put(option, shelf.isMany ? at + index : undefined)
    },
  })

  function put(option: ShelfOption, at?: number) {
    const place = shelfFor(element.kind, shelf, option)
    const column = newColumn(element, place, option)
    const added = addToShelf(editor.state.document, element.id, place, column, at)
    const dated = datedBy(editor.state.document, added, element.id, shelf, option)
    editor.apply(t('word.shelf', { column: column.name ?? option.name, shelf: label }), [...added, ...dated])
    onSay(t('moved', { column: column.name ?? option.name, shelf: label }))
  }
  function set(columnIds: readonly string[], word: string) {
    editor.apply(word, setShelf(editor.state.document, element.id, shelf.id, columnIds))
    onSay(word)
  }

  const usable = usableOn(shelf, options)
  const add = (
    <Combobox
      label={t('addTo', { shelf: label })}
      value={null}
      options={usable.map(({ option, value }) => ({
        value,
        label: option.name,
        icon: icons[option.kind],
        group: option.relationship ?? t(option.columnId === undefined ? 'ofSource' : 'ofElement'),
      }))}
      onChange={(value) => {
        const chosen = usable.find((each) => each.value === value)
        if (chosen) put(chosen.option)
      }}
      trigger={{
        content: <Plus className="size-4" />,
        className: 'grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink',
      }}
    />
  )
  return (
    <Shelf ref={list} label={label} add={add} isEmpty={held.length === 0} emptyText={t('emptyShelf')} drop={drop}>
      {held.map((columnId, index) => (
        <DraggedPill
          key={columnId}
          dragged={{ elementId: element.id, columnIds: [columnId], shelf: shelf.id }}
          name={nameOf(columnId)}
          icon={icons[options.find((option) => option.columnId === columnId)?.kind ?? 'other']}
          menuLabel={t('menuOf', { column: nameOf(columnId) })}
          menu={<PillMenu {...props} columnId={columnId} />}
          onMove={(by) => {
            const next = [...held]
            const [moved] = next.splice(index, 1)
            if (moved === undefined || index + by < 0 || index + by >= held.length) return
            next.splice(index + by, 0, moved)
            set(
              next,
              t('movedTo', { column: nameOf(columnId), shelf: label, place: index + by + 1, count: held.length }),
            )
          }}
          onRemove={() =>
            set(
              held.filter((id) => id !== columnId),
              t('word.unshelf', { column: nameOf(columnId), shelf: label }),
            )
          }
        />
      ))}
    </Shelf>
  )
}

/** The options of a shelf, by their values in lists. A metric has one value for all rows, so it cannot divide them. */
function usableOn(shelf: ShelfShape, options: readonly ShelfOption[]) {
  return options
    .map((option, index) => ({ option, value: String(index) }))
    .filter(({ option }) => shelf.role === 'measure' || !option.isMetric)
}

/** What follows the edits that put a metric on the value of a KPI: its dates and its comparison. */
function datedBy(
  document: WorkbookDocument,
  added: readonly DocumentEdit[],
  elementId: string,
  shelf: ShelfShape,
  { metric }: ShelfOption,
): DocumentEdit[] {
  if (shelf.id !== 'value' || !metric?.timeline) return []
  return takeTimeline(applyEdits(document, added).document, elementId, metric.timeline, newId)
}

/** A pill that can be dragged to another shelf. */
function DraggedPill({ dragged, ...pill }: ComponentProps<typeof ShelfPill> & { dragged: DraggedColumns }) {
  const item = useRef<HTMLLIElement>(null)
  useColumnDrag(item, dragged)
  return <ShelfPill {...pill} pillProps={{ ref: item }} />
}

/** The element of the document that an element reads; undefined for one that reads a data platform. */
function sourceOf({ source }: ColumnHolder): string | undefined {
  return source.kind === 'table' && 'elementId' in source ? String(source.elementId) : undefined
}

/** A column that fits is used unchanged; any other becomes a new one, such as its sum or its month. */
function newColumn(element: ColumnHolder, shelf: ShelfShape, option: ShelfOption) {
  const present = element.columns.find(({ id }) => id === option.columnId)
  const isFitting =
    present &&
    (shelf.role === 'measure' ? option.isAggregate : option.kind !== 'date' || /DateTrunc/i.test(present.formula))
  return isFitting ? present : { ...columnForShelf(element.kind, shelf, option), id: newId() }
}

/** Commands for a column on its shelf, then the commands that it has everywhere. */
function PillMenu({ element, shelf, columnId, options, onSay, onAsk }: OneShelfProps & { columnId: string }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const option = options.find((each) => each.columnId === columnId)
  const label = t(`shelf.${shelf.id}`)
  const name = option?.name ?? columnId
  const others = shelvesOfKind(element.kind).filter(({ id }) => id !== shelf.id)
  const apply = (word: string, edits: Parameters<typeof editor.apply>[1]) => {
    editor.apply(word, edits)
    onSay(word)
  }
  return (
    <>
      <ColumnMenuItems
        element={element}
        columnIds={[columnId]}
        isOnShelf
        onAsk={(question) => onAsk(question, columnId)}
      />
      <MenuSeparator />
      <Submenu label={t('replaceWith')}>
        {options
          .filter((each) => each.columnId !== columnId)
          .map((each) => (
            <MenuItem
              key={each.columnId ?? each.name}
              onSelect={() =>
                apply(
                  t('word.replace', { column: name, other: each.name }),
                  replaced(editor.state.document, element, shelfFor(element.kind, shelf, each), columnId, each),
                )
              }
            >
              {each.name}
            </MenuItem>
          ))}
      </Submenu>
      <Submenu label={t('moveTo')}>
        {others.map((other) => (
          <MenuItem
            key={other.id}
            onSelect={() =>
              option &&
              apply(
                t('moved', { column: name, shelf: t(`shelf.${other.id}`) }),
                moved(editor.state.document, element, shelfFor(element.kind, other, option), option),
              )
            }
          >
            {t(`shelf.${other.id}`)}
          </MenuItem>
        ))}
      </Submenu>
      <MenuSeparator />
      <MenuItem
        isDanger
        onSelect={() =>
          apply(
            t('word.unshelf', { column: name, shelf: label }),
            setShelf(
              editor.state.document,
              element.id,
              shelf.id,
              columnsOnShelf(element, shelf.id).filter((id) => id !== columnId),
            ),
          )
        }
      >
        {t('removeFrom', { shelf: label })}
      </MenuItem>
    </>
  )
}

function moved(document: WorkbookDocument, element: ColumnHolder, shelf: ShelfShape, option: ShelfOption) {
  return addToShelf(document, element.id, shelf, newColumn(element, shelf, option))
}

/** Edits that put one column in the place of another on a shelf, as one step. */
function replaced(
  document: ReturnType<typeof useEditor>['state']['document'],
  element: ColumnHolder,
  shelf: ShelfShape,
  columnId: string,
  option: ShelfOption,
): DocumentEdit[] {
  const held = columnsOnShelf(element, shelf.id)
  const added = addToShelf(document, element.id, shelf, newColumn(element, shelf, option), held.indexOf(columnId))
  if (!shelf.isMany) return added
  const after = applyEdits(document, added).document
  const now = columnHolder(after, element.id)
  const left = now ? columnsOnShelf(now, shelf.id).filter((id) => id !== columnId) : []
  return [...added, ...setShelf(after, element.id, shelf.id, left)]
}
