import { loadConfig } from '../config/index.ts'
import { restoreBackup } from '../services/backups/backups.ts'
import { pathsOf } from './arguments.ts'

/** `octavo restore <folder or .tar file> [--key <file>]`: into an empty data folder. */
export async function run(args: string[]): Promise<void> {
  const { path: source, key: keySource } = pathsOf(args, 'octavo restore <folder or .tar file> [--key <file>]')
  const config = loadConfig(process.env)
  const { store, files, madeAt, version, hasKey } = await restoreBackup({ config, source, keySource })
  console.log(`Restored ${files} files of ${madeAt} (version ${version}) into ${config.dataDir}`)
  if (store === 'postgres') console.log('The database comes back with pg_restore, not with this.')
  if (!hasKey) {
    console.log(
      'The key is still missing: put the exported key file at keys/secret.key of the data folder, or set OCTAVO_SECRET_KEY.',
    )
  }
}
