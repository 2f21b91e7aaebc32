import { useTranslation } from 'react-i18next'
import type { Block } from '../../grid/index.ts'
import { MenuItem, MenuSeparator } from '../../ui/index.ts'
import type { EntryWrites } from './use-entry-grid.tsx'

interface EntryMenuItemsProps {
  cells: Block
  copy: (hasNames: boolean) => void
  /** Absent where nothing is entered now. */
  writes: EntryWrites | undefined
  canAdd: boolean
  /** Absent for those who may not see the history of rows. */
  onHistory: (() => void) | undefined
  onPast: (() => void) | undefined
}

/** What can be done with the selected cells of an input table, and with their rows. */
export function EntryMenuItems({ cells, copy, writes, canAdd, onHistory, onPast }: EntryMenuItemsProps) {
  const { t } = useTranslation('inputTables')
  const count = cells.bottom - cells.top + 1
  return (
    <>
      <MenuItem shortcut="Ctrl+C" onSelect={() => copy(false)}>
        {t('copy')}
      </MenuItem>
      <MenuItem onSelect={() => copy(true)}>{t('copyNames')}</MenuItem>
      {onHistory && <MenuItem onSelect={onHistory}>{t('rowHistory')}</MenuItem>}
      {onPast && <MenuItem onSelect={onPast}>{t('past.open')}</MenuItem>}
      {writes && (
        <>
          <MenuSeparator />
          <MenuItem shortcut="Delete" onSelect={() => writes.clear(cells)}>
            {t('clear')}
          </MenuItem>
          <MenuItem shortcut="Ctrl+D" onSelect={() => writes.fill(cells, 'down')}>
            {t('fillDown')}
          </MenuItem>
          <MenuItem shortcut="Ctrl+R" onSelect={() => writes.fill(cells, 'right')}>
            {t('fillRight')}
          </MenuItem>
        </>
      )}
      {writes && canAdd && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => writes.duplicate(cells)}>{t('duplicateRows', { count })}</MenuItem>
          <MenuItem isDanger onSelect={() => writes.remove(cells)}>
            {t('deleteRows', { count })}
          </MenuItem>
        </>
      )}
    </>
  )
}
