import { ConfigError, StartupError } from '../config/index.ts'
import { traceToSources } from './source-traces.ts'

const commands: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  serve: () => import('./serve.ts'),
  migrate: () => import('./migrate.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  audit: () => import('./audit.ts'),
}

const usage = `octavo <command>

  serve                 serve the web app and the API, and run jobs
  migrate [--dry-run]   bring the store to the shape of this version
  backup <target>       copy store and files into a new folder or a new .tar file, while the server runs or not;
                        --key <file> exports the key, apart from it
  restore <backup>      put a backup into an empty data folder; --key <file> puts the key into its place
  audit verify          read the chain of audit events without the server, and say whether one was changed or is missing;
                        --head <number>:<hash> of an earlier run also finds out whether the end was cut

Settings come from the environment; the README lists them.`

traceToSources()
// Files of the store, its key and its exports are readable by this account only.
process.umask(0o077)

const [name = '', ...args] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  console.error(usage)
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 2)
}
try {
  const command = await load()
  await command.run(args)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(name === 'serve' ? `\nOctavo did not start. ${error.message}` : error.message)
  if (!(error instanceof ConfigError) && error.hint) console.error(error.hint)
  process.exit(1)
}
