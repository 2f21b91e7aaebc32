import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderBlobs } from '../../blobs/index.ts'
import { loadConfig, Secret, systemClock } from '../../config/index.ts'
import { openSecrets } from '../../secrets/index.ts'
import { claimKey, createStore, newUuid, noteFact, type Store } from '../../store/index.ts'
import { makeBackup, restoreBackup } from './backups.ts'

const home = mkdtempSync(join(tmpdir(), 'octavo-backup-'))
const dataDir = join(home, 'data')
const config = loadConfig({ OCTAVO_DATA: dataDir })
const place = () => join(home, newUuid())
const configOf = (folder: string, more: Partial<typeof config> = {}) => ({ ...config, dataDir: folder, ...more })
const backup = (target: string, keyTarget: string | null = null) =>
  makeBackup({ config, target, keyTarget, version: '0.0.0', clock: systemClock })
let store: Store

beforeAll(async () => {
  store = await createStore({ dataDir })
  await claimKey(store, openSecrets({ dataDir, secretKey: null }))
  await store.maintain('test', (tx) => noteFact(tx, 'fact', 'kept'))
  const blobs = createFolderBlobs(join(dataDir, 'blobs'))
  async function* content() {
    for (let index = 0; index < 100; index += 1) yield `${index}`.repeat(1_000)
  }
  await blobs.put('exports/one', content())
  await blobs.put('exports/empty', (async function* () {})())
  await blobs.put(`exports/${'long-'.repeat(18)}name`, content())
  mkdirSync(join(dataDir, 'sample'))
  writeFileSync(join(dataDir, 'sample', 'SAMPLE'), 'sample')
})
afterAll(async () => {
  await store.close()
  rmSync(home, { recursive: true, force: true })
})

async function factsOf(folder: string): Promise<string[]> {
  const restored = await createStore({ dataDir: folder })
  try {
    await claimKey(restored, openSecrets({ dataDir: folder, secretKey: null }))
    const rows = await restored.db.selectFrom('instance').select('value').where('name', '=', 'fact').execute()
    return rows.map(({ value }) => value)
  } finally {
    await restored.close()
  }
}

describe.each(['', '.tar'])('a backup to a path that ends in "%s"', (suffix) => {
  test('is made while a server runs, and restores the same installation', async () => {
    const target = place() + suffix
    const key = place()
    const report = await backup(target, key)
    expect(report).toMatchObject({ store: 'sqlite', files: 4 })
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(statSync(target).mode & 0o077).toBe(0)
    const into = place()
    expect(await restoreBackup({ config: configOf(into), source: target, keySource: key })).toMatchObject({
      files: 4,
      hasKey: true,
    })
    expect(await factsOf(into)).toEqual(['kept'])
    for (const blob of readdirSync(join(dataDir, 'blobs', 'exports'))) {
      const path = join('blobs', 'exports', blob)
      expect(readFileSync(join(into, path)).equals(readFileSync(join(dataDir, path)))).toBe(true)
    }
    expect(existsSync(join(into, 'sample'))).toBe(false)
  })

  test('contains no key, and a restore without the key says so', async () => {
    const target = place() + suffix
    await backup(target)
    const key = readFileSync(join(dataDir, 'keys', 'secret.key'), 'utf8').trim()
    expect(spawnSync('grep', ['-r', '-a', '-l', '--', key, target]).status).toBe(1)
    const into = place()
    expect(await restoreBackup({ config: configOf(into), source: target, keySource: null })).toMatchObject({
      hasKey: false,
    })
    await expect(factsOf(into)).rejects.toMatchObject({ name: 'StartupError' })
    cpSync(join(dataDir, 'keys'), join(into, 'keys'), { recursive: true })
    expect(await factsOf(into)).toEqual(['kept'])
  })

  test('is refused with another key, and the folder stays empty', async () => {
    const target = place() + suffix
    await backup(target)
    const otherKey = place()
    writeFileSync(otherKey, `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    const into = place()
    await expect(restoreBackup({ config: configOf(into), source: target, keySource: otherKey })).rejects.toThrow(
      /not the one/,
    )
    expect(readdirSync(into).filter((name) => !name.startsWith('octavo.lock'))).toEqual([])
  })

  test('never overwrites anything', async () => {
    const target = place() + suffix
    await backup(target)
    await expect(backup(target)).rejects.toThrow(/exists already/)
    await expect(backup(place(), target)).rejects.toThrow(/exists already/)
  })
})

describe('database files of the user', () => {
  /** Another process that opens the file, runs the statements, and stays until its input ends. */
  async function elsewhere(path: string, accessMode: string, statements: string[]) {
    const script = `
      import { DuckDBInstance } from '@duckdb/node-api'
      const instance = await DuckDBInstance.create(process.argv[1], { access_mode: process.argv[2] })
      const connection = await instance.connect()
      for (const statement of process.argv.slice(3)) await connection.run(statement)
      process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
      process.stdin.resume()
      console.log('ready')`
    const args = ['--input-type=module', '-e', script, path, accessMode, ...statements]
    const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    return async () => {
      child.stdin.end()
      await ended
    }
  }
  const patience = { keyTarget: null, version: '0', clock: systemClock, writersPatienceMs: 300 }

  async function installation(): Promise<{ folder: string; file: string }> {
    const folder = place()
    const own = await createStore({ dataDir: folder })
    await claimKey(own, openSecrets({ dataDir: folder, secretKey: null }))
    await own.close()
    mkdirSync(join(folder, 'databases', 'of sales'), { recursive: true })
    return { folder, file: join(folder, 'databases', 'of sales', 'Käufe 2026.duckdb') }
  }

  test.each(['', '.tar'])(
    'are in it (%s), with data that is only in their journal, while other processes read them',
    async (suffix) => {
      const { folder, file } = await installation()
      const writer = await elsewhere(file, 'READ_WRITE', [
        'create table t as select range as number from range(1000)',
        'checkpoint',
        'insert into t values (1000)',
      ])
      // Because it is killed, its last row remains in the journal.
      await writer()
      writeFileSync(join(folder, 'databases', 'notes.txt'), 'no database')
      expect(existsSync(`${file}.wal`)).toBe(true)
      const reader = await elsewhere(file, 'READ_ONLY', [])
      const target = place() + suffix
      const report = await makeBackup({ ...patience, config: configOf(folder), target })
      await reader()
      expect(report.files).toBe(4)
      const into = place()
      await restoreBackup({ config: configOf(into), source: target, keySource: null })
      expect(readFileSync(join(into, 'databases', 'notes.txt'), 'utf8')).toBe('no database')
      const restored = file.replace(folder, into)
      const rows = "select case when count(*) = 1001 then 1 else error('rows are missing') end from t"
      await (await elsewhere(restored, 'READ_ONLY', [rows]))()
    },
  )

  test('that another process writes to fail the backup by name, and no partial backup remains', async () => {
    const { folder, file } = await installation()
    const writer = await elsewhere(file, 'READ_WRITE', ['create table t (number integer)'])
    const parent = place()
    mkdirSync(parent)
    const target = join(parent, 'new')
    await expect(makeBackup({ ...patience, config: configOf(folder), target })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^The database file databases\/of sales\/Käufe 2026\.duckdb cannot be copied: another process \(PID \d+\) writes to it\.$/,
      ),
    })
    expect(readdirSync(parent)).toEqual([])
    await writer()
    await makeBackup({ ...patience, config: configOf(folder), target })
  })
})

test('an ordinary tar program reads the archive', async () => {
  const target = `${place()}.tar`
  await backup(target)
  const { stdout, status } = spawnSync('tar', ['-tf', target], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toEqual(expect.arrayContaining(['octavo.db', 'blobs/exports/one', 'manifest.json']))
})

describe('a restore', () => {
  test.each([
    ['a server uses the folder', () => dataDir, /Another Octavo process/],
    [
      'the folder holds something',
      () => {
        const into = place()
        mkdirSync(into)
        writeFileSync(join(into, 'something'), '')
        return into
      },
      /not empty: something/,
    ],
  ])('is refused when %s', async (_, folder, message) => {
    const target = place()
    await backup(target)
    await expect(restoreBackup({ config: configOf(folder()), source: target, keySource: null })).rejects.toThrow(
      message,
    )
  })

  test('continues after a restore that was killed before the store was in place', async () => {
    const target = place()
    await backup(target)
    const into = place()
    mkdirSync(join(into, '.restoring', 'blobs'), { recursive: true })
    mkdirSync(join(into, 'keys'))
    await expect(createStore({ dataDir: into })).rejects.toThrow(/was interrupted/)
    await restoreBackup({ config: configOf(into), source: target, keySource: join(dataDir, 'keys', 'secret.key') })
    expect(await factsOf(into)).toEqual(['kept'])
  })

  test.each<[string, string, (path: string) => void]>([
    ['cut short', '.tar', (path) => writeFileSync(path, readFileSync(path).subarray(0, -9_000))],
    ['without a manifest', '', (path) => rmSync(join(path, 'manifest.json'))],
    ['with a missing file', '', (path) => rmSync(join(path, 'blobs', 'exports', 'one'))],
    ['with an altered file', '', (path) => appendFileSync(join(path, 'blobs', 'exports', 'one'), 'x')],
    ['with a file too many', '', (path) => writeFileSync(join(path, 'blobs', 'exports', 'two'), 'x')],
    ['with a file of a strange name', '', (path) => writeFileSync(join(path, 'octavo.lock'), 'x')],
    [
      'with a file in no folder of ours',
      '',
      (path) => cpSync(join(path, 'blobs'), join(path, 'keys'), { recursive: true }),
    ],
    ['that is no backup', '.tar', (path) => writeFileSync(path, 'x'.repeat(2_000))],
    [
      'whose store is damaged, with a manifest to match',
      '',
      (path) => {
        const file = join(path, 'octavo.db')
        const bytes = readFileSync(file)
        bytes.fill(0xff, 4_096, 9_000)
        writeFileSync(file, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))
        for (const entry of manifest.files) if (entry.path === 'octavo.db') entry.sha256 = sha256
        writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest))
      },
    ],
  ])('refuses a backup %s, and changes nothing', async (_, suffix, harm) => {
    const target = place() + suffix
    await backup(target)
    harm(target)
    const into = place()
    await expect(restoreBackup({ config: configOf(into), source: target, keySource: null })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^The backup cannot be restored: /),
    })
    expect(readdirSync(into).filter((name) => !name.startsWith('octavo.lock'))).toEqual([])
  })

  test('into an installation with the other kind of store is refused', async () => {
    const target = place()
    await backup(target)
    const other = configOf(place(), { databaseUrl: new Secret('postgres://localhost/x') })
    await expect(restoreBackup({ config: other, source: target, keySource: null })).rejects.toThrow(/embedded store/)
  })
})

test('with a PostgreSQL store, the backup contains the files and the key, but not the database', async () => {
  const databaseUrl = new Secret('postgres://localhost/never-asked')
  const target = place()
  const key = place()
  const options = { version: '0.0.0', clock: systemClock }
  const report = await makeBackup({ ...options, config: configOf(dataDir, { databaseUrl }), target, keyTarget: key })
  expect(report).toMatchObject({ store: 'postgres', files: 3 })
  expect(readdirSync(target).sort()).toEqual(['blobs', 'manifest.json'])
  const into = place()
  await restoreBackup({ config: configOf(into, { databaseUrl }), source: target, keySource: key })
  expect(
    readdirSync(into)
      .filter((name) => !name.startsWith('octavo.lock'))
      .sort(),
  ).toEqual(['blobs', 'keys'])
})

test('a backup that fails leaves nothing behind', async () => {
  const folder = place()
  mkdirSync(folder)
  const target = join(folder, 'new')
  const broken = place()
  mkdirSync(broken)
  writeFileSync(join(broken, 'octavo.db'), 'no database'.repeat(1_000))
  await expect(
    makeBackup({ config: configOf(broken), target, keyTarget: null, version: '0', clock: systemClock }),
  ).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})
