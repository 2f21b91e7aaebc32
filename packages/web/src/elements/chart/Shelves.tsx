import {
  addToShelf,
  type ColumnHolder,
  columnForShelf,
  columnsOnShelf,
  type ShelfShape,
  setShelf,
  shelvesOfKind,
} from '@octavo/core/document'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { Binary, CalendarDays, Combobox, Hash, Shelf, ShelfPill, TypeText } from '../../forms/index.ts'
import { MenuItem, MenuSeparator, Plus, Submenu } from '../../ui/index.ts'
import { type ShelfOption, useShelfOptions } from './offered-columns.ts'

const icons = { number: Hash, date: CalendarDays, text: TypeText, logical: Binary, other: TypeText }
const dragType = 'application/x-octavo-shelf'

/** The shelves of an element. Columns come by the "+", by drag from another shelf, or by the menu of a pill. */
export function Shelves({ element }: { element: ColumnHolder }) {
  const options = useShelfOptions(element)
  const [said, setSaid] = useState('')
  return (
    <>
      {shelvesOfKind(element.kind).map((shelf) => (
        <OneShelf key={shelf.id} element={element} shelf={shelf} options={options} onSay={setSaid} />
      ))}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  )
}

interface OneShelfProps {
  element: ColumnHolder
  shelf: ShelfShape
  options: readonly ShelfOption[]
  onSay: (text: string) => void
}

function OneShelf({ element, shelf, options, onSay }: OneShelfProps) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const [isOver, setOver] = useState(false)
  const label = t(`shelf.${shelf.id}`)
  const held = columnsOnShelf(element, shelf.id)
  const nameOf = (columnId: string) => options.find((option) => option.columnId === columnId)?.name ?? columnId

  function put(option: ShelfOption, at?: number) {
    const column = newColumn(element, shelf, option)
    editor.apply(
      t('word.shelf', { column: column.name ?? option.name, shelf: label }),
      addToShelf(editor.state.document, element.id, shelf, column, at),
    )
    onSay(t('moved', { column: column.name ?? option.name, shelf: label }))
  }
  function set(columnIds: readonly string[], word: string) {
    editor.apply(word, setShelf(editor.state.document, element.id, shelf.id, columnIds))
    onSay(word)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const option = options.find(({ columnId }) => columnId === event.dataTransfer.getData(dragType))
    if (option) put(option)
  }

  const usable = options.map((option, index) => ({ option, value: String(index) }))
  const add = (
    <Combobox
      label={t('addTo', { shelf: label })}
      value={null}
      options={usable.map(({ option, value }) => ({
        value,
        label: option.name,
        icon: icons[option.kind],
        group: option.columnId === undefined ? t('ofSource') : t('ofElement'),
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the pills and the "+" do the same by keyboard
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Shelf
        label={label}
        add={add}
        isEmpty={held.length === 0}
        emptyText={t('emptyShelf')}
        drop={isOver ? { isAllowed: true } : undefined}
      >
        {held.map((columnId, index) => (
          <ShelfPill
            key={columnId}
            name={nameOf(columnId)}
            icon={icons[options.find((option) => option.columnId === columnId)?.kind ?? 'other']}
            menuLabel={t('menuOf', { column: nameOf(columnId) })}
            menu={<PillMenu element={element} shelf={shelf} columnId={columnId} options={options} onSay={onSay} />}
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
            pillProps={{
              draggable: true,
              onDragStart: (event) => event.dataTransfer.setData(dragType, columnId),
            }}
          />
        ))}
      </Shelf>
    </div>
  )
}

/** A column that fits goes as it is; any other becomes a new one, such as its sum or its month. */
function newColumn(element: ColumnHolder, shelf: ShelfShape, option: ShelfOption) {
  const present = element.columns.find(({ id }) => id === option.columnId)
  const isFitting =
    present &&
    (shelf.role === 'measure' ? option.isAggregate : option.kind !== 'date' || /DateTrunc/i.test(present.formula))
  return isFitting ? present : { ...columnForShelf(element.kind, shelf, option), id: newId() }
}

function PillMenu({ element, shelf, columnId, options, onSay }: OneShelfProps & { columnId: string }) {
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
      <Submenu label={t('replaceWith')}>
        {options
          .filter((each) => each.columnId !== columnId)
          .map((each) => (
            <MenuItem
              key={each.columnId ?? each.name}
              onSelect={() => {
                const { document } = editor.state
                const held = columnsOnShelf(element, shelf.id)
                const edits = addToShelf(
                  document,
                  element.id,
                  shelf,
                  newColumn(element, shelf, each),
                  held.indexOf(columnId),
                )
                apply(t('word.replace', { column: name, other: each.name }), edits)
                if (shelf.isMany) {
                  const left = columnsOnShelf(editor.state.document.elements[element.id] ?? element, shelf.id).filter(
                    (id) => id !== columnId,
                  )
                  editor.apply(
                    t('word.replace', { column: name, other: each.name }),
                    setShelf(editor.state.document, element.id, shelf.id, left),
                  )
                }
              }}
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
                addToShelf(editor.state.document, element.id, other, newColumn(element, other, option)),
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
