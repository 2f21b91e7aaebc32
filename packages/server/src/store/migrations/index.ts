import { readdirSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Migration } from './table.ts'

export type { Migration } from './table.ts'

/**
 * The files of this folder whose name starts with four digits, in the order of their names; forward only. Each exports one migration, which
 * is named like its file and is loaded when it runs. A released migration never changes: a correction is a new one.
 */
export const migrations: readonly Migration[] = readdirSync(new URL('.', import.meta.url))
  .filter((file) => /^\d{4}-.*\.[jt]s$/.test(file))
  .sort()
  .map((file) => ({
    name: nameOf(file),
    async up(tx, types) {
      const { up } = await loadMigration(file)
      await up(tx, types)
    },
  }))

/** Without the ending, which is another one in the bundle of the server. */
function nameOf(file: string): string {
  return basename(file, extname(file))
}

/** The migration of a file of this folder. Throws when the file exports anything else. */
export async function loadMigration(file: string): Promise<Migration> {
  const exported: Record<string, Migration> = await import(new URL(file, import.meta.url).href)
  const name = nameOf(file)
  const [migration, ...others] = Object.values(exported)
  if (migration?.name !== name || others.length > 0) {
    throw new Error(`The file ${file} has to export one migration, and its name has to be "${name}".`)
  }
  return migration
}
