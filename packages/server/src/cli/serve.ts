import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { loadConfig } from '../config/index.ts'
import { authPortOf, createLog } from '../http/index.ts'
import { deliverFirstSecrets } from '../services/organization/first-start.ts'
import { flagsOf } from './arguments.ts'
import { type Application, type ComposeOptions, compose } from './compose.ts'
import { programVersion } from './program-version.ts'

/** `octavo serve`: web app, API and jobs in one process, until it is stopped. */
export async function run(args: string[]): Promise<void> {
  flagsOf(args, [], 'octavo serve (settings come from the environment)')
  const isTerminal = process.stdout.isTTY === true
  // At a terminal people read the text printed below, so request logs are off by default.
  const config = loadConfig(isTerminal ? { OCTAVO_LOG_LEVEL: 'warn', ...process.env } : process.env)
  const log = createLog(config)
  const version = programVersion()
  const isFirst = !existsSync(config.dataDir)
  if (isFirst) console.log('Making the organization and the sample data ...')
  // Printed as soon as they exist, so that a start that fails later (at the sample or the port) does not lose them.
  let shown: string[] = []
  const { application, url } = await start({
    config,
    log,
    version,
    onFirstSecrets: (secrets) => {
      shown = deliverFirstSecrets(secrets, { isTerminal, dataDir: config.dataDir })
    },
  }).catch((error: unknown) => {
    if (shown.length > 0) console.log(['', 'For the next start:', ...shown.map((line) => `  ${line}`)].join('\n'))
    throw error
  })
  const apiUrl = config.publicUrl ?? url
  console.log(block({ version, url: apiUrl, authUrl: config.authUrl ?? apiUrl, dataDir: config.dataDir, shown }))

  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    application.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function start(options: ComposeOptions): Promise<{ application: Application; url: string }> {
  const application = await compose(options)
  const { host, port } = options.config
  try {
    const { url } = await application.http.listen({ host, port, authPort: authPortOf(options.config) })
    await application.worker.start()
    application.startUpkeep()
    return { application, url }
  } catch (error) {
    await application.close()
    throw error
  }
}

function block(facts: { version: string; url: string; authUrl: string; dataDir: string; shown: string[] }): string {
  const { version, url, authUrl, dataDir, shown } = facts
  const near = relative(process.cwd(), dataDir)
  const lines = [
    '',
    `  Octavo ${version} is ready`,
    '',
    `  Address        ${url}`,
    ...shown.map((line) => `  ${line}`),
    `  Data           ${near === '' || near.startsWith('..') ? dataDir : near}`,
    '',
    '  Try next',
    `    open ${url} and sign in`,
    `    open ${url}/docs for the API`,
    `    curl -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials ${authUrl}/v2/auth/token`,
    '',
  ]
  return lines.join('\n')
}
