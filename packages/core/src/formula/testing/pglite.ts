import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const modules = resolve(import.meta.dirname, '../../../../../node_modules')
const { version } = JSON.parse(readFileSync(join(modules, '@electric-sql/pglite/package.json'), 'utf8'))
/** A data folder as the engine creates it at its first start, shared by all tests of this installation. */
const emptyDatabase = join(modules, '.cache', `pglite-${version}.tar`)

/**
 * A new empty PGlite. Creating the data folder takes about 3 s of processor time, loading an existing one 0.7 s, and the tests open about
 * fifty.
 */
export async function openPglite(): Promise<PGlite> {
  if (!existsSync(emptyDatabase)) await keepEmptyDatabase()
  // Read at once: a blob of the file itself would fail when another worker replaces the file in the meantime.
  return PGlite.create({ loadDataDir: new Blob([readFileSync(emptyDatabase)]) })
}

async function keepEmptyDatabase(): Promise<void> {
  const database = await PGlite.create()
  const folder = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(join(modules, '.cache'), { recursive: true })
  // Another worker may do the same, so the file is renamed into place when it is complete.
  const draft = `${emptyDatabase}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await folder.arrayBuffer()))
  renameSync(draft, emptyDatabase)
}
