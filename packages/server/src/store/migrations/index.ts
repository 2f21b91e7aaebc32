import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Migration } from './table.ts'

export type { Migration } from './table.ts'

/**
 * The files of this folder whose name starts with four digits, in the order of their names; forward only. Each exports one migration, which
 * is named like its file. A released migration never changes: a correction is a new one.
 */
export const migrations: readonly Migration[] = await Promise.all(
  readdirSync(new URL('.', import.meta.url))
    .filter((file) => /^\d{4}-.*\.ts$/.test(file))
    .sort()
    .map(migrationOf),
)

async function migrationOf(file: string): Promise<Migration> {
  const exported: Record<string, Migration> = await import(new URL(file, import.meta.url).href)
  const name = basename(file, '.ts')
  const [migration, ...others] = Object.values(exported)
  if (migration?.name !== name || others.length > 0) {
    throw new Error(`The file ${file} has to export one migration, and its name has to be "${name}".`)
  }
  return migration
}
