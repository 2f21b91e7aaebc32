import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip } from './send.ts'
import type { PageRequest, Pages } from './serving.ts'

const compress = promisify(gzip)

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

interface WebFile {
  path: string
  mediaType: string
  /** The file name contains a hash of the content, so it never changes. */
  isImmutable: boolean
  /** Undefined when the file is gone. */
  loaded?: Promise<Loaded | undefined>
}
interface Loaded {
  content: Buffer
  zipped: Buffer | null
  etag: string
}

/**
 * Serves the built web app. Its files are listed once for each build; requests look up that map and no path is ever
 * built from an address. Addresses of the app's pages get index.html; without a build, a page explains how to create
 * one.
 */
export function createWebFiles(folder: string): Pages {
  let listed: Promise<Map<string, WebFile>> | undefined
  let builtAt: string | undefined

  /** A new build is looked for when a page of the app is opened. */
  async function filesFor(request: PageRequest): Promise<Map<string, WebFile>> {
    if (listed === undefined || isAppAddress(request)) {
      const at = await timeOfBuild(folder)
      if (at !== builtAt) listed = undefined
      builtAt = at
    }
    listed ??= listFiles(folder)
    return listed
  }

  return async (request, reply) => {
    const files = await filesFor(request)
    // Browsers request this name for every response that is not one of our pages.
    const path = request.path === '/favicon.ico' ? '/favicon.svg' : request.path
    const file = files.get(path) ?? (isAppAddress(request) ? files.get('/index.html') : undefined)
    if (file === undefined) {
      if (files.size > 0 || !isAppAddress(request)) return false
      // Not cached, because the build may appear while the server runs.
      listed = undefined
      await reply.code(503).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(notBuilt)
      return true
    }
    file.loaded ??= load(file)
    const loaded = await file.loaded
    // A newer build has replaced the file.
    if (loaded === undefined) return false
    const { content, zipped, etag } = loaded
    reply
      .type(file.mediaType)
      .header('etag', etag)
      .header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
      .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (request.ifNoneMatch === etag) await reply.code(304).send()
    else if (zipped !== null && acceptsGzip(request.acceptEncoding)) {
      await reply.header('content-encoding', 'gzip').send(zipped)
    } else await reply.send(content)
    return true
  }
}

/** Whether a browser requests a page of the app: no file name, no address of the API. */
function isAppAddress({ path, wantsHtml }: PageRequest): boolean {
  if (path === '/' || path === '/sign-in') return true
  return wantsHtml && extname(path) === '' && !/^\/(v\d[\w.]*|auth|assets|docs|healthz|readyz|metrics)(\/|$)/.test(path)
}

/** A text that differs for every build. */
async function timeOfBuild(folder: string): Promise<string> {
  const stats = await Promise.all(
    ['index.html', 'assets'].map((name) => stat(join(folder, name)).catch(() => undefined)),
  )
  return stats.map((found) => found?.mtimeMs).join(' ')
}

async function listFiles(folder: string): Promise<Map<string, WebFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const files = new Map<string, WebFile>()
  for (const entry of entries) {
    const mediaType = mediaTypes[extname(entry.name)]
    if (!entry.isFile() || mediaType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`
    files.set(address, { path, mediaType, isImmutable: address.startsWith('/assets/') })
  }
  return files
}

async function load({ path, mediaType }: WebFile): Promise<Loaded | undefined> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (content === undefined) return undefined
  const isText = /^(text|application\/(json|manifest|wasm)|image\/svg)/.test(mediaType)
  const zipped = isText && content.length > 1_024 ? await compress(content, { level: 6 }) : null
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { content, zipped, etag: `W/"${hash}"` }
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Octavo</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>The web app is not built yet</h1>
<p>The server runs and the API answers. <code>npm start</code> builds the web app; reload this page afterwards.</p>
<p><a href="/docs">API reference</a></p>
</html>
`
