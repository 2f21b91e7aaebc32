import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform } from './embed-platform.ts'
import { picture } from './pictures.ts'

const root = resolve(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/embedding.md'), 'utf8')

/** The first program of a language in the guide that contains a text. */
function programOf(language: string, containing: string): string {
  const programs = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language)
  const found = programs.find(([, , text]) => text?.includes(containing))?.[2]
  if (found === undefined) throw new Error(`The guide has no program in ${language} with ${containing}.`)
  return found
}

const runs = (program: string, version: string) => spawnSync(program, [version]).status === 0

/** The programs of docs/embedding.md, as they are printed there. */
describe.skipIf(!hasChromium)(`the guide for hosts${skipReason}`, () => {
  let platform: EmbedPlatform
  let host: ChildProcess | undefined
  const folder = mkdtempSync(join(tmpdir(), 'octavo-guide-'))

  beforeAll(async () => {
    platform = await openEmbedPlatform()
    // A token may only name attributes that exist.
    await platform.api('POST', '/v2/user-attributes', { name: 'customer' })
  })
  afterAll(async () => {
    host?.kill()
    await platform?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('leads to a host page that signs, has a theme, sets a control and receives events', async () => {
    const { entries } = await platform.api<{ entries: { name: string; url: string }[] }>('GET', '/v2/workbooks')
    const workbook = entries.find(({ name }) => name === 'Retail overview')?.url ?? ''
    const port = await freePort()
    const origin = `http://localhost:${port}`
    await platform.api('PATCH', '/v2/organizations/settings', { embedOrigins: [origin] })
    const file = join(folder, 'host.mjs')
    writeFileSync(file, programOf('js', 'createServer'))
    const { clientId, clientSecret } = platform.pair
    const env = { ...process.env, WORKBOOK: workbook, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PORT: port }
    host = spawn(process.execPath, [file], { env, stdio: 'inherit' })
    await expect
      .poll(
        () =>
          fetch(origin).then(
            (response) => response.ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)

    const page = await platform.browser.newPage({ viewport: { width: 1280, height: 1000 } })
    page.setDefaultTimeout(30_000)
    await page.goto(origin)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('region', { name: 'Revenue by category' }).locator('canvas').waitFor()
    await frame.getByRole('button', { name: 'Workbook menu' }).waitFor()
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('button', { name: 'Only West' }).click()
    await frame.getByRole('button', { name: /^Region: West/ }).waitFor()
    await page.locator('pre').filter({ hasText: '"Region": "West"' }).waitFor()
    await picture(page, 'embed-guide')
    await page.close()
  })

  const claims = JSON.stringify({ sub: 'ada@customer.example', teams: ['Customers'] })
  const signers: Record<string, { isHere: boolean; sign: (id: string, secret: string) => string }> = {
    TypeScript: {
      isHere: true,
      sign: (id, secret) => {
        const given = `const clientId = ${JSON.stringify(id)}, clientSecret = ${JSON.stringify(secret)}\n`
        const program = `${given}${programOf('ts', 'SignJWT')}\nprocess.stdout.write(token)`
        return execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' })
      },
    },
    Python: {
      isHere: runs('python3', '--version'),
      sign: (id, secret) => {
        const call = `print(sign(${JSON.stringify(id)}, ${JSON.stringify(secret)}, json.loads(${JSON.stringify(claims)})))`
        return execFileSync('python3', ['-c', `${programOf('python', 'def sign')}\n${call}`], { encoding: 'utf8' })
      },
    },
    Go: {
      isHere: runs('go', 'version'),
      sign: (id, secret) => {
        const main = `func main() {
          claims := map[string]any{}
          if err := json.Unmarshal([]byte(${JSON.stringify(claims)}), &claims); err != nil { panic(err) }
          token, err := sign(${JSON.stringify(id)}, ${JSON.stringify(secret)}, claims)
          if err != nil { panic(err) }
          print(token)
        }`
        const file = join(folder, 'main.go')
        writeFileSync(file, `package main\n${programOf('go', 'func sign')}\n${main}`)
        // The built-in print writes to standard error.
        const { status, stderr } = spawnSync('go', ['run', file], { cwd: folder, encoding: 'utf8' })
        if (status !== 0) throw new Error(stderr)
        return stderr
      },
    },
  }

  for (const [language, { isHere, sign }] of Object.entries(signers)) {
    it.skipIf(!isHere)(`signs a token in ${language} that begins a session`, { timeout: 300_000 }, async () => {
      const { clientId, clientSecret } = platform.pair
      const token = sign(clientId, clientSecret).trim()
      const begin = () =>
        fetch(`${platform.octavo.address}/auth/embed`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        })
      const first = await begin()
      expect(first.status, await first.clone().text()).toBe(200)
      expect(await first.json()).toMatchObject({ session: { member: { email: 'ada@customer.example' } } })
      expect((await begin()).status).toBe(401)
    })
  }
})

async function freePort(): Promise<string> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (typeof address !== 'object' || !address) throw new Error('No free port.')
  return String(address.port)
}
