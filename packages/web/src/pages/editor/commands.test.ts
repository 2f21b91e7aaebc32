import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import words from '../../i18n/editor.json' with { type: 'json' }
import { type CommandHost, type EditorCommand, frameCommands } from './commands.ts'
import type { EditorActions } from './editor-actions.ts'

/** The keys of the editor outside tables, texts and formulas, by the labels of their commands. */
const keys: Readonly<Record<string, readonly string[]>> = {
  'Show keyboard shortcuts': ['?', 'Ctrl+/'],
  Undo: ['Ctrl+Z'],
  Redo: ['Ctrl+Shift+Z', 'Ctrl+Y'],
  'Refresh data': ['Ctrl+Shift+R'],
  'Open the command palette': ['Ctrl+K'],
  'Find and replace': ['Ctrl+F'],
  'Say whether everything is saved': ['Ctrl+S'],
  'Go to published version': ['G V'],
  'Explore the published version': ['G X'],
  'Preview with View access': ['G P'],
  Publish: ['Ctrl+Shift+Enter'],
  'Next part of the screen': ['F6'],
  'Previous part of the screen': ['Shift+F6'],
  'Show or hide the left panel': ['Ctrl+Shift+\\', 'Ctrl+Shift+|'],
  'Show or hide panels': ['Ctrl+\\'],
  'Previous page': ['Alt+PageUp'],
  'Next page': ['Alt+PageDown'],
  'Page by number': ['G 1', 'G 2', 'G 3', 'G 4', 'G 5', 'G 6', 'G 7', 'G 8', 'G 9'],
  'New page': ['G N'],
  'Add element': ['A', 'Ctrl+Shift++'],
  Maximize: ['Space'],
  'Underlying data': ['Shift+T'],
  'Select all on the page': ['Ctrl+A'],
  'Duplicate selection': ['Ctrl+D'],
  'Delete selection': ['Delete', 'Ctrl+Delete', 'Backspace'],
  'Create container': ['Ctrl+G'],
  'Remove container': ['Ctrl+Shift+G'],
  'Edit title': ['F2'],
  'Go to the fields of the selection': ['Alt+Enter'],
  Filters: ['F'],
  Lineage: ['L'],
  Comments: ['C'],
  'Query history': ['Ctrl+Shift+H'],
  'Search documents': ['/'],
  'Copy format': ['Ctrl+Alt+C'],
  'Paste format': ['Ctrl+Alt+V'],
}

describe('commands of the editor', () => {
  const shown: number[] = []
  let commands: EditorCommand[]

  beforeAll(async () => {
    const i18n = createInstance()
    await i18n.init({ lng: 'en', resources: { en: { editor: words } } })
    const nothing = () => {}
    const host: CommandHost = {
      actions: {} as EditorActions,
      t: i18n.getFixedT('en', 'editor'),
      publish: nothing,
      refresh: nothing,
      openPalette: nothing,
      openHelp: nothing,
      openFind: nothing,
      openComments: nothing,
      formats: { copy: nothing, paste: nothing },
      openPreview: nothing,
      explore: nothing,
      editTitle: nothing,
      openPanel: nothing,
      togglePanels: nothing,
      toggleLeftPanel: nothing,
      openFields: nothing,
      look: nothing,
      focusRegion: nothing,
      goToPublished: nothing,
      showPage: nothing,
      showPageNumber: (number) => shown.push(number),
    }
    commands = frameCommands(host)
  })

  const keysOf = (command: EditorCommand | undefined) =>
    command ? [...(command.keys === undefined ? [] : [command.keys]), ...(command.otherKeys ?? [])] : undefined

  it.each(Object.entries(keys))('%s has its keys', (label, wanted) => {
    expect(keysOf(commands.find((command) => command.label === label))).toEqual(wanted)
  })

  it('no two of them have the same keys', () => {
    const all = commands.flatMap((command) => keysOf(command) ?? [])
    expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([])
  })

  it('a number key shows the page with that number', () => {
    commands.find(({ label }) => label === 'Page by number')?.run('G 3')
    expect(shown).toEqual([3])
  })
})
