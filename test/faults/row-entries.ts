import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { isDeep, type ServerProcess } from './processes.ts'

/** A row as one client knows it. */
export interface Entered {
  word: string
  /** Null without a response. */
  rowId: string | null
  /** The last number that the server has acknowledged, and the last that was sent. */
  acknowledged: number
  sent: number
}

/** The cells of a row of the table. */
export interface EnteredCells {
  word: string
  number?: number
}

/** How many clients enter rows at once, how often their server is killed, and after how many milliseconds. */
export interface Load {
  title: string
  clients: number
  kills: number
  lifeMs(): number
}

/** Many short lives of a server with a few writers, and a few longer ones with many: 100 for five minutes with `OCTAVO_DEEP=1`. */
export function loads(kills: number): Load[] {
  const [many, lives, ms] = isDeep ? [100, 5, 40_000] : [20, 2, 5_000]
  return [
    { title: 'by a few clients', clients: 6, kills, lifeMs: () => 100 + Math.random() * 500 },
    { title: `by ${many} clients at once`, clients: many, kills: lives, lifeMs: () => ms + Math.random() * ms },
  ]
}

interface Round {
  round: number
  clients: number
  /** Collects what was entered. */
  all: Entered[]
  /** Collects errors other than the death of the server. */
  faults: unknown[]
}

/**
 * Enters a first row, and then rows and changes by several clients in parallel until the server dies. Resolves after the first row, to a
 * promise for the others.
 */
export async function enterUntilKilled(
  server: ServerProcess,
  headers: Record<string, string>,
  path: string,
  { round, clients, all, faults }: Round,
): Promise<{ ended: Promise<unknown> }> {
  // The first write of a process loads code; the kill should happen during the writes after it.
  const first: Entered = { word: `r${round}-first`, rowId: null, acknowledged: 0, sent: 0 }
  all.push(first)
  await insert(server, headers, path, first)
  const isDown = { yes: false }
  const writers = Array.from({ length: clients }, async (_, client) => {
    let own: Entered | undefined
    for (let index = 0; !isDown.yes; index += 1) {
      try {
        // One row, and then two changes of it.
        if (index % 3 === 0) {
          own = { word: `r${round}-c${client}-${index}`, rowId: null, acknowledged: 0, sent: 0 }
          all.push(own)
          await insert(server, headers, path, own)
        } else if (own) await change(server, headers, path, own)
      } catch (error) {
        // When its server dies, a request fails with a TypeError of fetch; any other error is a fault.
        if (!(error instanceof TypeError)) faults.push(error)
        isDown.yes = true
      }
    }
  })
  return { ended: Promise.all(writers) }
}

export const acknowledgedOf = (all: readonly Entered[]): Entered[] => all.filter(({ rowId }) => rowId !== null)

/** Checks that every acknowledged row and cell exists, once. The first row of each round is acknowledged however slow the machine is. */
export function expectEntered(all: readonly Entered[], rows: ReadonlyMap<string, EnteredCells>, atLeast: number): void {
  const acknowledged = acknowledgedOf(all)
  expect(acknowledged.length, 'acknowledged rows').toBeGreaterThanOrEqual(atLeast)
  expect(acknowledged.filter(({ word, rowId }) => rows.get(rowId ?? '')?.word !== word)).toEqual([])
  const numberOf = ({ rowId }: Entered) => rows.get(rowId ?? '')?.number ?? 0
  expect(
    acknowledged.filter((entered) => numberOf(entered) < entered.acknowledged || numberOf(entered) > entered.sent),
    'no acknowledged cell is lost, and none was made up',
  ).toEqual([])
  expect(new Set([...rows.values()].map(({ word }) => word)).size, 'no row is there twice').toBe(rows.size)
}

/** The rows that result from the changes, which are in the order of their revisions. */
export function rowsOfHistory(changes: readonly { row_id: string; cells: string }[]): Record<string, unknown> {
  const shown = new Map<string, Record<string, unknown>>()
  for (const { row_id: id, cells } of changes) {
    const after = Object.entries(JSON.parse(cells) as Record<string, { after: unknown }>)
    shown.set(id, { ...shown.get(id), ...Object.fromEntries(after.map(([column, cell]) => [column, cell.after])) })
  }
  return Object.fromEntries(shown)
}

/** The path of the rows of a new input table over a connection. */
export async function inputTable(
  server: ServerProcess,
  headers: Record<string, string>,
  connectionId: string,
): Promise<string> {
  const ask = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, path, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as Body
  }
  const { userId } = await ask<{ userId: string }>('GET', '/v2/whoami')
  const { homeFolderId: folderId } = await ask<{ homeFolderId: string }>('GET', `/v2/members/${userId}`)
  const table = {
    id: 'entries',
    kind: 'input-table',
    name: 'Entries',
    source: { kind: 'empty', connectionId },
    inputMode: 'edit',
    columns: [
      { id: 'ID', hidden: true },
      { id: 'word', type: 'text', name: 'Word' },
      { id: 'number', type: 'number', name: 'Number' },
    ],
  }
  const pages = [{ id: 'p', name: 'Page', elements: [table] }]
  const body = { name: 'Entries', folderId, schemaVersion: 1, pages }
  const { workbookId } = await ask<{ workbookId: string }>('POST', '/v2/workbooks/spec', body)
  return `/v2/workbooks/${workbookId}/elements/entries/rows`
}

async function insert(server: ServerProcess, headers: Record<string, string>, path: string, entered: Entered) {
  const { word } = entered
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const { status, body } = await server.request('POST', path, { insert: [{ word }] }, keyed)
  expect(status, JSON.stringify(body)).toBe(200)
  entered.rowId = (body as { inserted: string[] }).inserted[0] ?? null
}

async function change(server: ServerProcess, headers: Record<string, string>, path: string, entered: Entered) {
  const number = entered.sent + 1
  entered.sent = number
  const update = [{ rowId: entered.rowId, values: { number } }]
  const { status, body } = await server.request('POST', path, { update }, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  entered.acknowledged = number
}
