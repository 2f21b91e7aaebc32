import { type DocumentEdit, serializeDocument } from '@octavo/core/document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addElement } from './add-element.ts'
import { DraftEditor } from './draft-editor.ts'
import { DraftServer, KeptEdits, settle, TestClock, workbookWithText } from './testing.ts'

function open(server = new DraftServer(workbookWithText()), memberId = 'ann', unsent = new KeptEdits()) {
  const clock = new TestClock()
  const editor = new DraftEditor({
    draft: server.draft(),
    memberId,
    transport: server.transport(memberId),
    unsent,
    clock,
  })
  return { server, clock, editor, unsent }
}

const setBody = (id: string, value: string): DocumentEdit[] => [{ op: 'set', at: ['elements', { id }, 'body'], value }]
const setStyle = (id: string, backgroundColor: string): DocumentEdit[] => [
  { op: 'set', at: ['elements', { id }, 'style'], value: { backgroundColor } },
]
const bodyOf = (editor: DraftEditor, id: string) => editor.state.document.elements[id]?.body

describe('an edit', () => {
  it('shows at once, is sent at once where it changes data, and is saved', async () => {
    const { editor, server } = open()
    editor.apply('Write', setBody('t1', 'Good morning'))
    expect(bodyOf(editor, 't1')).toBe('Good morning')
    expect(editor.state.save).toEqual({ kind: 'saving' })
    await settle()
    expect(editor.state.save).toEqual({ kind: 'saved' })
    expect(server.document.elements.t1?.body).toBe('Good morning')
  })

  it('keeps the identity of the shown document after the server has stored it', async () => {
    const { editor, clock } = open()
    editor.apply('Colour', setStyle('t1', '#ffffff'))
    editor.apply('Write', setBody('t2', 'Good morning'))
    const shown = editor.state.document
    await clock.move(300)
    expect(editor.state).toMatchObject({ save: { kind: 'saved' }, revision: 1 })
    expect(editor.state.document).toBe(shown)
  })

  it('of somebody else changes only its element', async () => {
    const { editor, server } = open()
    const { elements } = editor.state.document
    server.save(setBody('t1', 'Good evening'), 0, 'bob')
    editor.receive(server.since(0))
    await settle()
    expect(bodyOf(editor, 't1')).toBe('Good evening')
    expect(editor.state.document.elements.t2).toBe(elements.t2)
  })

  it('of a style waits for further style edits and is sent with them in one request', async () => {
    const { editor, server, clock } = open()
    editor.apply('Colour', setStyle('t1', '#ffffff'))
    editor.apply('Colour', setStyle('t1', '#eeeeee'))
    await settle()
    expect(server.requests).toHaveLength(0)
    await clock.move(300)
    expect(server.requests).toHaveLength(1)
    expect(server.document.elements.t1?.style).toEqual({ backgroundColor: '#eeeeee' })
  })

  it('names the elements whose data it changes once the server has it, and none for a style', async () => {
    const { editor, clock } = open()
    const asked: string[][] = []
    editor.onSaved((ids) => asked.push([...ids]))
    editor.apply('Colour', setStyle('t1', '#ffffff'))
    await clock.move(300)
    expect(asked).toEqual([])
    editor.apply('Write', setBody('t1', 'Hi'))
    await settle()
    expect(asked).toEqual([['t1']])
  })
})

describe('undo and redo', () => {
  it('restore documents byte for byte, over any number of edits', async () => {
    const edit = fc.oneof(
      fc.record({ id: fc.constantFrom('t1', 't2'), text: fc.string() }).map(({ id, text }) => setBody(id, text)),
      fc.constantFrom('t1', 't2').map((id): DocumentEdit[] => [{ op: 'remove', at: ['elements'], id }]),
      fc
        .integer({ min: 1, max: 9 })
        .map((row): DocumentEdit[] => [
          { op: 'set', at: ['places', { id: 't1' }, 'row'], value: { start: row, end: row + 3 } },
        ]),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 8 }), async (gestures) => {
        const { editor } = open()
        const texts = [serializeDocument(editor.state.document)]
        for (const edits of gestures) {
          const { applied } = editor.apply('Step', edits)
          if (applied.length > 0) texts.push(serializeDocument(editor.state.document))
        }
        await settle()
        for (const text of texts.slice(0, -1).reverse()) {
          editor.undo()
          expect(serializeDocument(editor.state.document)).toBe(text)
        }
        for (const text of texts.slice(1)) {
          editor.redo()
          expect(serializeDocument(editor.state.document)).toBe(text)
        }
      }),
    )
  })

  it('combine typing within a second into one step, which a pause ends', async () => {
    const { editor, clock } = open()
    for (const text of ['H', 'He', 'Hel']) editor.apply('Type', setBody('t1', text), { gather: 't1 body' })
    await clock.move(2_000)
    editor.apply('Type', setBody('t1', 'Help'), { gather: 't1 body' })
    expect(editor.state.undoWords).toEqual(['Type', 'Type'])
    editor.undo()
    expect(bodyOf(editor, 't1')).toBe('Hel')
    editor.undo()
    expect(bodyOf(editor, 't1')).toBe('Hello')
  })

  it('go back to the page of the step', () => {
    const { editor } = open()
    const entry = { id: 'p2', name: 'Page 2' }
    editor.apply('Add page', [{ op: 'insert', at: ['pages'], entry, after: 'p1' }], { pageId: 'p2' })
    expect(editor.state.pageId).toBe('p2')
    editor.undo()
    expect(editor.state.pageId).toBe('p1')
  })
})

describe('without a connection', () => {
  it('edits are kept, counted, and sent in order when it is back', async () => {
    const { editor, server, clock, unsent } = open()
    server.isReachable = false
    editor.apply('One', setBody('t1', 'one'))
    await settle()
    editor.apply('Two', setBody('t2', 'two'))
    expect(editor.state.save).toEqual({ kind: 'offline', count: 2 })
    expect(unsent.batches.map(({ word }) => word)).toEqual(['One', 'Two'])
    server.isReachable = true
    await clock.move(1_000)
    expect(editor.state.save).toEqual({ kind: 'saved' })
    expect([server.document.elements.t1?.body, server.document.elements.t2?.body]).toEqual(['one', 'two'])
    expect(unsent.batches).toEqual([])
  })

  it('ends as soon as the server responds again, even if no edits wait', async () => {
    const { editor, server, clock } = open()
    server.isReachable = false
    editor.receive({ revision: 1, batches: [] })
    await settle()
    expect(editor.state.save).toEqual({ kind: 'offline', count: 0 })
    server.isReachable = true
    await clock.move(1_000)
    expect(editor.state.save).toEqual({ kind: 'saved' })
  })

  it('edits of an earlier session are sent', async () => {
    const first = open()
    first.server.isReachable = false
    first.editor.apply('One', setBody('t1', 'one'))
    await settle()
    first.editor.close()
    first.server.isReachable = true
    const second = open(first.server, 'ann', first.unsent)
    await second.editor.restoreUnsent()
    await settle()
    expect(first.server.document.elements.t1?.body).toBe('one')
  })
})

describe('a refusal', () => {
  it('sets aside the refused change with its reason, sends the others, and can be retried or discarded', async () => {
    const { editor, server } = open()
    editor.apply('First', setBody('t2', 'fine'))
    editor.apply('Bad', setBody('t1', 'forbidden'))
    editor.apply('Last', setStyle('t2', '#ffffff'))
    await editor.settled()
    expect(editor.state.refused.map(({ word, failure }) => [word, failure.message])).toEqual([
      ['Bad', 'Not this word.'],
    ])
    expect(editor.state.save).toMatchObject({ kind: 'refused', message: 'Not this word.' })
    expect(bodyOf(editor, 't1')).toBe('Hello')
    expect(server.document.elements.t2).toMatchObject({ body: 'fine', style: { backgroundColor: '#ffffff' } })
    server.forbidden = 'another word'
    editor.retryRefused(editor.state.refused[0]?.id ?? '')
    await settle()
    expect(server.document.elements.t1?.body).toBe('forbidden')
    expect(editor.state.refused).toEqual([])
    expect(editor.state.save).toEqual({ kind: 'saved' })
  })
})

describe('waiting until everything is stored', () => {
  it('includes edits that wait for the changes of somebody else', async () => {
    const { editor, server } = open()
    server.isSlow = true
    editor.apply('First', setBody('t1', 'first'))
    editor.apply('Second', setBody('t1', 'second'))
    // Reported before the answer to the first edit, which does not contain it.
    editor.receive({ revision: 2, batches: [] })
    await editor.settled()
    expect(server.document.elements.t1?.body).toBe('second')
  })

  it('includes edits that follow a refused one', async () => {
    const { editor, server } = open()
    server.isSlow = true
    editor.apply('Bad', setBody('t1', 'forbidden'))
    await editor.settled()
    expect(editor.state.save).toMatchObject({ kind: 'refused' })
    editor.apply('Good', setBody('t2', 'fine'))
    await editor.settled()
    expect(server.document.elements.t2?.body).toBe('fine')
  })

  it('ends where the server cannot be reached', async () => {
    const { editor, server } = open()
    server.isSlow = true
    server.isReachable = false
    editor.apply('Write', setBody('t1', 'unsent'))
    await editor.settled()
    expect(editor.state.save).toEqual({ kind: 'offline', count: 1 })
  })
})

describe('two editors', () => {
  function pair() {
    const server = new DraftServer(workbookWithText())
    const ann = open(server, 'ann')
    const bo = open(server, 'bo')
    const push = () => {
      const changes = server.since(0)
      ann.editor.receive(changes)
      bo.editor.receive(changes)
    }
    return { server, ann, bo, push }
  }

  it('that change different things both have both changes', async () => {
    const { ann, bo, push } = pair()
    ann.editor.apply('A', setBody('t1', 'by Ann'))
    bo.editor.apply('B', setBody('t2', 'by Bo'))
    await settle()
    push()
    await settle()
    for (const { editor } of [ann, bo])
      expect([bodyOf(editor, 't1'), bodyOf(editor, 't2')]).toEqual(['by Ann', 'by Bo'])
  })

  it('that make changes while the draft is reloaded have them in the reloaded draft', async () => {
    const server = new DraftServer(workbookWithText())
    const asked: number[] = []
    const old = server.draft()
    const transport = {
      ...server.transport('ann'),
      read: async () => old,
      since: async (revision: number) => {
        asked.push(revision)
        return server.since(revision)
      },
    }
    const clock = new TestClock()
    const editor = new DraftEditor({ draft: old, memberId: 'ann', transport, unsent: new KeptEdits(), clock })
    const reading = editor.reload()
    for (const text of ['One', 'Two']) server.save(setBody('t1', text), server.revision, 'bo')
    editor.receive({ revision: 2, batches: server.batches.slice(1) })
    expect(asked).toEqual([])
    await reading
    await settle()
    expect(asked).toEqual([0])
    expect(bodyOf(editor, 't1')).toBe('Two')
  })

  it.each([
    ['mine', 'by Bo'],
    ['theirs', 'by Ann'],
  ] as const)(
    'that change the same field: the later one is asked, and "%s" is what both have then',
    async (choice, text) => {
      const { ann, bo, push, server } = pair()
      server.isReachable = false
      bo.editor.apply('B', setBody('t1', 'by Bo'))
      await settle()
      server.isReachable = true
      ann.editor.apply('A', setBody('t1', 'by Ann'))
      await settle()
      push()
      await settle()
      expect(bo.editor.state.conflicts).toMatchObject([{ word: 'B', by: 'ann', kind: 'same', elementIds: ['t1'] }])
      expect(bodyOf(bo.editor, 't1')).toBe('by Ann')
      bo.editor.resolveConflict(bo.editor.state.conflicts[0]?.id ?? '', choice)
      await settle()
      push()
      await settle()
      expect([bodyOf(ann.editor, 't1'), bodyOf(bo.editor, 't1')]).toEqual([text, text])
    },
  )

  it.each([
    ['mine', 'by Bo'],
    ['theirs', undefined],
  ] as const)(
    'of whom one removes what the other changes: it is brought back with the change, or stays gone (%s)',
    async (choice, text) => {
      const { ann, bo, push, server } = pair()
      const place = server.document.layout[0]?.children.find(({ elementId }) => elementId === 't1')
      server.isReachable = false
      bo.editor.apply('B', setBody('t1', 'by Bo'))
      await settle()
      server.isReachable = true
      ann.editor.apply('A', [{ op: 'remove', at: ['elements'], id: 't1' }])
      await ann.clock.move(300)
      push()
      await settle()
      expect(bo.editor.state.conflicts).toMatchObject([{ word: 'B', by: 'ann', kind: 'gone' }])
      expect(bo.editor.state.document.elements.t1).toBeUndefined()
      bo.editor.resolveConflict(bo.editor.state.conflicts[0]?.id ?? '', choice)
      await settle()
      push()
      await settle()
      for (const { editor } of [ann, bo]) {
        const { document } = editor.state
        expect(document.elements.t1?.body).toBe(text)
        const found = document.layout[0]?.children.find(({ elementId }) => elementId === 't1')
        expect(found).toEqual(text === undefined ? undefined : place)
      }
    },
  )

  it.each([
    ['mine', undefined],
    ['theirs', 'by Ann'],
  ] as const)(
    'of whom one changes what the other has removed while offline: it is removed, or kept (%s)',
    async (choice, text) => {
      const { ann, bo, push, server } = pair()
      server.isReachable = false
      bo.editor.apply('B', [{ op: 'remove', at: ['elements'], id: 't1' }])
      await bo.clock.move(300)
      server.isReachable = true
      ann.editor.apply('A', setBody('t1', 'by Ann'))
      await settle()
      push()
      await settle()
      expect(bo.editor.state.conflicts).toMatchObject([{ word: 'B', by: 'ann', kind: 'removed' }])
      expect(bodyOf(bo.editor, 't1')).toBe('by Ann')
      bo.editor.resolveConflict(bo.editor.state.conflicts[0]?.id ?? '', choice)
      await bo.clock.move(300)
      push()
      await settle()
      expect([bodyOf(ann.editor, 't1'), bodyOf(bo.editor, 't1')]).toEqual([text, text])
    },
  )

  it('undo of a change that replaced the change of the other restores the change of the other', async () => {
    const { ann, bo, push, server } = pair()
    server.isReachable = false
    bo.editor.apply('B', setBody('t1', 'by Bo'))
    await settle()
    server.isReachable = true
    ann.editor.apply('A', setBody('t1', 'by Ann'))
    await settle()
    push()
    await settle()
    bo.editor.resolveConflict(bo.editor.state.conflicts[0]?.id ?? '', 'mine')
    await settle()
    expect(bo.editor.undo()).toMatchObject({ isDone: true, word: 'B' })
    expect(bodyOf(bo.editor, 't1')).toBe('by Ann')
  })

  it('undo only their own steps, and confirm before undoing what the other has changed since', async () => {
    const { ann, bo, push } = pair()
    ann.editor.apply('A', setBody('t1', 'by Ann'))
    await settle()
    push()
    bo.editor.apply('B', setBody('t1', 'by Bo'))
    await settle()
    push()
    await settle()
    expect(ann.editor.undo()).toEqual({ isDone: false, word: 'A', isBlocked: true, by: 'bo' })
    expect(bodyOf(ann.editor, 't1')).toBe('by Bo')
    expect(ann.editor.undo({ anyway: true })).toMatchObject({ isDone: true })
    expect(bodyOf(ann.editor, 't1')).toBe('Hello')
  })
})

describe('a new element', () => {
  it('is one undo step, selected, and never overlaps another element', () => {
    const { editor } = open()
    const before = serializeDocument(editor.state.document)
    const id = addElement(editor, { kind: 'button' }, 'Add Button')
    expect(editor.state.selection.elementIds).toEqual([id])
    expect(editor.state.undoWords).toEqual(['Add Button'])
    expect(editor.state.document.elements[id]).toMatchObject({ kind: 'button', text: 'Button' })
    editor.undo()
    expect(serializeDocument(editor.state.document)).toBe(before)
  })
})
