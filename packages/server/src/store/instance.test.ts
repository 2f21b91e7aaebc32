import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSecrets } from '../secrets/index.ts'
import { claimKey } from './index.ts'
import { describeStores } from './testing.ts'

describeStores('key of the store', (openStore) => {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  const newSecrets = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'octavo-key-'))
    folders.push(dataDir)
    return { secrets: openSecrets({ dataDir, secretKey: null }), path: join(dataDir, 'keys', 'secret.key') }
  }

  test('the first key claims the store, another one is refused and leaves no key file', async () => {
    const store = await openStore()
    const [right, wrong] = [newSecrets(), newSecrets()]
    await claimKey(store, right.secrets)
    await claimKey(store, right.secrets)
    await expect(claimKey(store, wrong.secrets)).rejects.toThrow(/another key/)
    expect([existsSync(right.path), existsSync(wrong.path)]).toEqual([true, false])
  })
})
