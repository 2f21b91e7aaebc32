import type { TFunction } from 'i18next'
import type { EditorCommand } from '../editor/commands.ts'
import type { EditorActions } from '../editor/editor-actions.ts'
import { focusRegion } from '../editor/regions.ts'

interface ModelCommandHost {
  actions: EditorActions
  t: TFunction<'editor'>
  publish: () => void
  refresh: () => void
}

/** What keys do in the editor of a data model: those of the workbook editor that mean something without a canvas. */
export function modelCommands({ actions, t, publish, refresh }: ModelCommandHost): EditorCommand[] {
  const always = () => true
  return [
    {
      id: 'undo',
      group: 'general',
      label: t('command.undo'),
      keys: 'Ctrl+Z',
      isOn: (state) => state.undoWords.length > 0,
      run: () => actions.undo(),
    },
    {
      id: 'redo',
      group: 'general',
      label: t('command.redo'),
      keys: 'Ctrl+Shift+Z',
      otherKeys: ['Ctrl+Y'],
      isOn: (state) => state.redoWords.length > 0,
      run: () => actions.redo(),
    },
    {
      id: 'save',
      group: 'general',
      label: t('command.save'),
      keys: 'Ctrl+S',
      isGlobal: true,
      isOn: always,
      run: () => actions.saySaved(),
    },
    {
      id: 'refresh',
      group: 'general',
      label: t('command.refresh'),
      keys: 'Ctrl+Shift+R',
      isGlobal: true,
      isOn: always,
      run: refresh,
    },
    {
      id: 'publish',
      group: 'general',
      label: t('command.publish'),
      keys: 'Ctrl+Shift+Enter',
      isGlobal: true,
      isOn: (state) => state.hasChanges,
      run: publish,
    },
    {
      id: 'remove',
      group: 'elements',
      label: t('command.remove'),
      keys: 'Ctrl+Delete',
      isOn: ({ selection }) => selection.elementIds.length > 0 && selection.columnIds.length === 0,
      run: () => void actions.remove(),
    },
    {
      id: 'nextRegion',
      group: 'general',
      label: t('command.nextRegion'),
      keys: 'F6',
      isGlobal: true,
      isOn: always,
      run: () => focusRegion(1),
    },
    {
      id: 'previousRegion',
      group: 'general',
      label: t('command.previousRegion'),
      keys: 'Shift+F6',
      isGlobal: true,
      isOn: always,
      run: () => focusRegion(-1),
    },
  ]
}
