import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDuckdbConnector } from '../../connectors/index.ts'
import { testOf } from './connection-test.ts'

test('a platform without a writer fails the test of write access instead of passing it untried', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-connection-test-'))
  const connector = createDuckdbConnector({
    folders: [folder],
    spillFolder: join(folder, 'spill'),
    residentLimitMb: 500,
  })
  const path = join(folder, 'shop.duckdb')
  await connector.build(path, ['CREATE TABLE items (id BIGINT)'], new AbortController().signal)
  const tested = (dialect: 'trino' | 'duckdb') =>
    testOf(
      {
        open: async () => ({ session: await connector.open({ path }), dialect }),
        allowsPrivilegedRole: false,
        write: { isOn: true, database: '', schema: 'main' },
        timeoutMs: 10_000,
      },
      new AbortController().signal,
    )
  expect(await tested('trino')).toMatchObject({
    read: 'SUCCESS',
    write: 'FAILED',
    diagnosis: { step: 'write', message: 'Octavo does not write to Trino yet.' },
  })
  expect(await tested('duckdb')).toMatchObject({ read: 'SUCCESS', write: 'SUCCESS' })
  await connector.close()
  rmSync(folder, { recursive: true })
})
