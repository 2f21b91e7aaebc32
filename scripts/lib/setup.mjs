// Runs on any Node from 20 on, before anything is installed: plain JavaScript and only Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const bin = join(root, 'node_modules', '.bin')
const stampFile = join(root, 'node_modules', '.octavo-install.json')
const isWindows = process.platform === 'win32'

function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function installed() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Installs missing packages from the lock file: `run` installs what the server and the build of the web app need, `full` adds the test
 * tools. Does nothing when the lock file has not changed since.
 */
export function ensureInstalled(mode) {
  const stamp = installed()
  const lock = lockHash()
  if (stamp?.lock === lock && (stamp.mode === 'full' || stamp.mode === mode)) return
  const full = mode === 'full' || stamp?.mode === 'full'
  console.log(full ? 'Installing Octavo with its test tools ...' : 'Installing Octavo ...')
  const started = Date.now()
  const result = spawnSync('npm', ['ci', full ? '--include=dev' : '--omit=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  if (result.status !== 0) {
    fail('The installation failed (npm ci). Check that the npm registry can be reached, then try again.')
  }
  writeFileSync(stampFile, JSON.stringify({ lock, mode: full ? 'full' : 'run' }))
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** The installed Node, or the current one when the platform has none and the current one is new enough. */
export function nodeBinary() {
  const own = join(bin, isWindows ? 'node.cmd' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Octavo runs on Node 24, which npm has no package of for ${process.platform} ${process.arch}, and this Node is ${process.version}. ` +
      'Install Node 24 or newer and try again.',
  )
}

/** An environment in which `node`, `tsc`, `vitest` and `vite` are the installed versions. */
export function toolEnvironment(extra = {}) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path, ...extra }
}

/** Runs a tool of the installation and returns its exit code. */
export function runTool(tool, args, extra = {}) {
  const { env, ...options } = extra
  const file = join(bin, isWindows ? `${tool}.cmd` : tool)
  const result = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    env: toolEnvironment(env),
    ...options,
  })
  return result.status ?? 1
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

/** A hash of source files: by content, so that a fresh checkout of the same sources counts as unchanged. */
function sourcesHash(folders) {
  const hash = createHash('sha256').update(lockHash())
  for (const folder of folders) {
    for (const file of [...filesUnder(join(root, folder))].sort()) {
      if (file.includes('.test.') || statSync(file).isDirectory()) continue
      hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/** Builds something when its sources changed since the last build, which the stamp in the folder of the result says. */
function ensureBuilt({ title, folders, result, build }) {
  const stamp = join(root, result, '.build')
  const hash = sourcesHash(folders)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log(`Building ${title} ...`)
  const started = Date.now()
  if (build() !== 0) fail(`Octavo could not build ${title}. The message above says why.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** Builds the web app when its sources changed since the last build. */
export function ensureWebBuilt() {
  // Test runners set `test`, with which the build would contain the development version of React.
  const env = { NODE_ENV: 'production' }
  ensureBuilt({
    title: 'the web app',
    folders: ['packages/web', 'packages/core/src', 'packages/client/src'],
    result: 'packages/web/dist',
    build: () => runTool('vite', ['build', '--logLevel', 'error'], { cwd: join(root, 'packages/web'), env }),
  })
}

/** Bundles the server when its sources changed since the last time (docs/decisions/0230-server-in-one-bundle.md). */
export function ensureServerBuilt() {
  ensureBuilt({
    title: 'the server',
    folders: ['packages/server/src', 'packages/core/src', 'scripts/bundle'],
    result: 'packages/server/dist',
    build: () => runTool('node', ['scripts/bundle/bundle-server.ts']),
  })
}

/** The program in the bundle of `ensureServerBuilt`, and the same program as its sources, which need no build. */
export const program = 'packages/server/dist/cli/main.js'
export const programSource = 'packages/server/src/cli/main.ts'

/**
 * Node flags of the server. A small space for young objects suits short requests: with 4 MB the idle server used 25 MB less, started faster
 * and handled more requests than with the default.
 */
export const serverFlags = ['--max-semi-space-size=4']

const parent = process.ppid
const parentCheckMs = 250

/**
 * On SIGTERM, npm ends only the shell between it and a script. Whatever the shell has started would continue to run: it notices that it has
 * another parent.
 */
const isAbandoned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent

/** Runs a program of the repository with the installed Node and passes on signals and the exit code. */
export function become(script, args, extra = {}) {
  // The build before may have taken a while.
  if (isAbandoned()) process.exit(143)
  const child = spawn(nodeBinary(), [...serverFlags, join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    env: toolEnvironment(extra),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const check = setInterval(() => {
    if (!isAbandoned()) return
    clearInterval(check)
    child.kill('SIGTERM')
  }, parentCheckMs)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
