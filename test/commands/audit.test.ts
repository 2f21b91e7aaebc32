import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sealEvents } from '../../packages/server/src/audit/index.ts'
import { createStore, newUuid, systemActor } from '../../packages/server/src/store/index.ts'
import { insertOrganization } from '../../packages/server/src/store/organizations.ts'
import { program as bundle, root } from '../../scripts/lib/setup.mjs'

const folders: string[] = []
const program = join(root, bundle)
let dataDir = ''

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A data folder with an organization "Acme" that has five sealed events. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'octavo-audit-'))
  folders.push(dataDir)
  const store = await createStore({ dataDir })
  const id = newUuid()
  const event = {
    organizationId: id,
    actor: systemActor,
    category: 'SYSTEM' as const,
    action: 'TEAM_UPDATED' as const,
    object: { kind: 'test', id: 'x' },
  }
  const row = { id, slug: 'acme', name: 'Acme', zone: 'UTC', settings: '{}', created_at: 1, updated_at: 1 }
  await store.write(event, (tx) => insertOrganization(tx, row))
  for (let index = 1; index < 5; index += 1) await store.write(event, async () => {})
  await sealEvents(store, id)
  await store.close()
})

function verify(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'audit', 'verify', ...args], {
    env: { PATH: process.env.PATH ?? '', OCTAVO_DATA: dataDir },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Changes the store directly, as someone with access to its file can, but the program cannot. */
function tamper(statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'octavo.db'))
  for (const name of ['audit_events_stay', 'audit_events_are_kept', 'audit_events_are_new']) {
    database.exec(`drop trigger ${name}`)
  }
  database.exec(statement)
  database.close()
}

const headIn = (stdout: string): string => /Head (\d+:[0-9a-f]{64})/.exec(stdout)?.[1] ?? ''

test('an unmodified chain is valid, and contains its earlier head', () => {
  const first = verify()
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toMatch(/^Acme: 5 events, none changed and none missing\. Head 5:/)
  const again = verify('--head', headIn(first.stdout))
  expect(again.status).toBe(0)
  expect(again.stdout).toContain('The chain still has event 5 of that head.')
})

test.each([
  ['a changed event', "update audit_events set action = 'OTHER' where sealed_number = 3", 'event 3 was changed'],
  ['an event that was removed', 'delete from audit_events where sealed_number = 2', 'event 2 is missing'],
  ['another address', "update audit_events set address = '10.0.0.1' where sealed_number = 5", 'event 5 was changed'],
])('%s is detected', (_, statement, reported) => {
  tamper(statement)
  const { status, stderr } = verify()
  expect(status).toBe(1)
  expect(stderr).toContain(reported)
})

test('a missing end is detected with a stored head', () => {
  const head = headIn(verify().stdout)
  tamper('delete from audit_events where sealed_number >= 4')
  expect(verify().status).toBe(0)
  const { status, stderr } = verify('--head', head)
  expect(status).toBe(1)
  expect(stderr).toContain('No chain has event 5 with that hash')
})

test.each([[['--head', 'x']], [['now']]])('%j is not understood', (args) => {
  const { status, stderr } = verify(...args)
  expect(status).toBe(1)
  expect(stderr).toContain('Usage: octavo audit verify')
})
