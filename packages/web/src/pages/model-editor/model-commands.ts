import type { TFunction } from 'i18next'
import type { EditorCommand } from '../editor/commands.ts'
import type { EditorActions } from '../editor/editor-actions.ts'
import { focusRegion } from '../editor/regions.ts'

interface ModelCommandHost {
  actions: EditorActions
  t: TFunction<'editor'>
  publish: () => void
  refresh: () => void
  openHistory: () => void
}

/** Keyboard commands of the data model editor: those of the workbook editor that need no canvas. */
export function modelCommands({ actions, t, publish, refresh, openHistory }: ModelCommandHost): EditorCommand[] {
  const command = (
    id: 'undo' | 'redo' | 'save' | 'refresh' | 'publish' | 'history' | 'remove' | 'nextRegion' | 'previousRegion',
    keys: string,
    run: () => void,
    more: Partial<EditorCommand> = {},
  ): EditorCommand => ({ id, group: 'general', label: t(`command.${id}`), keys, isOn: () => true, run, ...more })
  return [
    command('undo', 'Ctrl+Z', () => actions.undo(), { isOn: (state) => state.undoWords.length > 0 }),
    command('redo', 'Ctrl+Shift+Z', () => actions.redo(), {
      otherKeys: ['Ctrl+Y'],
      isOn: (state) => state.redoWords.length > 0,
    }),
    command('save', 'Ctrl+S', () => actions.saySaved(), { isGlobal: true }),
    command('refresh', 'Ctrl+Shift+R', refresh, { isGlobal: true }),
    command('publish', 'Ctrl+Shift+Enter', publish, { isGlobal: true, isOn: (state) => state.hasChanges }),
    command('history', 'G H', openHistory),
    command('remove', 'Ctrl+Delete', () => actions.remove(), {
      group: 'elements',
      isOn: ({ selection }) => selection.elementIds.length > 0 && selection.columnIds.length === 0,
    }),
    command('nextRegion', 'F6', () => focusRegion(1), { isGlobal: true }),
    command('previousRegion', 'Shift+F6', () => focusRegion(-1), { isGlobal: true }),
  ]
}
