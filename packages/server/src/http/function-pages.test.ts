import { functionReference } from '@octavo/core/formula'
import { describe, expect, test } from 'vitest'
import { describeStores } from '../store/testing.ts'
import { createFunctionPages } from './function-pages.ts'
import { useServer } from './testing.ts'

describeStores('the reference of functions', (openStore) => {
  const server = useServer(openStore, () => [], { pages: [createFunctionPages()] })
  const get = async (path: string) => server().http.inject({ method: 'GET', url: path })

  test('names every function on the index and has a page for each, whatever its case', async () => {
    const { body, statusCode } = await get('/docs/functions')
    expect(statusCode).toBe(200)
    for (const { name } of functionReference()) {
      expect(body).toContain(`href="/docs/functions/${name}"`)
      const page = await get(`/docs/functions/${name.toLowerCase()}`)
      expect(page.statusCode, name).toBe(200)
      expect(page.body).toContain(`<h1>${name}</h1>`)
      expect(page.body).toContain('<h2>Nulls</h2>')
      expect(page.body).toContain('SQL Server')
    }
  })

  test('names engines that lack a function, and engines on which no test of ours runs it', async () => {
    const { body } = await get('/docs/functions/MakePoint')
    expect(body).toContain('no: This engine has no geography type.')
    expect(body).toContain('yes, not tested by us')
  })

  describe('text of functions', () => {
    test('is never markup', async () => {
      const { body, statusCode } = await get('/docs/functions/%3Cscript%3Ealert(1)%3C/script%3E')
      expect(statusCode).toBe(404)
      expect(body).not.toContain('<script>alert')
      const like = (await get('/docs/functions/Like')).body
      expect(like).not.toMatch(/<code>[^<]*<[^/]/)
    })
  })

  test('loads only files of this server', async () => {
    for (const file of ['look.css', 'search.js']) expect((await get(`/docs/functions/${file}`)).statusCode).toBe(200)
    const { body } = await get('/docs/functions')
    expect(body).not.toMatch(/(src|href)="https?:/)
    expect(body).not.toMatch(/<script>| on\w+="/)
  })
})
