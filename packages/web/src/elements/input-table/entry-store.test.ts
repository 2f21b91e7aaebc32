import type { InputTableChange, InputTableChanged } from '@octavo/core/contract'
import { expect, it } from 'vitest'
import { type EntryPlan, noEntries, problemCount, type RefusedPlace } from './entries.ts'
import { type Conflict, EntryStore } from './entry-store.ts'

/** A table on a server: rows by id; a change is stored completely or not at all. */
function serverOf(rows: Record<string, Record<string, unknown>>) {
  const sent: InputTableChange[] = []
  const waiting: (() => void)[] = []
  let refusal: string | undefined
  const revisions: Record<string, number> = {}
  let revision = 0
  let next = 1
  return {
    rows,
    sent,
    /** The revision that the page shows. */
    seen: undefined as number | undefined,
    /** Somebody else changes a row, or deletes it. */
    other(rowId: string, values: Record<string, unknown> | null) {
      if (values === null) delete rows[rowId]
      else rows[rowId] = { ...rows[rowId], ...values }
      revisions[rowId] = ++revision
    },
    refuse(reason: string | undefined) {
      refusal = reason
    },
    /** Completes the running request. */
    async arrive() {
      waiting.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
    async send(change: InputTableChange): Promise<InputTableChanged> {
      sent.push(change)
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (refusal !== undefined) throw new Error(refusal)
      const refused = refusedOf(change)
      if (refused.length > 0) throw Object.assign(new Error('Cells are refused.'), { refused })
      const { insert = [], update = [], delete: gone = [], baseRevision } = change
      const conflicts = [...update.map(({ rowId }) => rowId), ...gone].flatMap((rowId): Conflict[] =>
        baseRevision !== undefined && (revisions[rowId] ?? 0) > baseRevision
          ? [{ rowId, values: (rows[rowId] as Conflict['values'] | undefined) ?? null, updatedBy: 'bob' }]
          : [],
      )
      if (conflicts.length > 0) throw Object.assign(new Error('Changed since it was read.'), { conflicts })
      revision += 1
      for (const { rowId } of update) revisions[rowId] = revision
      for (const id of gone) delete rows[id]
      for (const { rowId, values } of update) rows[rowId] = { ...rows[rowId], ...values }
      const inserted = insert.map((values) => {
        const id = `r${next++}`
        rows[id] = values
        return id
      })
      const counts = { updated: update.length, deleted: gone.length, rows: Object.keys(rows).length, revision }
      return { workbookId: 'w', elementId: 'e', inserted, ...counts }
    },
  }
}

/** The server accepts no cell with the text "bad". */
function refusedOf({ insert = [], update = [] }: InputTableChange): RefusedPlace[] {
  const rows = [
    ...insert.map((values, index) => ({ values, path: `insert[${index}]` })),
    ...update.map(({ values }, index) => ({ values, path: `update[${index}].values` })),
  ]
  return rows.flatMap(({ values, path }) =>
    Object.entries(values).flatMap(([id, cell]) =>
      cell === 'bad'
        ? [{ path: `${path}.${id}`, problem: { code: 'not_a_choice' as const, values: { value: cell } } }]
        : [],
    ),
  )
}

const entry = (text: string) => ({ text, cell: text })
const wrong = { text: 'many', cell: null, problem: { code: 'not_a_number' } as const }
const changed = (rowKey: string, cells: Record<string, ReturnType<typeof entry>>) => ({
  changed: [{ rowKey, cells }],
  added: [],
})
const before = (rowKey: string, cells: Record<string, ReturnType<typeof entry>>) => ({
  ...noEntries,
  changed: new Map([[rowKey, cells]]),
})

function storeOf(server: ReturnType<typeof serverOf>, isLive: boolean, required: readonly string[] = []) {
  const reloads: number[] = []
  const store = new EntryStore({
    send: (change) => server.send(change),
    isLive,
    onStored: () => reloads.push(reloads.length),
    explain: (error) => (error as Error).message,
    baseRevision: () => server.seen,
    required: () => required,
    refusedIn: (error) => (error as { refused?: RefusedPlace[] }).refused ?? [],
    conflictsIn: (error) => (error as { conflicts?: Conflict[] }).conflicts ?? [],
  })
  /** The change arrives and the page reads its rows again. */
  const settle = async () => {
    while (store.state.isSaving) {
      await server.arrive()
      store.shown()
    }
  }
  return { store, settle, reloads }
}

it('sends each entry of a draft at once, one change at a time, and shows it until the page has it', async () => {
  const server = serverOf({ a: { c: 'old' } })
  const { store, settle } = storeOf(server, true)
  store.write(changed('a', { c: entry('one') }), before('a', { c: entry('old') }))
  store.write(changed('a', { c: entry('two') }), before('a', { c: entry('one') }))
  store.write(changed('a', { d: entry('three') }), before('a', { d: entry('') }))
  expect(server.sent).toHaveLength(1)
  expect(store.state.entries.changed.get('a')).toMatchObject({ c: { text: 'two' }, d: { text: 'three' } })
  await settle()
  expect(server.sent).toEqual([
    { update: [{ rowId: 'a', values: { c: 'one' } }] },
    { update: [{ rowId: 'a', values: { c: 'two', d: 'three' } }] },
  ])
  expect(server.rows).toEqual({ a: { c: 'two', d: 'three' } })
  expect(store.state.entries.changed.size).toBe(0)
})

it('changes and removes an added row before the server has given it an id', async () => {
  const server = serverOf({})
  const { store, settle } = storeOf(server, true)
  const [first = '', second = ''] = store.write(
    { changed: [], added: [{ c: entry('x') }, { c: entry('y') }] },
    noEntries,
  )
  store.write(changed(first, { c: entry('z') }), before(first, { c: entry('x') }))
  store.remove([second], noEntries)
  expect(store.state.entries.added.map(({ cells }) => cells.c?.text)).toEqual(['z'])
  await settle()
  expect(server.rows).toEqual({ r1: { c: 'z' } })
})

it('keeps cells that do not fit, and stores the others', async () => {
  const server = serverOf({ a: {} })
  const { store, settle } = storeOf(server, true)
  store.write({ changed: [{ rowKey: 'a', cells: { c: entry('x'), n: wrong } }], added: [{ n: wrong }] }, noEntries)
  await settle()
  expect(server.rows).toEqual({ a: { c: 'x' }, r1: {} })
  expect([...store.state.entries.changed]).toEqual([
    ['a', { n: wrong }],
    ['r1', { n: wrong }],
  ])
  expect(server.sent).toHaveLength(1)
  store.write(changed('r1', { n: entry('5') }), noEntries)
  await settle()
  expect(server.rows.r1).toEqual({ n: '5' })
})

it('keeps entries that the server refuses, and sends them again on request', async () => {
  const server = serverOf({ a: {} })
  const { store, settle } = storeOf(server, true)
  server.refuse('The table is closed.')
  store.write(changed('a', { c: entry('x') }), noEntries)
  await server.arrive()
  expect(store.state).toMatchObject({ failure: 'The table is closed.', isSaving: false })
  expect(store.state.entries.changed.get('a')).toEqual({ c: entry('x') })
  server.refuse(undefined)
  void store.save()
  await settle()
  expect(server.rows.a).toEqual({ c: 'x' })
  expect(store.state.failure).toBeUndefined()
})

it('undoes stored entries, added rows and removed rows by reverse changes', async () => {
  const server = serverOf({ a: { c: 'old' }, b: { c: 'kept' } })
  const { store, settle } = storeOf(server, true)
  store.write({ ...changed('a', { c: entry('new') }), added: [{ c: entry('more') }] }, before('a', { c: entry('old') }))
  await settle()
  expect(server.rows).toEqual({ a: { c: 'new' }, b: { c: 'kept' }, r1: { c: 'more' } })
  store.remove(['b'], { ...noEntries, added: [{ key: 'again b', cells: { c: entry('kept') } }] })
  await settle()
  expect(Object.keys(server.rows)).toEqual(['a', 'r1'])
  store.undo()
  await settle()
  expect(server.rows.r2).toEqual({ c: 'kept' })
  store.undo()
  await settle()
  expect(server.rows).toEqual({ a: { c: 'old' }, r2: { c: 'kept' } })
  expect(store.state.canUndo).toBe(false)
})

it('undoes further steps on a row that undo has restored under another id', async () => {
  const server = serverOf({ a: { c: 'first' } })
  const { store, settle } = storeOf(server, true)
  const write = (rowKey: string, from: string, to: string) =>
    store.write(changed(rowKey, { c: entry(to) }), before(rowKey, { c: entry(from) }))
  const remove = (rowKey: string, text: string) =>
    store.remove([rowKey], {
      ...noEntries,
      added: [{ key: `again ${rowKey}`, cells: { c: entry(text) }, restores: rowKey }],
    })
  write('a', 'first', 'second')
  await settle()
  remove('a', 'second')
  await settle()
  store.undo()
  await settle()
  expect(server.rows).toEqual({ r1: { c: 'second' } })
  remove('r1', 'second')
  await settle()
  store.undo()
  // The change is undone while the restored row is being sent.
  store.undo()
  await settle()
  expect(Object.values(server.rows)).toEqual([{ c: 'first' }])
  expect(store.state).toMatchObject({ failure: undefined, canUndo: false })
})

it('holds an added row until its required columns have values, and sends the others', async () => {
  const server = serverOf({ a: { c: 'old' } })
  const { store, settle } = storeOf(server, true, ['c'])
  const [first = '', second = ''] = store.write({ changed: [], added: [{ d: entry('x') }, { c: wrong }] }, noEntries)
  store.write(changed('a', { d: entry('y') }), noEntries)
  await settle()
  expect(server.rows).toEqual({ a: { c: 'old', d: 'y' } })
  expect(problemCount(store.state.entries, ['c'])).toBe(2)
  store.write(changed(first, { c: entry('now') }), noEntries)
  store.write(changed(second, { c: entry('too') }), noEntries)
  await settle()
  expect(Object.values(server.rows)).toEqual([{ c: 'old', d: 'y' }, { c: 'now', d: 'x' }, { c: 'too' }])
  expect(store.state.entries.added).toEqual([])
})

it('collects the entries of a published table until they are saved; undo and discard send nothing', async () => {
  const server = serverOf({ a: { c: 'old' } })
  const { store, settle, reloads } = storeOf(server, false)
  store.write(changed('a', { c: entry('one') }), noEntries)
  store.write({ changed: [], added: [{ c: entry('row') }] }, noEntries)
  store.undo()
  expect(store.state.unsaved.added).toEqual([])
  store.write({ changed: [], added: [{ c: entry('other') }] }, noEntries)
  expect(server.sent).toEqual([])
  void store.save()
  await settle()
  expect(server.sent).toEqual([{ insert: [{ c: 'other' }], update: [{ rowId: 'a', values: { c: 'one' } }] }])
  expect(reloads).toHaveLength(1)
  store.write(changed('a', { c: entry('two') }), noEntries)
  store.discard()
  expect(store.state.entries.changed.size).toBe(0)
  expect(server.sent).toHaveLength(1)
})

it('asks whose cells to keep when another member has changed a row since it was read', async () => {
  const server = serverOf({ a: { c: 'old' }, b: { c: 'old' }, d: { c: 'old' } })
  const { store, settle, reloads } = storeOf(server, false)
  server.seen = 0
  const edit = () => {
    for (const rowId of ['a', 'b', 'd']) store.write(changed(rowId, { c: entry('mine') }), noEntries)
    void store.save()
  }
  server.other('a', { c: 'theirs' })
  server.other('d', null)
  edit()
  await settle()
  expect(store.state.conflicts).toMatchObject([
    { rowId: 'a', values: { c: 'theirs' } },
    { rowId: 'd', values: null },
  ])
  expect(server.rows).toEqual({ a: { c: 'theirs' }, b: { c: 'old' } })
  store.takeTheirs()
  store.shown()
  expect(reloads).toHaveLength(1)
  expect([...store.state.entries.changed.keys()]).toEqual(['b'])
  server.seen = 2
  void store.save()
  await settle()
  expect(server.rows).toEqual({ a: { c: 'theirs' }, b: { c: 'mine' } })

  server.other('a', { c: 'again theirs' })
  edit()
  await settle()
  void store.keepMine()
  await settle()
  expect(server.rows.a).toEqual({ c: 'mine' })
  expect(store.state).toMatchObject({ conflicts: [], failure: undefined })
})

it('reports a conflict if changed rows arrive on the page while a cell is edited', async () => {
  const server = serverOf({ a: { c: 'old' }, b: { c: 'old' } })
  const { store, settle } = storeOf(server, true)
  server.seen = 0
  store.hold()
  server.other('a', { c: 'theirs' })
  server.seen = 1
  store.write(changed('a', { c: entry('mine') }), noEntries)
  store.release()
  await settle()
  expect(store.state.conflicts).toMatchObject([{ rowId: 'a', values: { c: 'theirs' } }])
  store.takeTheirs()
  store.shown()

  // The revision of the page when a cell is opened counts as seen.
  store.hold()
  store.write(changed('a', { c: entry('mine after all') }), noEntries)
  store.release()
  await settle()
  expect(server.rows.a).toEqual({ c: 'mine after all' })
})

it('counts the own stored changes as seen before the page shows them', async () => {
  const server = serverOf({ a: { c: 'old' } })
  const { store, settle } = storeOf(server, true)
  server.seen = 0
  store.write(changed('a', { c: entry('one') }), noEntries)
  await server.arrive()
  // The page still shows the previous revision.
  store.hold()
  store.write(changed('a', { c: entry('two') }), noEntries)
  store.release()
  store.shown()
  await settle()
  expect(server.rows.a).toEqual({ c: 'two' })
  expect(store.state.conflicts).toEqual([])
})

it.each([true, false])('keeps cells that the server refuses, and stores the others (live: %s)', async (isLive) => {
  const server = serverOf({ a: { c: 'old' }, b: { c: 'old' } })
  const { store } = storeOf(server, isLive)
  const plan: EntryPlan = {
    changed: [
      { rowKey: 'a', cells: { c: entry('good'), d: entry('bad') } },
      { rowKey: 'b', cells: { c: entry('bad') } },
    ],
    added: [{ c: entry('bad'), d: entry('good') }],
  }
  store.write(plan, noEntries)
  const saved = isLive ? undefined : store.save()
  await server.arrive()
  await server.arrive()
  await saved
  store.shown()
  expect(server.rows).toEqual({ a: { c: 'good' }, b: { c: 'old' }, r1: { d: 'good' } })
  expect(server.sent).toHaveLength(2)
  expect(store.state.failure).toBeUndefined()
  expect(problemCount(store.state.entries, [])).toBe(3)
  const refused = { text: 'bad', cell: null, problem: { code: 'not_a_choice', values: { value: 'bad' } } }
  expect(Object.fromEntries(store.state.entries.changed)).toEqual({
    a: { d: refused },
    b: { c: refused },
    r1: { c: refused },
  })
})
