import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { createDocsPage } from './docs-page.ts'
import { startTestServer, useServer } from './testing.ts'
import { testRoutes } from './testing-routes.ts'
import { createWebFiles } from './web-files.ts'

describeEmbedded('pages', (openStore, engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-web-'))
  const unbuilt = join(folder, 'nowhere')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), `console.log(1);${'x'.repeat(5_000)}`)
  writeFileSync(join(folder, '..', `outside-${engine}.txt`), 'outside')
  symlinkSync('/etc/passwd', join(folder, 'link.txt'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(join(folder, '..', `outside-${engine}.txt`), { force: true })
  })
  const serverOf = useServer(openStore, testRoutes, { pages: [createDocsPage(), createWebFiles(folder)] })
  const html = { accept: 'text/html,*/*' }
  const get = (path: string, headers: Record<string, string> = html) =>
    serverOf().request({ method: 'GET', path, headers })

  test.each(['/', '/sign-in', '/main/workbook/sales-57a96EMo3GVJG73179MV2l'])('%s is the app', async (path) => {
    expect(await get(path)).toMatchObject({
      status: 200,
      text: '<!doctype html><title>app</title>',
      headers: { 'cache-control': 'no-cache' },
    })
  })
  test('an asset is cached for ever and sent compressed', async () => {
    const { headers, bytes } = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(gunzipSync(bytes).toString()).toContain('console.log(1)')
    const again = await get('/assets/main-abc123.js', { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
  })
  test.each([
    `/../outside-${engine}.txt`,
    `/%2e%2e/outside-${engine}.txt`,
    `/assets/..%2f..%2foutside-${engine}.txt`,
    '/link.txt',
    '/assets/missing.js',
    '/v2/nothing',
    '/auth/nothing',
    '/index.html%00.js',
  ])('%s is not found', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { code: 'unknown_operation' } })
  })
  test.each(['/assets/../../etc/passwd', '//etc/passwd'])('%s is a page of the app, never a file', async (path) => {
    expect((await get(path)).text).toBe('<!doctype html><title>app</title>')
  })
  test('programs get an error instead of the app for an unknown address', async () => {
    expect(await get('/something', { accept: 'application/json' })).toMatchObject({ status: 404 })
  })
  test('the reference loads only files of this server', async () => {
    const page = await get('/docs')
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(sources).toEqual(['/favicon.svg', '/docs/reference.js', '/docs/start.js'])
    for (const source of [...sources, '/favicon.ico']) expect((await get(source)).status).toBe(200)
    expect(page.text).not.toMatch(/<script>|<script type/)
  })
  test('a new build is served while the server runs, and files of the previous one are not found', async () => {
    const rebuilt = mkdtempSync(join(tmpdir(), 'octavo-web-'))
    const build = (name: string) => {
      rmSync(join(rebuilt, 'assets'), { recursive: true, force: true })
      mkdirSync(join(rebuilt, 'assets'))
      writeFileSync(join(rebuilt, 'assets', `${name}.js`), name)
      writeFileSync(join(rebuilt, 'index.html'), `<script src="/assets/${name}.js"></script>`)
    }
    build('first')
    const server = await startTestServer(serverOf().platform, [], { pages: [createWebFiles(rebuilt)] })
    const ask = (path: string) => server.request({ method: 'GET', path, headers: html })
    expect((await ask('/')).text).toContain('first')
    build('second')
    expect((await ask('/assets/first.js')).status).toBe(404)
    expect((await ask('/')).text).toContain('second')
    expect(await ask('/assets/second.js')).toMatchObject({ status: 200, text: 'second' })
    await server.http.stop()
    rmSync(rebuilt, { recursive: true, force: true })
  })
  test('without a build there is a page with instructions', async () => {
    const server = await startTestServer(serverOf().platform, [], { pages: [createWebFiles(unbuilt)] })
    const answer = await server.request({ method: 'GET', path: '/', headers: html })
    expect(answer).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(answer.text).toContain('npm start')
    await server.http.stop()
  })
})
