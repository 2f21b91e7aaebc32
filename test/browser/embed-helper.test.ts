import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, skipReason } from './chromium.ts'
import { type EmbedPlatform, openEmbedPlatform } from './embed-platform.ts'

/** A host page that uses the embed helper of the client. */
describe.skipIf(!hasChromium)(`the helper for hosts of embeds${skipReason}`, () => {
  let platform: EmbedPlatform
  let server: Server
  let origin = ''

  beforeAll(async () => {
    platform = await openEmbedPlatform()
    const script = await builtHost()
    server = createServer((request, response) => {
      const isScript = request.url === '/host.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      response.end(
        isScript
          ? script
          : '<!doctype html><html lang="en"><title>Host</title><script type="module" src="/host.js"></script>',
      )
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
    await platform.api('PATCH', '/v2/organizations/settings', { embedOrigins: [origin] })
  })
  afterAll(async () => {
    server?.close()
    await platform?.close()
  })

  async function builtHost(): Promise<string> {
    const web = resolve(import.meta.dirname, '../../packages/web')
    const built = await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        alias: {
          react: join(web, '../../node_modules/react'),
          'react-dom': join(web, '../../node_modules/react-dom'),
          '@octavo/client/embed': resolve(web, '../client/src/embed/index.ts'),
        },
      },
      build: { write: false, lib: { entry: join(import.meta.dirname, 'embed-host.ts'), formats: ['es'] } },
    })
    const [first] = Array.isArray(built) ? built : [built]
    const chunk = first && 'output' in first ? first.output[0] : undefined
    if (!chunk) throw new Error('The host was not built.')
    return chunk.code
  }

  it.each([
    ['without React', ''],
    ['with React', '&react'],
  ])('sets controls and receives events %s', async (_how, more) => {
    const context = await platform.browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
    const address = `${platform.url}?:jwt=${platform.sign()}&:embed=true`
    await page.goto(`${origin}/?shows=${encodeURIComponent(address)}${more}`)
    const regions = page.frameLocator('iframe').getByRole('region', { name: 'Regions', exact: true })
    await regions.getByText('East').waitFor()
    const reported = page.locator('output')
    await expect.poll(() => reported.innerText()).toContain('"Area":""')
    await page.getByRole('button', { name: 'Only West' }).click()
    await regions.getByText('East').waitFor({ state: 'detached' })
    await page.frameLocator('iframe').getByRole('button', { name: 'Ask the host' }).click()
    await expect.poll(() => reported.innerText()).toContain('asked')
    expect(await reported.innerText()).toMatch(/"?area\\?":\\?"West/)
    expect(complaints).toEqual([])
    await context.close()
  })
})
