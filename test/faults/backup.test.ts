import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { describeStores, testOn } from '../../packages/server/src/store/testing.ts'
import { program as bundle, root } from '../../scripts/lib/setup.mjs'
import { endAll, isWhole, rounds, type ServerProcess, signIn, startServer, timeLimitMs } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-backups-'))
afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
})

const program = join(root, bundle)

/** Runs the command like an operator; kills it after `killAfterMs`, if given. */
async function octavo(args: string[], env: Record<string, string>, killAfterMs?: number) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'exit')
  if (killAfterMs !== undefined) {
    await Promise.race([ended, pause(killAfterMs)])
    child.kill('SIGKILL')
  }
  const [code] = await ended
  return { code: code as number | null, output }
}

async function makeFolder(server: ServerProcess, headers: Record<string, string>, name: string): Promise<string> {
  const { status, body } = await server.request('POST', '/v2/files', { type: 'folder', name }, headers)
  expect(status).toBe(200)
  return (body as { id: string }).id
}

describeStores('octavo backup and octavo restore', (openStore, engine) => {
  testOn(engine === 'sqlite')(
    'while a server writes: acknowledged writes are in the backup, and the restored server serves them and the sample',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const sample = { OCTAVO_SAMPLE: 'on', OCTAVO_SAMPLE_DATE: '2026-06-30' }
      const server = await startServer(place, sample)
      const headers = await signIn(server)
      const before: string[] = []
      for (let index = 0; index < 20; index += 1) before.push(await makeFolder(server, headers, `before ${index}`))
      let isOver = false
      const writing = Promise.all(
        [1, 2, 3].map(async (client) => {
          for (let index = 0; !isOver; index += 1) await makeFolder(server, headers, `during ${client} ${index}`)
        }),
      )
      const target = join(folder, 'beside.tar')
      const key = join(folder, 'beside.key')
      const backup = await octavo(['backup', target, '--key', key], { OCTAVO_DATA: place.dataDir })
      isOver = true
      await writing
      expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('Keep it apart') })

      const dataDir = join(folder, 'restored')
      const running = await octavo(['restore', target, '--key', key], { OCTAVO_DATA: place.dataDir })
      expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Another Octavo process') })
      await server.kill()
      const notEmpty = await octavo(['restore', target, '--key', key], { OCTAVO_DATA: place.dataDir })
      expect(notEmpty).toMatchObject({ code: 1, output: expect.stringContaining('not empty') })
      const restore = await octavo(['restore', target, '--key', key], { OCTAVO_DATA: dataDir })
      expect(restore, restore.output).toMatchObject({ code: 0 })

      const again = await startServer({ dataDir, databaseUrl: null }, sample)
      // The token of the old server is valid: the restored one has its store and its key.
      for (const id of before) {
        expect((await again.request('GET', `/v2/files/${id}`, undefined, headers)).status).toBe(200)
      }
      await signIn(again)
      expect(await isWhole({ dataDir, databaseUrl: null })).toBe(true)
      const workbooks = await again.request('GET', '/v2/workbooks', undefined, headers)
      const [{ workbookId } = { workbookId: '' }] = (workbooks.body as { entries: { workbookId: string }[] }).entries
      const asked = { elementId: 'trend', format: { type: 'csv' } }
      const exported = await again.request('POST', `/v2/workbooks/${workbookId}/export`, asked, headers)
      const { queryId } = exported.body as { queryId: string }
      let download = await again.request('GET', `/v2/query/${queryId}/download`, undefined, headers)
      while (download.status === 204) {
        await pause(50)
        download = await again.request('GET', `/v2/query/${queryId}/download`, undefined, headers)
      }
      expect([download.status, String(download.body).split('\n')[0]]).toEqual([200, expect.stringContaining('Month')])
      await again.kill()
    },
  )

  testOn(engine === 'sqlite')(
    'killed halfway, a backup is not accepted, and a restore can be started again',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const server = await startServer(place)
      const headers = await signIn(server)
      const id = await makeFolder(server, headers, 'kept')
      const whole = join(folder, 'whole')
      expect(
        (await octavo(['backup', whole, '--key', join(folder, 'whole.key')], { OCTAVO_DATA: place.dataDir })).code,
      ).toBe(0)
      for (let round = 0; round < rounds(200, 2); round += 1) {
        const target = join(folder, `killed-${round}`)
        const env = { OCTAVO_DATA: place.dataDir }
        const { code } = await octavo(['backup', target], env, 60 + Math.random() * 150)
        expect(existsSync(target)).toBe(code === 0)

        const dataDir = join(folder, `into-${round}`)
        const args = ['restore', whole, '--key', join(folder, 'whole.key')]
        const first = await octavo(args, { OCTAVO_DATA: dataDir }, 60 + Math.random() * 150)
        if (first.code !== 0 && !existsSync(join(dataDir, 'octavo.db'))) {
          const second = await octavo(args, { OCTAVO_DATA: dataDir })
          expect(second.code, second.output).toBe(0)
        }
        const again = await startServer({ dataDir, databaseUrl: null })
        expect((await again.request('GET', `/v2/files/${id}`, undefined, headers)).status).toBe(200)
        await again.kill()
      }
      await server.kill()
    },
    timeLimitMs(3_600_000, 180_000),
  )

  testOn(engine === 'postgres')('with a PostgreSQL store: files and key, and what to do for the database', async () => {
    const place = await openStore.place({ isMigrated: false })
    const server = await startServer(place)
    const env = { OCTAVO_DATA: place.dataDir, DATABASE_URL: place.databaseUrl?.reveal() ?? '' }
    const target = join(folder, 'postgres')
    const backup = await octavo(['backup', target, '--key', join(folder, 'postgres.key')], env)
    expect(backup, backup.output).toMatchObject({
      code: 0,
      output: expect.stringContaining('pg_dump --format=custom'),
    })
    expect(backup.output).not.toContain(env.DATABASE_URL)
    await server.kill()
    const dataDir = join(folder, 'postgres-restored')
    const restore = await octavo(['restore', target, '--key', join(folder, 'postgres.key')], {
      ...env,
      OCTAVO_DATA: dataDir,
    })
    expect(restore, restore.output).toMatchObject({ code: 0, output: expect.stringContaining('pg_restore') })
    const again = await startServer({ ...place, dataDir })
    expect((await signIn(again)).authorization).not.toBe('Bearer undefined')
    await again.kill()
  })

  testOn(engine === 'sqlite')('a command that is not understood prints its usage', async () => {
    expect(await octavo(['backup'], {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('Usage: octavo backup'),
    })
    expect(await octavo(['restore', 'a', 'b'], {})).toMatchObject({ code: 1 })
    expect(await octavo(['backup', '--all', 'a'], {})).toMatchObject({ code: 1 })
    // A typing mistake must not run what was only meant to be displayed.
    for (const args of [
      ['migrate', '--dryrun'],
      ['migrate', 'now'],
      ['serve', 'now'],
    ]) {
      const { code, output } = await octavo(args, { OCTAVO_DATA: join(folder, 'never') })
      expect([code, output]).toEqual([1, expect.stringContaining(`Usage: octavo ${args[0]}`)])
    }
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })
})
