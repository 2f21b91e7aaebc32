import { isDataElement } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type { EditorState } from '../../editor/index.ts'
import type words from '../../i18n/editor.json'
import type { EditorActions } from './editor-actions.ts'

type CommandId = keyof (typeof words)['command']

/** Group of a command in the palette and in the help. */
export type CommandGroup = 'general' | 'elements' | 'pages' | 'arrange' | 'columns'

/**
 * One command of the editor: keys, palette and help use the same entry. `keys` are written for a PC; on a Mac the command key replaces
 * Ctrl.
 */
export interface EditorCommand {
  id: string
  group: CommandGroup
  label: string
  keys?: string
  /** Other keys for the same command. */
  otherKeys?: readonly string[]
  /** Also works while the caret is in a text field. */
  isGlobal?: boolean
  isOn: (state: EditorState) => boolean
  /** `keys` are the pressed keys, if the command was started by keys. */
  run: (keys?: string) => void
}

/** What commands need besides the actions on the document. */
export interface CommandHost {
  actions: EditorActions
  t: TFunction<'editor'>
  /** Absent where a custom view is open, as are the other functions for the draft. */
  publish?: (() => void) | undefined
  refresh: () => void
  /** Opens the palette with this initial text. */
  openPalette: (search: string) => void
  openHelp: () => void
  openFind: () => void
  openPreview?: (() => void) | undefined
  openPreviewAs?: (() => void) | undefined
  openHistory?: (() => void) | undefined
  editTitle: (elementId: string) => void
  openPanel: (name: 'add' | 'outline' | 'data') => void
  togglePanels: () => void
  toggleLeftPanel: () => void
  /** Shows a tab of the panel on the right, or focuses the first of its fields. */
  openFields: (what: 'filters' | 'first') => void
  /** For the selected element, or for the workbook; absent for data models and custom views. */
  openComments?: (() => void) | undefined
  /** Copies and pastes the style of the selection. */
  formats: { copy: () => void; paste: () => void }
  /** Opens a dialog for the selected element. */
  look: (kind: 'large' | 'rows') => void
  focusRegion: (step: 1 | -1) => void
  goToPublished: () => void
  /** Opens a custom view of the published version. */
  explore?: (() => void) | undefined
  showPage: (step: 1 | -1) => void
  /** The first page has the number 1. */
  showPageNumber: (number: number) => void
}

const always = () => true
const hasSelection = ({ selection }: EditorState) => selection.elementIds.length > 0
const hasSeveral = ({ selection }: EditorState) => selection.elementIds.length > 1
const hasData = ({ selection, document }: EditorState) => {
  const element = document.elements[selection.elementIds[0] ?? '']
  return selection.elementIds.length === 1 && element !== undefined && isDataElement(element)
}
const hasNoColumn = (state: EditorState) => hasSelection(state) && state.selection.columnIds.length === 0
const hasOne = (state: EditorState) => hasNoColumn(state) && state.selection.elementIds.length === 1

type MakeCommand = (
  group: CommandGroup,
  id: CommandId,
  keys: string | undefined,
  run: EditorCommand['run'],
  more?: Partial<EditorCommand>,
) => EditorCommand

/** Commands for the draft as a whole; none where a custom view is open. */
function draftCommands(host: CommandHost, command: MakeCommand): EditorCommand[] {
  const { publish, openPreview, openPreviewAs, openHistory, explore } = host
  const isOn = (state: EditorState) => state.hasChanges
  return [
    ...(publish ? [command('general', 'publish', 'Ctrl+Shift+Enter', publish, { isGlobal: true, isOn })] : []),
    ...(explore ? [command('general', 'explore', 'G X', explore)] : []),
    ...(openPreview ? [command('general', 'preview', 'G P', openPreview)] : []),
    ...(openPreviewAs ? [command('general', 'previewAs', undefined, openPreviewAs)] : []),
    ...(openHistory ? [command('general', 'history', 'G H', openHistory)] : []),
  ]
}

/** The commands of the frame; other parts of the editor add their own. */
export function frameCommands(host: CommandHost): EditorCommand[] {
  const { actions } = host
  const command = commandsIn(host.t)
  return [
    command('general', 'undo', 'Ctrl+Z', () => actions.undo(), { isOn: (state) => state.undoWords.length > 0 }),
    command('general', 'redo', 'Ctrl+Shift+Z', () => actions.redo(), {
      otherKeys: ['Ctrl+Y'],
      isOn: (state) => state.redoWords.length > 0,
    }),
    command('general', 'palette', 'Ctrl+K', () => host.openPalette(''), { isGlobal: true }),
    command('general', 'searchDocuments', '/', () => host.openPalette('/')),
    command('general', 'find', 'Ctrl+F', host.openFind, { isGlobal: true }),
    command('general', 'lineage', 'L', () => actions.showLineage(actions.selectedIds[0])),
    command('general', 'help', '?', host.openHelp, { otherKeys: ['Ctrl+/'] }),
    command('general', 'save', 'Ctrl+S', () => actions.saySaved(), { isGlobal: true }),
    command('general', 'refresh', 'Ctrl+Shift+R', host.refresh, { isGlobal: true }),
    command('general', 'queries', 'Ctrl+Shift+H', () => actions.openDialog('queries', ''), { isGlobal: true }),
    ...draftCommands(host, command),
    command('general', 'view', 'G V', host.goToPublished),
    command('general', 'panels', 'Ctrl+\\', host.togglePanels, { isGlobal: true }),
    command('general', 'leftPanel', 'Ctrl+Shift+\\', host.toggleLeftPanel, {
      otherKeys: ['Ctrl+Shift+|'],
      isGlobal: true,
    }),
    command('general', 'nextRegion', 'F6', () => host.focusRegion(1), { isGlobal: true }),
    command('general', 'previousRegion', 'Shift+F6', () => host.focusRegion(-1), { isGlobal: true }),
    command('general', 'outline', undefined, () => host.openPanel('outline')),
    command('general', 'data', undefined, () => host.openPanel('data')),
    command('elements', 'add', 'A', () => host.openPanel('add'), { otherKeys: ['Ctrl+Shift++'] }),
    command('elements', 'duplicate', 'Ctrl+D', () => actions.clipboard.duplicate(), { isOn: hasNoColumn }),
    command('elements', 'remove', 'Delete', () => actions.remove(), {
      otherKeys: ['Ctrl+Delete', 'Backspace'],
      isOn: hasNoColumn,
    }),
    command('elements', 'editTitle', 'F2', () => host.editTitle(actions.selectedIds[0] ?? ''), {
      isOn: hasOne,
    }),
    command('elements', 'maximize', 'Space', () => host.look('large'), { isOn: hasData }),
    command('elements', 'rows', 'Shift+T', () => host.look('rows'), { isOn: hasData }),
    command('elements', 'filters', 'F', () => host.openFields('filters'), { isOn: hasData }),
    command('elements', 'fields', 'Alt+Enter', () => host.openFields('first')),
    command('elements', 'selectAll', 'Ctrl+A', () => actions.selection.selectAll()),
    command('elements', 'moveNewPage', undefined, () => actions.layout.moveToNew('page'), { isOn: hasSelection }),
    command('elements', 'required', undefined, () => actions.toggleRequired(), {
      isOn: () => actions.selectedControl !== undefined,
    }),
    ...(host.openComments ? [command('elements', 'comments', 'C', host.openComments)] : []),
    command('elements', 'copyFormat', 'Ctrl+Alt+C', host.formats.copy, { isOn: hasOne }),
    command('elements', 'pasteFormat', 'Ctrl+Alt+V', host.formats.paste, { isOn: hasNoColumn }),
    ...arrangeCommands(actions, command),
    ...pageCommands(host, command),
  ]
}

/** Commands for pages and overlays: create, show and delete. */
function pageCommands(host: CommandHost, command: MakeCommand): EditorCommand[] {
  const { actions } = host
  return [
    command('pages', 'addPage', 'G N', () => actions.pages.add()),
    command('pages', 'addModal', undefined, () => actions.pages.addOverlay('modal')),
    command('pages', 'addDrawer', undefined, () => actions.pages.addOverlay('drawer')),
    ...(actions.isView ? [] : [command('pages', 'addPopover', undefined, () => actions.pages.addOverlay('popover'))]),
    command('pages', 'nextPage', 'Alt+PageDown', () => host.showPage(1)),
    command('pages', 'previousPage', 'Alt+PageUp', () => host.showPage(-1)),
    command('pages', 'pageNumber', 'G 1', (keys = '1') => host.showPageNumber(Number(keys.at(-1))), {
      otherKeys: ['G 2', 'G 3', 'G 4', 'G 5', 'G 6', 'G 7', 'G 8', 'G 9'],
    }),
    command('pages', 'duplicatePage', undefined, () => actions.pages.duplicate(actions.pageId)),
    command('pages', 'copyPage', undefined, () => void actions.pages.copy(actions.pageId)),
    command('pages', 'deletePage', undefined, () => actions.pages.remove(actions.pageId)),
  ]
}

/** Creates commands with labels in one language. */
function commandsIn(t: CommandHost['t']): MakeCommand {
  return (group, id, keys, run, more = {}) => ({
    id,
    group,
    label: t(`command.${id}`),
    isOn: always,
    run,
    ...(keys === undefined ? {} : { keys }),
    ...more,
  })
}

function arrangeCommands(actions: CommandHost['actions'], command: MakeCommand): EditorCommand[] {
  return [
    command('arrange', 'group', 'Ctrl+G', () => actions.layout.group(), { isOn: hasSelection }),
    command('arrange', 'groupTabs', undefined, () => actions.layout.group('tabbed-container'), { isOn: hasSelection }),
    command('arrange', 'ungroup', 'Ctrl+Shift+G', () => actions.layout.ungroup(), { isOn: hasSelection }),
    command('arrange', 'fullWidth', undefined, () => actions.layout.fullWidth(), { isOn: hasSelection }),
    command('arrange', 'trim', undefined, () => actions.layout.trim()),
    command('arrange', 'alignLeft', undefined, () => actions.layout.align('left'), { isOn: hasSeveral }),
    command('arrange', 'alignTop', undefined, () => actions.layout.align('top'), { isOn: hasSeveral }),
    command('arrange', 'distributeColumns', undefined, () => actions.layout.distribute('column'), { isOn: hasSeveral }),
    command('arrange', 'distributeRows', undefined, () => actions.layout.distribute('row'), { isOn: hasSeveral }),
    command('arrange', 'sameWidth', undefined, () => actions.layout.sameSize('column'), { isOn: hasSeveral }),
    command('arrange', 'sameHeight', undefined, () => actions.layout.sameSize('row'), { isOn: hasSeveral }),
  ]
}
