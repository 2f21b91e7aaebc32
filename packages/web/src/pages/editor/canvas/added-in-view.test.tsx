// @vitest-environment happy-dom
import { findNode } from '@octavo/core/document'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addElement } from '../../../editor/draft/add-element.ts'
import { DraftEditor } from '../../../editor/draft/draft-editor.ts'
import { DraftServer, KeptEdits, TestClock, workbookWithText } from '../../../editor/draft/testing.ts'
import { EditorProvider } from '../../../editor/index.ts'
import { AddedInView } from './added-in-view.tsx'

afterEach(cleanup)

function open() {
  const server = new DraftServer(workbookWithText())
  return new DraftEditor({
    draft: server.draft(),
    memberId: 'ann',
    transport: server.transport('ann'),
    unsent: new KeptEdits(),
    clock: new TestClock(),
  })
}

it('scrolls to an element that is added or restored, and to no other that is selected', () => {
  const editor = open()
  const asked: string[] = []
  const surface = document.createElement('div')
  vi.spyOn(surface, 'querySelector').mockImplementation((selector) => {
    asked.push(selector)
    return null
  })
  render(
    <EditorProvider value={editor}>
      <AddedInView surface={{ current: surface }} />
    </EditorProvider>,
  )
  act(() => editor.select({ elementIds: ['t2'] }))
  expect(asked).toEqual([])
  let id = ''
  act(() => {
    id = addElement(editor, { kind: 'divider' }, 'Add divider')
  })
  expect(asked).toEqual([`[data-element="${CSS.escape(id)}"]`])
  act(() => editor.select({ elementIds: ['t1'] }))
  act(() => editor.select({ elementIds: [id] }))
  expect(asked).toEqual([`[data-element="${CSS.escape(id)}"]`])
})

it.each([
  // Below the two texts.
  { rowInView: undefined, row: 7 },
  { rowInView: 12, row: 12 },
  // Below the last element, and not further.
  { rowInView: 90, row: 42 },
])('a new element is in the first gap at or below row $rowInView of the page: $row', ({ rowInView, row }) => {
  const editor = open()
  const startOf = (id: string) => findNode(editor.state.document.layout, id)?.node.row
  const at = { grid: { root: 'p1' }, column: { start: 1, end: 25 }, row: { start: 40, end: 42 } }
  addElement(editor, { kind: 'divider', at }, 'Add divider')
  editor.select({ elementIds: [] })
  editor.rowInView = rowInView === undefined ? undefined : () => rowInView
  const id = addElement(editor, { kind: 'divider' }, 'Add divider')
  expect(startOf(id)?.start).toBe(row)
})
