import { performance } from 'node:perf_hooks'
import { summarize } from './measure.ts'

const rows = 10_000
const pasted = 1_000
const rounds = 30

interface Place {
  connectionId: string
  homeFolderId: string
  /** Reads all rows of a page. */
  readPage: (path: string, body: unknown) => Promise<unknown>
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

/**
 * Median milliseconds on an input table with ten thousand rows: changing one cell, adding a thousand rows, and reading a thousand added
 * rows with the next request for the page.
 */
export async function inputRowsBench(
  call: Call,
  { connectionId, homeFolderId, readPage }: Place,
): Promise<{ cell: number; paste: number; visible: number }> {
  const table = {
    id: 'entries',
    kind: 'input-table',
    name: 'Entries',
    source: { kind: 'empty', connectionId },
    inputMode: 'edit',
    columns: [
      { id: 'ID', hidden: true },
      ...Array.from({ length: 4 }, (_, index) => ({ id: `c${index}`, type: 'text', name: `Column ${index}` })),
    ],
  }
  const body = {
    name: 'Entries',
    folderId: homeFolderId,
    schemaVersion: 1,
    pages: [{ id: 'p', name: 'Page', elements: [table] }],
  }
  const { workbookId } = (await call('POST', '/v2/workbooks/spec', body)) as { workbookId: string }
  const path = `/v2/workbooks/${workbookId}/elements/entries/rows`
  const cells = (count: number) =>
    Array.from({ length: count }, (_, row) =>
      Object.fromEntries([0, 1, 2, 3].map((column) => [`c${column}`, `Row ${row}, column ${column}`])),
    )
  const { inserted } = (await call('POST', path, { insert: cells(rows) })) as { inserted: string[] }
  const timed = async (work: (round: number) => Promise<unknown>, count = rounds) => {
    const times: number[] = []
    for (let round = -2; round < count; round += 1) {
      const started = performance.now()
      await work(round + 2)
      if (round >= 0) times.push(performance.now() - started)
    }
    return summarize(times).median
  }
  const cell = await timed((round) =>
    call('POST', path, { update: [{ rowId: inserted[round * 7] ?? '', values: { c1: `Changed ${round}` } }] }),
  )
  const paste = await timed(() => call('POST', path, { insert: cells(pasted) }), 10)
  const visible = await timed(async () => {
    await call('POST', path, { insert: cells(pasted) })
    await readPage(`/v2/workbooks/${workbookId}/pages/p/data`, { elementIds: ['entries'] })
  }, 10)
  return { cell, paste, visible }
}
