import { loadConfig } from '../config/index.ts'
import { createStore, planMigration } from '../store/index.ts'
import { flagsOf } from './arguments.ts'

/**
 * `octavo migrate`: migrates the store to the schema of this version; with `--dry-run` it only lists the migrations.
 */
export async function run(args: string[]): Promise<void> {
  const flags = flagsOf(args, ['dry-run'], 'octavo migrate [--dry-run]')
  const config = loadConfig(process.env)
  const options = { dataDir: config.dataDir, databaseUrl: config.databaseUrl }
  const { pending } = await planMigration(options)
  if (pending.length === 0) {
    console.log('The store has the shape of this version; there is nothing to do.')
    return
  }
  if (flags.has('dry-run')) {
    console.log(`Would run ${pending.length} migrations:\n${pending.map((name) => `- ${name}`).join('\n')}`)
    return
  }
  const store = await createStore(options)
  await store.close()
  console.log(`Ran ${pending.length} migrations:\n${pending.map((name) => `- ${name}`).join('\n')}`)
}
