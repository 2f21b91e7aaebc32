// @vitest-environment happy-dom
import type { TextElement } from '@octavo/core/document'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { DraftEditor } from '../../editor/draft/draft-editor.ts'
import { DraftServer, KeptEdits, TestClock, workbookWithText } from '../../editor/draft/testing.ts'
import { EditorProvider, type OpenPage, OpenPageProvider, PageState } from '../../editor/index.ts'
import { Text } from './Text.tsx'

// happy-dom computes no layout.
beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

it('texts that are not selected keep what they have drawn when the code that edits texts arrives', async () => {
  const document = workbookWithText()
  const editor = new DraftEditor({
    draft: new DraftServer(document).draft(),
    memberId: 'ann',
    transport: new DraftServer(document).transport('ann'),
    unsent: new KeptEdits(),
    clock: new TestClock(),
  })
  const page = { document, state: new PageState(), parameters: {} } as unknown as OpenPage
  render(
    <EditorProvider value={editor}>
      <OpenPageProvider value={page}>
        {Object.values(document.elements).map((element) => (
          <Text key={element.id} element={element as TextElement} />
        ))}
      </OpenPageProvider>
    </EditorProvider>,
  )
  const first = await screen.findByText('Hello')
  const second = screen.getByText('World')
  await act(async () => {
    await import('./EditedText.tsx')
  })
  act(() => editor.select({ elementIds: ['t1'] }))
  // The selected text is drawn by the code that edits it, where a double-click starts it.
  await act(async () => {})
  page.state.setLook({ elementId: 't1', kind: 'text' })
  await act(async () => {})
  expect(second.isConnected).toBe(true)
  expect(first.isConnected).toBe(false)
  act(() => editor.select({ elementIds: [] }))
  expect(page.state.lookAt()).toBeUndefined()
  expect(second.isConnected).toBe(true)
})
