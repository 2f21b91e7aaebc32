import { expect, test } from 'vitest'
import { loadMigration, migrations } from './index.ts'

test('each file of the folder exports one migration that is named like it', async () => {
  for (const { name } of migrations) expect((await loadMigration(`${name}.ts`)).name).toBe(name)
})

test('a file that exports anything else is refused by name', async () => {
  await expect(loadMigration('table.ts')).rejects.toThrow('The file table.ts has to export one migration')
})
