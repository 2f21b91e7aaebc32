import { type ColumnHolder, elementName, totalsOf } from '@octavo/core/document'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { Grid, type GridColumn, type GridProps } from '../../../grid/index.ts'
import { useLatest } from '../../../ui/index.ts'
import { AddColumnsMenu } from './AddColumnsMenu.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { ColumnQuestion } from './column-command.ts'
import { commandOfKeys } from './column-commands.ts'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { formulaBeingWritten } from './formula-focus.ts'
import { LazyColumnDialog } from './LazyColumnDialog.tsx'
import { useColumnPlaces } from './use-column-places.ts'
import '../../../i18n/columns.ts'

interface EditedGridProps {
  element: ColumnHolder
  grid: GridProps
}

const nothing: readonly string[] = []

/** The grid of a table in the editor: headers select columns and open their menu, and widths are saved in the draft. */
export function EditedGrid({ element, grid }: EditedGridProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const columnIds = useEditorState(({ selection }) =>
    selection.elementIds.length === 1 && selection.elementIds[0] === element.id ? selection.columnIds : nothing,
  )
  const chosen = useMemo(() => new Set(columnIds), [columnIds])
  const [asked, setAsked] = useState<{ question: ColumnQuestion; columnIds: readonly string[] }>()
  const [openMenu, setOpenMenu] = useState<string>()
  const sequence = useRef<string>(undefined)
  const placeOf = useColumnPlaces(element, facts)
  const gesturesOf = (ids: readonly string[]) => columnGestures({ editor, element, columnIds: ids, facts, t })

  const choose = useLatest(({ id }: GridColumn, how: { adds: boolean; extends: boolean }) => {
    const formula = how.adds ? undefined : formulaBeingWritten(element.id, id)
    if (formula) return formula.insert(facts.name(id))
    const shown = grid.source.columns.map((column) => column.id)
    editor.select({ elementIds: [element.id], columnIds: chosenWith(columnIds, id, { ...how, shown }) })
  })

  const menuOf = useColumnMenus(element, chosen, openMenu, setOpenMenu)
  const headRef = useCallback(({ id }: GridColumn, head: HTMLElement) => placeOf(id, head), [placeOf])

  /** Keys for columns apply to the selected ones, otherwise to the active cell's column. */
  function onKey(event: KeyboardEvent, ids: readonly string[]): boolean {
    if (ids.length === 0) return false
    if (event.altKey && event.key === 'ArrowDown') {
      setOpenMenu(ids[0])
      return true
    }
    const context = {
      editor,
      element,
      columnIds: ids,
      facts,
      t,
      ask: (question: ColumnQuestion) => setAsked({ question, columnIds: ids }),
    }
    const before = sequence.current
    sequence.current = isSequenceStart(event) ? event.key.toUpperCase() : undefined
    const found = (before && commandOfKeys(context, event, before)) || commandOfKeys(context, event)
    found?.run()
    return found !== undefined || sequence.current !== undefined
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the heads inside arrive here
    <div
      className="h-full"
      onMouseDown={(event) => {
        // The caret stays in the formula that the press writes into.
        const isHead = event.target instanceof Element && event.target.closest('[role=columnheader] > button') !== null
        if (isHead && !event.ctrlKey && !event.metaKey && formulaBeingWritten(element.id)) event.preventDefault()
      }}
      onKeyDown={(event) => {
        const isHead = event.target instanceof Element && event.target.closest('[role=columnheader]') !== null
        if (isHead && !event.defaultPrevented && onKey(event, columnIds)) event.preventDefault()
      }}
    >
      <Grid
        {...grid}
        chosen={chosen}
        onChoose={choose}
        onTotal={(id) => {
          const total = totalsOf(element)[id]
          if (total !== undefined) editor.select({ elementIds: [element.id], columnIds: [total] })
        }}
        menuOf={menuOf}
        headRef={headRef}
        headEnd={
          element.kind === 'table' && (
            <AddColumnsMenu element={element} name={elementName(element) ?? grid.words.label} />
          )
        }
        onWidth={(id, width) => gesturesOf(chosen.has(id) ? columnIds : [id]).width(Math.round(width))}
        onOtherKey={(event, focus) => onKey(event, columnIds.length > 0 ? columnIds : focus ? [focus.columnId] : [])}
      />
      {asked && (
        <LazyColumnDialog
          question={asked.question}
          element={element}
          columnIds={asked.columnIds}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

/** The menu of each head. The function stays the same while rows arrive, so that heads are not drawn again. */
function useColumnMenus(
  element: ColumnHolder,
  chosen: ReadonlySet<string>,
  openMenu: string | undefined,
  setOpenMenu: (columnId: string | undefined) => void,
) {
  return useCallback(
    ({ id, name }: GridColumn) => (
      <ColumnMenu
        element={element}
        columnIds={chosen.has(id) ? [...chosen] : [id]}
        name={name}
        isOpen={openMenu === id}
        onOpenChange={(isOpen) => setOpenMenu(isOpen ? id : undefined)}
      />
    ),
    [element, chosen, openMenu, setOpenMenu],
  )
}

/** The first of two keys that belong together, such as S and then A. */
function isSequenceStart({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 's' && !shiftKey && !ctrlKey && !altKey && !metaKey
}

/** What is chosen after a press on a head: it alone, it as well (or no longer), or all from the first chosen one to it. */
function chosenWith(
  columnIds: readonly string[],
  id: string,
  how: { adds: boolean; extends: boolean; shown: readonly string[] },
): readonly string[] {
  const [first] = columnIds
  if (how.extends && first !== undefined) return between(how.shown, first, id)
  if (!how.adds) return [id]
  return columnIds.includes(id) ? columnIds.filter((other) => other !== id) : [...columnIds, id]
}

function between(shown: readonly string[], from: string, to: string): string[] {
  const places = [shown.indexOf(from), shown.indexOf(to)].sort((a, b) => a - b)
  return shown.slice(Math.max(0, places[0] ?? 0), (places[1] ?? 0) + 1)
}
