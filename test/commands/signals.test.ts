import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { root } from '../../scripts/lib/setup.mjs'

const folder = mkdtempSync(join(tmpdir(), 'octavo-signals-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const isServing = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function until(what: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 25_000
  while (!(await what())) {
    if (Date.now() > end) throw new Error('It took too long.')
    await pause(100)
  }
}

const node = { command: 'node', args: ['scripts/octavo.mjs', 'serve'] }
/** npm starts a shell, which starts the script, as with `npm start`; this script needs no web app. */
const npm = { command: 'npm', args: ['run', '--silent', 'octavo', '--', 'serve'] }

/** Sends a signal to each process that it started, as a terminal does for Ctrl+C. */
const signalGroup = ({ pid = 0 }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal)
  } catch {
    // All have ended.
  }
}

test.each([
  [node, 'SIGTERM', 'alone', 0],
  [node, 'SIGINT', 'alone', 0],
  // npm has an exit code of its own. Its shell waits on SIGINT, which therefore ends nothing that gets it only from npm.
  [npm, 'SIGTERM', 'alone', undefined],
  [npm, 'SIGINT', 'with what it started', undefined],
] as const)('%o ends its server when it gets %s %s', async ({ command, args }, signal, who, expected) => {
  const port = await freePort()
  const starter = spawn(command, args, {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? folder,
      OCTAVO_DATA: join(folder, `${command} ${signal}`),
      OCTAVO_PORT: String(port),
      OCTAVO_SAMPLE: 'off',
    },
  })
  try {
    const ended = once(starter, 'exit')
    await until(() => isServing(port))
    if (who === 'alone') starter.kill(signal)
    else signalGroup(starter, signal)
    const [code] = await ended
    if (expected !== undefined) expect(code).toBe(expected)
    await until(async () => !(await isServing(port)))
  } finally {
    signalGroup(starter, 'SIGKILL')
  }
})

test('a script ends with the code of its program', async () => {
  const starter = spawn('node', ['scripts/octavo.mjs', 'no-such-command'], { cwd: root, stdio: 'ignore' })
  expect((await once(starter, 'exit'))[0]).toBe(2)
})
