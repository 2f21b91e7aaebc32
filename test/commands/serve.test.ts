import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { program as bundle, root } from '../../scripts/lib/setup.mjs'

const folder = mkdtempSync(join(tmpdir(), 'octavo-serve-'))
const program = join(root, bundle)
const inUse = createServer()

afterAll(() => {
  inUse.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `octavo serve`, which cannot start, until it exits. */
async function serve(dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH ?? '',
      OCTAVO_SAMPLE: 'off',
      OCTAVO_LOG_LEVEL: 'error',
      OCTAVO_DATA: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...output }
}

test('a port in use ends the start with a hint, and the first sign-in is not lost', async () => {
  inUse.listen(0, '127.0.0.1')
  await once(inUse, 'listening')
  const address = inUse.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const dataDir = join(folder, 'first')
  const { code, stdout, stderr } = await serve(dataDir, { OCTAVO_PORT: String(port) })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      `\nOctavo did not start. The port ${port} of 127.0.0.1 is in use by another program.\n` +
      'End that program, or choose another port with OCTAVO_PORT.\n',
  })
  const secrets = join(dataDir, 'first-sign-in.txt')
  expect(stdout).toContain(`The first sign-in is in ${secrets}`)
  expect(readFileSync(secrets, 'utf8')).toMatch(/^Email {10}\S+\nPassword {7}\S+\n/)
  // The next one finds no lock left behind.
  expect(await serve(dataDir, { OCTAVO_PORT: String(port) })).toMatchObject({ code: 1, stderr })
})

test.each([
  [
    'an address of another machine',
    { OCTAVO_HOST: '192.0.2.1', OCTAVO_PORT: '0' },
    /This machine has no address "192\.0\.2\.1"\./,
  ],
  ['an invalid setting', { OCTAVO_PORT: 'many' }, /OCTAVO_PORT/],
])('%s is reported in one line', async (_, env, reported) => {
  const { code, stderr } = await serve(join(folder, 'second'), env)
  expect(code).toBe(1)
  expect(stderr).toMatch(reported)
  expect(stderr).not.toMatch(/\bat .*\.ts:\d+/)
})

test('an invalid setting creates no data folder', async () => {
  const dataDir = join(folder, 'third')
  await serve(dataDir, { OCTAVO_PORT: 'many' })
  expect(existsSync(dataDir)).toBe(false)
})
