// A Trino coordinator with its worker for `npm run test:engines`, built with Maven into a folder of the cache.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './setup.mjs'

const project = join(root, 'test', 'engines', 'trino')
const sources = [join(project, 'pom.xml'), join(project, 'src', 'main', 'java', 'octavo', 'TrinoServer.java')]
const folder = join(root, 'node_modules', '.cache', 'trino')
const classPath = join(folder, 'class-path.txt')
const stamp = join(folder, 'built-from.txt')
const log = join(folder, 'server.log')
const startsWithinMs = 180_000
const heap = '-Xmx2g'

const answers = (command, ...words) => spawnSync(command, words, { stdio: 'ignore' }).status === 0

/** Why the server cannot be built; null when it is. */
function whyNotBuilt() {
  if (!answers('java', '-version')) return 'there is no Java'
  const wanted = createHash('sha256')
  for (const file of sources) wanted.update(readFileSync(file))
  const hash = wanted.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return null
  if (!answers('mvn', '-v')) return 'there is no Maven'
  console.log('Building Trino ...')
  mkdirSync(folder, { recursive: true })
  const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${classPath}`, `-Dbuild.folder=${folder}`]
  const { status } = spawnSync('mvn', ['-q', '-B', ...goals], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return 'Maven could not build it; is its repository reachable?'
  writeFileSync(stamp, hash)
  return null
}

/** The first statement of a new server takes longer than a connection waits. */
async function warmUp(address) {
  const headers = { 'x-trino-user': 'tests' }
  const read = async (response) => (await response).json()
  let page = await read(fetch(`${address}/v1/statement`, { method: 'POST', headers, body: 'SELECT 1' }))
  while (page.nextUri !== undefined) page = await read(fetch(page.nextUri, { headers }))
}

/** Starts the server; returns its address, or why it is not available. It ends with this process, or when it is stopped. */
export async function startTrino(workers = 1) {
  const skipped = whyNotBuilt()
  if (skipped !== null) return { skipped }
  const output = openSync(log, 'w')
  const path = [join(folder, 'classes'), readFileSync(classPath, 'utf8').trim()].join(delimiter)
  const server = spawn('java', [heap, '-cp', path, 'octavo.TrinoServer', String(workers)], {
    stdio: ['pipe', output, output],
  })
  closeSync(output)
  for (let waited = 0; waited < startsWithinMs && server.exitCode === null; waited += 200) {
    const [, address] = /LISTENS (http:\S+)/.exec(readFileSync(log, 'utf8')) ?? []
    if (address !== undefined) {
      await warmUp(address)
      return { address, stop: () => server.kill() }
    }
    await wait(200)
  }
  server.kill()
  return { skipped: `it does not start; ${log} says why` }
}
