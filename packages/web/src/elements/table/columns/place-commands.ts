import type { ColumnCommand, CommandContext, CommandSubject } from './column-command.ts'

/** Values of a pivot table are columns that can stay in view, its keys do so anyway. */
function isPivotValue({ kind, values }: CommandContext['element'], columnId: string): boolean {
  const listed: unknown[] = kind === 'pivot-table' && Array.isArray(values) ? values : []
  return listed.some((entry) => entry === columnId || (isRecord(entry) && (entry.columnId ?? entry.id) === columnId))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function placeCommands({ element, first, count, isTable, does, t, ask }: CommandSubject): ColumnCommand[] {
  const within = t('moveTo')
  const isHidden = element.columns.find(({ id }) => id === first)?.hidden === true
  const isFrozen = element.frozenColumn?.columnId === first
  const folders = isTable ? (element.folders ?? []) : []
  return [
    ...(isTable || isPivotValue(element, first)
      ? [
          isFrozen
            ? { id: 'unfreeze', label: t('unfreeze'), run: does.unfreeze }
            : { id: 'freeze', label: t('freeze'), run: does.freeze },
        ]
      : []),
    isHidden
      ? { id: 'show', label: t('show', { count }), run: () => does.hide(false) }
      : { id: 'hide', label: t('hide', { count }), keys: 'Shift+H', run: () => does.hide(true) },
    { id: 'moveStart', within, label: t('toStart'), keys: 'Ctrl+Shift+ArrowUp', run: () => does.move({ to: 'start' }) },
    { id: 'moveLeft', within, label: t('toLeft'), keys: 'Alt+Shift+ArrowLeft', run: () => does.move({ to: 'left' }) },
    {
      id: 'moveRight',
      within,
      label: t('toRight'),
      keys: 'Alt+Shift+ArrowRight',
      run: () => does.move({ to: 'right' }),
    },
    { id: 'moveEnd', within, label: t('toEnd'), keys: 'Ctrl+Shift+ArrowDown', run: () => does.move({ to: 'end' }) },
    { id: 'moveAfter', within, label: t('toAfter'), run: () => ask('moveAfter') },
    ...folders.map(({ id, name }) => ({
      id: `folder.${id}`,
      within,
      label: t('toFolder', { name }),
      run: () => does.toFolder(id),
    })),
    ...(folders.length > 0
      ? [{ id: 'outOfFolder', within, label: t('outOfFolder'), run: () => does.toFolder(null) }]
      : []),
    ...(isTable ? [{ id: 'newFolder', within, label: t('newFolder'), run: () => ask('folder') }] : []),
  ]
}
