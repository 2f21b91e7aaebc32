import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { acceptsGzip } from './send.ts'
import type { Pages } from './serving.ts'

const compress = promisify(gzip)
const libraryPath = '/docs/reference.js'

/**
 * The API reference at /docs. Its library is large, so it is loaded when the page is first opened. Everything that the page needs comes
 * from this server: its own files, no inline script, no font, no telemetry.
 */
export function createDocsPage(): Pages {
  let library: Promise<{ content: Buffer; zipped: Buffer }> | undefined

  return async ({ path, acceptEncoding }, reply) => {
    switch (path) {
      case '/docs':
      case '/docs/':
        await reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
        return true
      case '/docs/start.js':
        await sendScript(reply, start)
        return true
      case libraryPath: {
        library ??= loadLibrary()
        const { content, zipped } = await library
        reply.header('vary', 'accept-encoding')
        if (acceptsGzip(acceptEncoding)) await sendScript(reply.header('content-encoding', 'gzip'), zipped)
        else await sendScript(reply, content)
        return true
      }
      default:
        return false
    }
  }
}

function sendScript(reply: FastifyReply, content: string | Buffer) {
  return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(content)
}

/** The package exposes its browser library only through its plugin. */
async function loadLibrary(): Promise<{ content: Buffer; zipped: Buffer }> {
  const [{ default: reference }, { default: Fastify }] = await Promise.all([
    import('@scalar/fastify-api-reference'),
    import('fastify'),
  ])
  const app = Fastify({ logger: false })
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { rawPayload: content } = await app.inject({ method: 'GET', url: '/docs/js/scalar.js' })
  await app.close()
  return { content, zipped: await compress(content, { level: 6 }) }
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Octavo API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<div id="app"></div>
<script src="${libraryPath}"></script>
<script src="/docs/start.js"></script>
</html>
`

const start = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
`
