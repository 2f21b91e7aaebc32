import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { prepareDataFolder } from '../config/index.ts'
import { openSecrets } from '../secrets/index.ts'
import { createStore } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const newFolder = () => {
  count += 1
  return join(root, String(count))
}
const modeOf = (path: string) => statSync(path).mode & 0o777

/** Creates a store with its key and closes it. */
async function madeStore(): Promise<string> {
  const dataDir = newFolder()
  const store = await createStore({ dataDir })
  openSecrets({ dataDir, secretKey: null })
  await store.close()
  return dataDir
}

test('only their owner can access folder and store, whoever created the folder', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'cache', 'compile'), { recursive: true, mode: 0o755 })
  chmodSync(dataDir, 0o755)
  const store = await createStore({ dataDir })
  expect(modeOf(dataDir)).toBe(0o700)
  for (const name of ['octavo.db', 'octavo.db-wal', 'octavo.lock'])
    expect(modeOf(join(dataDir, name)), name).toBe(0o600)
  await store.close()
})

test.each(['/proc/octavo', '/dev/null/data'])('a folder that cannot be created is one clear error: %s', (folder) => {
  expect(() => prepareDataFolder(folder)).toThrow(
    expect.objectContaining({
      name: 'StartupError',
      message: expect.stringContaining(`The data folder ${folder} cannot be used`),
    }),
  )
})

describe('a store is refused, with the way to restore it,', () => {
  const cases: [string, (dataDir: string) => void, string][] = [
    ['when it is gone and its key is there', (dataDir) => rmSync(join(dataDir, 'octavo.db')), 'is missing'],
    ['when it was emptied', (dataDir) => truncateSync(join(dataDir, 'octavo.db')), 'is empty'],
    [
      'when pages of it were overwritten',
      (dataDir) => {
        const path = join(dataDir, 'octavo.db')
        const bytes = readFileSync(path)
        bytes.fill(0xff, 8_192, 60_000)
        writeFileSync(path, bytes)
      },
      'damaged',
    ],
    ['when its end is missing', (dataDir) => truncateSync(join(dataDir, 'octavo.db'), 20_000), ''],
    ['when it is no store', (dataDir) => writeFileSync(join(dataDir, 'octavo.db'), 'x'.repeat(9_000)), ''],
  ]
  test.each(cases)('%s', async (_title, harm, message) => {
    const dataDir = await madeStore()
    for (const rest of ['octavo.db-wal', 'octavo.db-shm']) rmSync(join(dataDir, rest), { force: true })
    harm(dataDir)
    await expect(createStore({ dataDir })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/octavo restore|backup/),
    })
  })
})

test('an intact store opens again', async () => {
  const dataDir = await madeStore()
  await (await createStore({ dataDir })).close()
})
