import { readFormN } from '@octavo/core/document'
import { beforeEach, expect, it } from 'vitest'
import { DraftEditor } from '../../editor/draft/draft-editor.ts'
import { DraftServer, KeptEdits, TestClock } from '../../editor/draft/testing.ts'
import { i18n } from '../../i18n/index.ts'
import '../../i18n/editor.ts'
import { EditorActions } from './editor-actions.ts'
import { type CommandSubject, dataCommands, endCommands, oneCommands, placeCommands } from './element-commands.ts'
import { menuOnly } from './palette-entries.ts'

const source = {
  kind: 'warehouse-table',
  connectionId: '22222222-2222-4222-8222-222222222222',
  path: ['main', 'SALES'],
}
const columns = [{ id: 'c', formula: '[SALES/CITY]' }]
const { document } = readFormN({
  schemaVersion: 1,
  pages: [
    {
      id: 'p1',
      name: 'First',
      elements: [
        { id: 'sales', kind: 'table', name: 'Sales', source, columns },
        { id: 'bars', kind: 'bar-chart', name: 'Bars', source, columns },
        { id: 'words', kind: 'text', body: 'Words' },
        { id: 'city', kind: 'control', controlId: 'City', controlType: 'text', mode: 'equals' },
      ],
    },
    { id: 'p2', name: 'Second', elements: [] },
  ],
})

let opened: string[]
beforeEach(() => {
  opened = []
})

function select(elementIds: string[], rights: readonly string[]): CommandSubject {
  const server = new DraftServer(document)
  const transport = server.transport('ann')
  const unsent = new KeptEdits()
  const editor = new DraftEditor({ draft: server.draft(), memberId: 'ann', transport, unsent, clock: new TestClock() })
  editor.select({ elementIds })
  const t = i18n.getFixedT(i18n.language, 'editor')
  const actions = new EditorActions({
    editor,
    t,
    pickSource: () => undefined,
    openDialog: (kind, elementId) => opened.push(`${kind} ${elementId}`),
    showLineage: () => undefined,
    showTab: () => undefined,
    needsSource: () => false,
  })
  return { editor, actions, t, may: (right) => rights.includes(right), paste: () => undefined }
}

const all = ['edit-workbooks', 'schedule-materializations', 'schedule-exports', 'upload-csv']
const sources = ['Change source…', 'Join…', 'Union…']

it.each([
  ['sales', all, [...sources, 'Transpose…', 'Create data model…', 'Schedule materialization…', 'Alert when…']],
  ['sales', [], [...sources, 'Transpose…']],
  ['bars', all, [...sources, 'Schedule materialization…', 'Alert when…']],
  ['words', all, []],
])('the data of %s with the rights %j', (id, rights, labels) => {
  const commands = dataCommands(select([id], rights)).filter(({ under }) => under?.label !== 'Change kind')
  expect(commands.map(({ label }) => label)).toEqual(labels)
})

it('opens the dialog of the selected element', () => {
  const commands = dataCommands(select(['sales'], all))
  for (const label of ['Create data model…', 'Change source…', 'Join…', 'Alert when…'])
    commands.find((command) => command.label === label)?.run()
  expect(opened).toEqual(['dataModel sales', 'source sales', 'join sales', 'alert sales'])
})

it.each([
  ['one element', ['sales'], 'Bring into view', true],
  ['several elements', ['sales', 'bars'], 'Bring into view', false],
  ['one element', ['sales'], 'Second', true],
])('%s: %s has "%s"', (_, ids, label, isThere) => {
  expect(placeCommands(select(ids, all)).some((command) => command.label === label)).toBe(isThere)
})

it('a control has a synced copy on each page, named in full in the palette', () => {
  const copies = oneCommands(select(['city'], all)).filter(({ under }) => under?.label === 'Synced copy on')
  expect(copies.map(({ fullLabel }) => fullLabel)).toEqual(['Synced copy on First', 'Synced copy on Second'])
})

it('the palette lists each command of the editor once, and none that cannot run', () => {
  const subject = select(['city'], all)
  const menu = [...placeCommands(subject), ...oneCommands(subject), ...endCommands(subject)]
  const listed = menuOnly(menu, [{ id: 'duplicate' }, { id: 'group' }]).map(({ id }) => id)
  expect(menu.map(({ id }) => id)).toEqual(expect.arrayContaining(['duplicate', 'group', 'toFilter', 'copyLink']))
  expect(listed).toEqual(expect.arrayContaining(['copyLink', 'moveNewPage', 'groupTabs']))
  for (const id of ['duplicate', 'group', 'toFilter']) expect(listed).not.toContain(id)
})
