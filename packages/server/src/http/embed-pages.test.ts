import { expect, test } from 'vitest'
import { describeEmbedded } from '../store/testing.ts'
import { createEmbedPages } from './embed-pages.ts'
import type { Pages } from './serving.ts'
import { useServer } from './testing.ts'

const app: Pages = async (_request, reply) => {
  await reply.type('text/html; charset=utf-8').send('<!doctype html><title>app</title>')
  return true
}
const origins: Record<string, readonly string[]> = { allowed: ['https://host.example', 'http://localhost:8080'] }
const id = '/embed/allowed'
const workbook = '/acme/workbook/sales-1a2B'
const frame = (host?: string) => ({
  accept: 'text/html',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-site': 'cross-site',
  ...(host === undefined ? {} : { referer: `${host}/` }),
})

describeEmbedded('the page of an embed', (openStore) => {
  const server = useServer(openStore, () => [], {
    pages: [
      createEmbedPages(app, {
        ofPublicEmbed: async (embedId) => origins[embedId] ?? null,
        ofOrganization: async (slug) => (slug === 'acme' ? (origins.allowed ?? []) : []),
        contentOfPublicEmbed: async (embedId) => (embedId === 'allowed' ? ['https://pictures.example'] : []),
        contentOfOrganization: async (slug) => (slug === 'acme' ? ['https://pictures.example'] : []),
        placeOfSignedUrl: async (url) => (url.includes('&a=b&') ? `${workbook}?:embed=true` : null),
      }),
      app,
    ],
  })
  const get = (path: string, headers: Record<string, string>) => server().request({ method: 'GET', path, headers })
  const ancestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]
  const listed = "'self' https://host.example http://localhost:8080"

  test.each([
    ['opened by itself', id, { accept: 'text/html' }, listed],
    ['in a frame of an origin that is listed', id, frame('https://host.example'), listed],
    ['in a frame of this server', id, { ...frame('http://localhost'), 'sec-fetch-site': 'same-origin' }, listed],
    ['in a frame whose origin the browser keeps to itself', id, frame(), listed],
    ['of an embed that does not exist', '/embed/nothing', { accept: 'text/html' }, "'self'"],
    [
      'of such an embed in a frame, whose page learns that it does not exist',
      '/embed/nothing',
      frame('https://other.example'),
      "'self' https://other.example",
    ],
    ['of something else', '/embeds', { accept: 'text/html' }, "'self'"],
    ['of a signed embed', `${workbook}?:embed=true&:jwt=a.b.c`, frame('https://host.example'), listed],
    ['of a signed embed whose address is encoded', `${workbook}?a=1&%3Aembed=true`, frame(), listed],
    ['of a page of one', `${workbook}/page/p1?:embed=true`, frame('https://host.example'), listed],
    ['of a workbook in the app', workbook, { accept: 'text/html' }, "'self'"],
    ['of a workbook whose address only looks embedded', `${workbook}?x:embed=true`, frame(), "'self'"],
    ['of an organization that does not exist', '/nobody/workbook/a-1?:embed=true', frame(), "'self'"],
  ])('%s', async (_, path, headers, expected) => {
    const answer = await get(path, headers)
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('app') })
    expect(ancestors(answer.headers['content-security-policy'])).toBe(expected)
  })

  test.each([
    ['to what it shows', `${id}?:nonce=1&a=b&:signature=00`, `${workbook}?:embed=true`],
    ['to the reason why it shows nothing', `${id}/tag/x?:nonce=1&:signature=00`, '/embed/workbook/allowed?:embed=true'],
  ])('a signed address redirects %s', async (_, path, place) => {
    const { status, headers } = await get(path, frame('https://host.example'))
    expect(status).toBe(303)
    const [before, url = ''] = String(headers.location).split('&:signed_url=')
    expect([before, new URL(decodeURIComponent(url)).href.endsWith(path)]).toEqual([place, true])
    expect(headers['referrer-policy']).toBe('strict-origin')
    expect(headers).toMatchObject({ deprecation: '@1795651200', sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' })
    // The page allows the same frames as the embed.
    const page = await get(place, frame('https://host.example'))
    expect([page.status, ancestors(page.headers['content-security-policy'])]).toEqual([200, listed])
  })

  test.each([
    ['of a public embed', id, true],
    ['of a workbook', workbook, true],
    ['of the editor', `${workbook}/edit`, true],
    ['of a data model', '/acme/data-model/sales-1a2B', true],
    ['of a signed embed', `${workbook}?:embed=true`, true],
    ['of an embed that does not exist', '/embed/nothing', false],
    ['of another organization', '/other/workbook/a-1', false],
    ['of a page without an organization', '/sign-in', false],
  ])('the page %s loads pictures and pages of the listed hosts only', async (_, path, isListed) => {
    const policy = String((await get(path, { accept: 'text/html' })).headers['content-security-policy'])
    const directive = (name: string) => new RegExp(`(?:^|;)${name} ([^;]*)`).exec(policy)?.[1]
    expect(directive('img-src')).toBe(isListed ? "'self' data: blob: https://pictures.example" : "'self' data: blob:")
    expect(directive('frame-src')).toBe(isListed ? 'https://pictures.example' : "'none'")
    expect(directive('script-src')).toBe("'self'")
    expect(directive('connect-src')).toBe("'self'")
  })

  test.each([
    ['that is not listed', id, 'https://other.example'],
    ['that only begins like one', id, 'https://host.example.evil.example'],
    ['with another port', id, 'http://localhost:8081'],
    ['that is not listed around a signed embed', `${workbook}?:embed=true`, 'https://other.example'],
  ])('a frame of an origin %s names the setting, and shows nothing else', async (_, path, host) => {
    const answer = await get(path, frame(host))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('embedOrigins')
    expect(answer.text).toContain(host)
    expect(answer.text).not.toContain('<script')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors \*$/)
  })
})
