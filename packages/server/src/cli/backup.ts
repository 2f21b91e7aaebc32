import { loadConfig, systemClock } from '../config/index.ts'
import { makeBackup } from '../services/backups/backups.ts'
import { pathsOf } from './arguments.ts'
import { programVersion } from './program-version.ts'

/** `octavo backup <new folder or .tar file> [--key <new file>]`, with or without a running server. */
export async function run(args: string[]): Promise<void> {
  const { path: target, key: keyTarget } = pathsOf(
    args,
    'octavo backup <new folder or new .tar file> [--key <new file>]',
  )
  const config = loadConfig(process.env)
  const { store, files, sizeBytes } = await makeBackup({
    config,
    target,
    keyTarget,
    version: programVersion(),
    clock: systemClock,
  })
  console.log(`Backed up ${files} files (${(sizeBytes / 1e6).toFixed(1)} MB) to ${target}`)
  if (store === 'postgres') {
    console.log(
      'The database is not in it. Make its copy BEFORE this one, so that every file that it names is here:\n' +
        '  pg_dump --format=custom --file=octavo.dump "$DATABASE_URL"',
    )
  }
  if (keyTarget !== null)
    console.log(`The key is in ${keyTarget}. Keep it apart from the backup: both together open every secret.`)
  else if (config.secretKey !== null)
    console.log('The key is not in it: keep the value of OCTAVO_SECRET_KEY in a safe place.')
  else
    console.log(
      'The key is not in it, and without the key it cannot be used. Export it once: octavo backup ... --key <file>',
    )
}
