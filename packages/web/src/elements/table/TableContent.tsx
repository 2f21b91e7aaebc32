import {
  groupId,
  type OpenGroups,
  rowLevels,
  type TableRow,
  type TableView,
  tableShape,
  tableView,
} from '@octavo/core/display'
import type { TableElement } from '@octavo/core/document'
import type { Cell, LevelName } from '@octavo/core/types'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { type ElementData, type ElementSort, useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { embedParameters } from '../../embedded.ts'
import {
  type Block,
  type CellPlace,
  Grid,
  type GridColumn,
  type GridProps,
  type GridSource,
  rangeStatistics,
} from '../../grid/index.ts'
import { lazyPart } from '../../ui/index.ts'
import { useActionMenu } from '../context-menu/use-action-menu.tsx'
import { type FilterValue, filterValue } from '../quick-filter/filter-value.ts'
import type { TableGroups } from '../quick-filter/table-groups.ts'
import { useElementChange } from '../quick-filter/use-element-change.ts'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { isSwitchedOff } from '../use-chosen-mark.ts'
import { ReaderHeadCaret } from './ReaderHeadCaret.tsx'
import { reportHeader, useReportedCells } from './report-cells.ts'
import { TableFooter } from './TableFooter.tsx'
import { useGridSource } from './use-grid-source.ts'
import { useGridWords } from './use-grid-words.ts'
import { useLoadingOfRows } from './use-loading-of-rows.ts'
import { chosenOfCell, usePressCell } from './use-press-cell.ts'

const CellMenuItems = lazyPart(async () => ({
  default: (await import('../quick-filter/CellMenuItems.tsx')).CellMenuItems,
}))
const ExplainCellDialog = lazyPart(async () => ({
  default: (await import('./ExplainCellDialog.tsx')).ExplainCellDialog,
}))
const EditedGrid = lazyPart(async () => ({ default: (await import('./columns/EditedGrid.tsx')).EditedGrid }))

/** The grid of a table with its summary. Loaded on demand. */
export function TableContent({ element, data }: { element: TableElement; data: ElementData }) {
  const pageData = useOfPage((page) => page.data)
  const copiesOneCell = useOfPage((page) => page.copiesOneCell)
  const [open, setOpen] = useState<OpenGroups>(new Set())
  const [opened, setOpened] = useState<LevelName>()
  const [selected, setSelected] = useState<Block>()
  const [explained, setExplained] = useState<CellPlace>()
  const editor = useMaybeEditor()
  const onExplain = editor && setExplained
  const canFilter = useElementChange() !== undefined
  const shape = useMemo(() => tableShape(element), [element])
  const view = useMemo(() => tableView(shape, data, open), [shape, data, open])
  const levels = rowLevels(shape)
  const sort = pageData.sortOf(element.id)
  const source = useGridSource(element, data, view, sort)
  const words = useGridWords(element)
  const isGrouped = shape.groupKeys.length > 0
  const onView = useLoadingOfRows(element.id, view, isGrouped)
  const onPressCell = usePressCell(element, source, data)
  const actionMenu = useActionMenu(element)
  const onCells = useReportedCells(element, source)

  function toggle(row: TableRow) {
    if (row.kind !== 'cells' || !row.groupKey) return
    const id = groupId(row.groupKey)
    setOpened(open.has(id) ? undefined : row.level)
    setOpen((known) => toggled(known, id))
  }

  const menuOf = useReaderMenus(element)
  const groups = source.hasGroups ? groupsOf(element, view, open, setOpen) : undefined

  const statistics = useMemo(() => selected && rangeStatistics(source, selected), [source, selected])
  const grid: GridProps = {
    source,
    words,
    isStale: data.isStale,
    reveal: revealed(view, opened, levels),
    onSort: (column) => {
      reportHeader(element, column)
      const next = nextSort(view, sort, column)
      if (next) pageData.sort(element.id, next.sort)
    },
    onToggle: (index) => toggle(view.row(index)),
    onView,
    onSelect: setSelected,
    onPressCell,
    ignoresKeyPress: isSwitchedOff(element, 'keyboardActions'),
    onCells,
    copiesOneCell,
    ...(canFilter || groups || actionMenu
      ? { cellMenu: cellMenu({ element, source, data, groups, onExplain, actionMenu }) }
      : {}),
  }

  return (
    <div className="flex h-full min-h-0 flex-col border-t border-line">
      <div className="min-h-0 grow">
        {editor ? (
          // A grid that is replaced would lose the cells that were selected in it, and its focus.
          <Suspense fallback={<RowsSkeleton element={element} />}>
            <EditedGrid element={element} grid={grid} />
          </Suspense>
        ) : (
          <Grid {...grid} {...(menuOf ? { menuOf } : {})} />
        )}
      </div>
      {explained && (
        <Suspense>
          <ExplainCellDialog
            element={element}
            source={source}
            cell={explained}
            onClose={() => setExplained(undefined)}
          />
        </Suspense>
      )}
      <TableFooter element={element} data={data} isGrouped={isGrouped} selected={statistics} />
    </div>
  )
}

/**
 * The menus of columns in reading mode. Elements that are shown in place of others have none, nor have embeds without an account and hosts
 * that hide the menus of elements.
 */
function useReaderMenus(element: TableElement): GridProps['menuOf'] {
  const hasMenus = useOfPage(
    ({ document, isEmbed, isDraft }) => !isEmbed && !isDraft && document.elements[element.id] === element,
  )
  const menuOf = useCallback(
    ({ id, name }: GridColumn) => <ReaderHeadCaret element={element} columnId={id} name={name} />,
    [element],
  )
  return hasMenus && !embedParameters.hidesElementInteractions ? menuOf : undefined
}

function toggled(known: OpenGroups, id: string): OpenGroups {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}

/**
 * What a click on the head of a column makes of the sort: ascending, then descending, then none again.
 * Undefined for a column that no level shows.
 */
function nextSort(
  view: TableView,
  sort: ElementSort | undefined,
  column: GridColumn,
): { sort: ElementSort | undefined } | undefined {
  const level = view.columns.find((entry) => entry.column.id === column.id)?.level
  if (!level) return undefined
  const isSame = sort?.columnId === column.id
  if (isSame && sort.direction === 'descending') return { sort: undefined }
  return { sort: { level, columnId: column.id, direction: isSame ? 'descending' : 'ascending' } }
}

/** The menu at the pointer over selected cells. */
interface CellMenuParts {
  element: TableElement
  source: GridSource
  data: ElementData
  groups: TableGroups | undefined
  onExplain: ((cell: CellPlace) => void) | undefined
  actionMenu: ReturnType<typeof useActionMenu>
}

function cellMenu({ element, source, data, groups, onExplain, actionMenu }: CellMenuParts): GridProps['cellMenu'] {
  return (cells, copy) => {
    const chosen = actionMenu && chosenOfCell(source, data, { row: cells.top, column: cells.left })
    const usual = (
      <Suspense>
        <CellMenuItems
          element={element}
          source={source}
          cells={cells}
          copy={copy}
          groups={groups}
          onExplain={onExplain}
        />
      </Suspense>
    )
    return actionMenu && chosen ? actionMenu(chosen, usual) : usual
  }
}

/** What the menu of cells does with the groups of the table. */
function groupsOf(
  { groupings = [] }: TableElement,
  view: TableView,
  open: OpenGroups,
  setOpen: (open: OpenGroups) => void,
): TableGroups {
  const keyIds = groupings.flatMap(({ groupBy = [] }) => groupBy)
  return {
    expandAll: () => setOpen(new Set([...open, ...groupsIn(view).map(groupId)])),
    collapseAll: () => setOpen(new Set()),
    expandTo(level) {
      const above = groupings.slice(0, level - 1).flatMap(({ groupBy = [] }) => groupBy).length
      setOpen(
        new Set(
          groupsIn(view)
            .filter(({ length }) => length <= above)
            .map(groupId),
        ),
      )
    },
    keysOf(index) {
      const row = view.row(index)
      if (row.kind !== 'cells' || !row.groupKey) return undefined
      return row.groupKey.map((value, at) => ({
        columnId: keyIds[at] ?? '',
        value: keyValue(view, keyIds[at] ?? '', value),
      }))
    },
  }
}

function keyValue({ columns }: TableView, columnId: string, value: Cell): FilterValue {
  const type = columns.find(({ column }) => column.id === columnId)?.column.type
  return type ? filterValue(value, type) : value === null ? null : String(value)
}

/** The groups among the loaded rows. Groups below them are loaded when their group is opened. */
function groupsIn(view: TableView): (readonly Cell[])[] {
  return Array.from({ length: view.rowCount }, (_, index) => view.row(index)).flatMap((row) =>
    row.kind === 'cells' && row.groupKey ? [row.groupKey] : [],
  )
}

/** The first columns of the level of an opened row, and of the rows below it. */
function revealed(view: TableView, opened: LevelName | undefined, levels: readonly LevelName[]) {
  const first = (level: LevelName | undefined) => view.columns.find((entry) => entry.level === level)?.column.id
  const fromColumnId = first(opened)
  const columnId = opened && first(levels[levels.indexOf(opened) + 1])
  return fromColumnId === undefined || columnId === undefined ? undefined : { fromColumnId, columnId }
}
