import type { ColumnHolder } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../../../editor/index.ts'
import type { Block, GridSource } from '../../../grid/index.ts'
import { MenuItem, MenuSeparator, Submenu } from '../../../ui/index.ts'
import { useColumnFacts } from './column-facts.ts'
import type { columnGestures } from './column-gestures.ts'

type CellValue = string | number | boolean | null

interface CellMenuItemsProps {
  element: ColumnHolder
  source: GridSource
  cells: Block
  copy: (hasNames: boolean) => void
  gesturesOf: (columnIds: readonly string[]) => ReturnType<typeof columnGestures>
}

/** Rows of a selection that are read to keep or leave out their values. */
const mostValues = 1_000

/** What can be done with the selected cells. Their values are those of one column; several columns are only copied. */
export function CellMenuItems({ element, source, cells, copy, gesturesOf }: CellMenuItemsProps) {
  const { t } = useTranslation('columns')
  const page = useOpenPage()
  const facts = useColumnFacts(element)
  const column = cells.left === cells.right ? source.columns[cells.left] : undefined
  const type = facts.type(column?.id ?? '')
  const values = column ? valuesOf(source, cells, type) : []
  const [only] = values
  const isOne = values.length === 1 && only !== undefined && only !== null
  const does = gesturesOf(column ? [column.id] : [])
  return (
    <>
      <MenuItem shortcut="Ctrl+C" onSelect={() => copy(false)}>
        {t('cell.copy')}
      </MenuItem>
      <MenuItem onSelect={() => copy(true)}>{t('cell.copyNames')}</MenuItem>
      {column && values.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => does.filterBy(values, 'include')}>{t('keepOnly')}</MenuItem>
          <MenuItem onSelect={() => does.filterBy(values, 'exclude')}>{t('exclude')}</MenuItem>
          {isOne && (type === 'number' || type === 'text' || type === 'date') && (
            <Submenu label={t('cell.filter')}>
              {type === 'text' && (
                <MenuItem onSelect={() => does.compare('contains', only)}>{t('cell.contains')}</MenuItem>
              )}
              {type !== 'text' && (
                <>
                  <MenuItem onSelect={() => does.compare('least', only)}>
                    {t(type === 'date' ? 'cell.from' : 'cell.atLeast')}
                  </MenuItem>
                  <MenuItem onSelect={() => does.compare('most', only)}>
                    {t(type === 'date' ? 'cell.until' : 'cell.atMost')}
                  </MenuItem>
                </>
              )}
            </Submenu>
          )}
        </>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => page.state.setLook({ elementId: element.id, kind: 'rows' })}>
        {t('cell.underlying')}
      </MenuItem>
    </>
  )
}

/** The different values of a range within one column; cells that show no value of their own are left out. */
export function valuesOf(source: GridSource, { top, bottom, left }: Block, type: string): CellValue[] {
  const found = new Set<CellValue>()
  for (let row = top; row <= Math.min(bottom, top + mostValues - 1); row += 1) {
    if (source.row(row).placeholder) continue
    const { raw, look } = source.cell(row, left)
    if (look === 'null') found.add(null)
    else if (look === undefined) found.add(typed(raw, type))
  }
  return [...found]
}

/** Cells are text; whole numbers beyond what a number holds exactly stay text. */
function typed(raw: string, type: string): CellValue {
  if (type === 'logical') return raw === 'true'
  if (type !== 'number') return raw
  const number = Number(raw)
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : raw
}
