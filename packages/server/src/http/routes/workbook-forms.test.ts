import { readFileSync } from 'node:fs'
import { createWorkbook, updateWorkbookContents } from '@octavo/core/contract'
import { describe, expect, test } from 'vitest'
import { describeEmbedded } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { parseYaml, printYaml } from '../yaml.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

type Fields = Record<string, unknown>

const examples = new URL('../../../../core/src/document/testing/examples/', import.meta.url)

describeEmbedded('workbooks in every form', (openStore) => {
  let documents: TestServices
  let connectionId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    return documents.routes
  })
  const folderId = () => server().platform.people.builder.homeFolderId
  const send = (
    method: string,
    path: string,
    body?: unknown,
    { as = 'builder' as Role, query = {}, headers = {} } = {},
  ) => server().request({ method, path, as, query, headers, ...(body === undefined ? {} : { body }) })
  const small = () => smallWorkbook(connectionId, folderId())
  const createNested = async () => {
    const answer = await send('POST', '/v2/workbooks/spec', small())
    return (answer.body as { workbookId: string }).workbookId
  }
  const contentsOf = async (id: string) => {
    const answer = await send('GET', `/v2/workbooks/${id}`, undefined, { query: { includeContents: true } })
    expect(answer.status, answer.text).toBe(200)
    return { answer, ...(answer.body as { contents: Fields; documentVersion: number }) }
  }
  const nestedOf = async (id: string, query = {}) =>
    (await send('GET', `/v2/workbooks/${id}/spec`, undefined, { query })).body as Fields

  describe('contents', () => {
    test('a workbook created from contents equals the one created from nested pages', async () => {
      const nested = await createNested()
      const { contents } = await contentsOf(nested)
      const answer = await send('POST', '/v2/workbooks', {
        name: 'Copy',
        folderId: folderId(),
        description: 'D',
        contents,
      })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ name: 'Copy', description: 'D', latestVersion: 1 })
      const { workbookId } = answer.body as { workbookId: string }
      const copy = await contentsOf(workbookId)
      expect(copy.contents).toEqual(contents)
      expect(copy.answer.body).toMatchObject({ workbookId, name: 'Copy', documentVersion: 1 })
      expect(copy.answer.headers.etag).toBe('"1"')
      expect((await nestedOf(workbookId, { form: 'nested' })).pages).toEqual((await nestedOf(nested)).pages)
    })

    test('returned contents may be sent back, which changes only the version', async () => {
      const id = await createNested()
      const { contents, documentVersion } = await contentsOf(id)
      const put = await send('PUT', `/v2/workbooks/${id}/contents`, { contents, documentVersion, note: 'ignored' })
      expect(put.body).toMatchObject({ success: true, workbookId: id, documentVersion: 2 })
      expect(put.headers.etag).toBe('"2"')
      const again = await contentsOf(id)
      expect(again.contents).toEqual(contents)
      expect(again.documentVersion).toBe(2)
    })

    test('the plain response has no contents', async () => {
      const id = await createNested()
      const { body } = await send('GET', `/v2/workbooks/${id}`)
      expect(body).not.toHaveProperty('contents')
      expect(body).not.toHaveProperty('documentVersion')
    })

    test('the example in this form loads without a problem and is returned unchanged', async () => {
      const text = readFileSync(new URL('workbook-contents.json', examples), 'utf8')
        .replaceAll('11111111-1111-4111-8111-111111111111', connectionId)
        .replaceAll('22222222-2222-4222-8222-222222222222', folderId())
      const example = JSON.parse(text) as { contents: Fields; name: string; folderId: string }
      const { contents } = example
      const verdict = await send('POST', '/v2/workbooks', { name: 'X', folderId: folderId(), contents, dryRun: true })
      // The data model is a placeholder; there is no other problem.
      const { errors = [] } = verdict.body as { errors?: { summary: string }[] }
      expect(errors.filter(({ summary }) => !summary.includes('Dependency not found'))).toEqual([])
    })

    describe('dry run', () => {
      const dryRun = async (contents: unknown) =>
        send('POST', '/v2/workbooks', { name: 'Dry', folderId: folderId(), contents, dryRun: true })
      const count = async () => (await server().platform.store.db.selectFrom('documents').select('id').execute()).length

      test('good contents are valid, and nothing is stored', async () => {
        const { contents } = await contentsOf(await createNested())
        const before = await count()
        const answer = await dryRun(contents)
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual({ valid: true, warnings: [] })
        expect(await count()).toBe(before)
      })

      test('every problem has its path, and warnings are separate', async () => {
        const { contents } = await contentsOf(await createNested())
        const elements = (contents.elements as Fields[]).map((element) => ({ ...element, tomorrow: 1 }))
        const answer = await dryRun({ ...contents, elements, pages: [{ id: 7 }], schemaVersion: 2 })
        expect(answer.body).toMatchObject({ valid: false })
        const { errors, warnings } = answer.body as { errors: { summary: string }[]; warnings: { summary: string }[] }
        expect(errors.map(({ summary }) => summary)).toEqual(
          expect.arrayContaining([
            'contents.schemaVersion: Invalid 1: 2',
            'contents.pages[0].name: is required',
            'contents.pages[0].id: Invalid string: 7',
          ]),
        )
        expect(warnings.map(({ summary }) => summary)).toContain(
          'contents.elements[0].tomorrow: Unknown field "tomorrow" is kept but has no effect',
        )
      })

      test('a dry run without contents is refused', async () => {
        const answer = await send('POST', '/v2/workbooks', { name: 'Dry', folderId: folderId(), dryRun: true })
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({ code: 'invalid_request' })
      })
    })

    const gone = '/v2/workbooks/00000000-0000-4000-8000-000000000000/contents'
    scenarios(
      'POST /v2/workbooks',
      server,
      [
        {
          name: 'contents with problems',
          as: 'builder',
          body: { name: 'A', folderId: 'x', contents: {} },
          status: 400,
          answer: { code: 'invalid_document' },
        },
        { name: 'a folder that does not exist', as: 'builder', body: { name: 'A', folderId: 'x' }, status: 404 },
        { name: 'a member who may not build', as: 'viewer', body: { name: 'A', folderId: 'x' }, status: 404 },
      ],
      { operation: createWorkbook, untested: { forbidden: 'in workbooks.test.ts' } },
    )
    scenarios(
      'PUT /v2/workbooks/{workbookId}/contents',
      server,
      [
        { name: 'no such workbook', as: 'builder', path: gone, body: { contents: {} }, status: 404 },
        { name: 'no contents', as: 'builder', path: gone, body: {}, status: 400, answer: { code: 'invalid_request' } },
      ],
      {
        operation: updateWorkbookContents,
        untested: {
          invalid_document: 'beside this table',
          forbidden: 'beside this table',
          version_conflict: 'beside this table',
          draft_has_changes: 'beside this table',
        },
      },
    )

    test('a put is refused: problems, rights, an older version, a draft with changes', async () => {
      const id = await createNested()
      await documents.share(id, 'viewer', 'view')
      const path = `/v2/workbooks/${id}/contents`
      const { contents } = await contentsOf(id)
      expect((await send('PUT', path, { contents: {} })).body).toMatchObject({ code: 'invalid_document' })
      expect((await send('PUT', path, { contents }, { as: 'viewer' })).body).toMatchObject({ code: 'forbidden' })
      expect((await send('PUT', path, { contents, documentVersion: 1 })).status).toBe(200)
      expect((await send('PUT', path, { contents, documentVersion: 1 })).body).toMatchObject({
        code: 'version_conflict',
        details: { sent: 1, latest: 2 },
      })
      const ifMatch = { headers: { 'if-match': '"1"' } }
      expect((await send('PUT', path, { contents }, ifMatch)).body).toMatchObject({ code: 'precondition_failed' })
      const draft = (await send('GET', `/v2/workbooks/${id}/draft`)).body as {
        revision: number
        document: { pages: { id: string }[] }
      }
      const edits = [{ op: 'set', at: ['pages', { id: draft.document.pages[0]?.id }, 'name'], value: 'New' }]
      await send('POST', `/v2/workbooks/${id}/draft/edits`, { baseRevision: draft.revision, edits })
      expect((await send('PUT', path, { contents })).body).toMatchObject({ code: 'draft_has_changes' })
      expect((await send('PUT', path, { contents }, { query: { discardDraft: true } })).status).toBe(200)
    })
  })

  describe('the flat document', () => {
    test('is read, created and put on the same paths', async () => {
      const nested = await createNested()
      const spec = await nestedOf(nested, { form: 'document' })
      expect(spec).toMatchObject({ workbookId: nested, documentVersion: 1, document: { schemaVersion: 1 } })
      expect(spec).not.toHaveProperty('pages')
      const { document } = spec as { document: Fields }
      const created = await send('POST', '/v2/workbooks/spec', { name: 'Flat', folderId: folderId(), document })
      expect(created.status, created.text).toBe(200)
      const { workbookId } = created.body as { workbookId: string }
      expect((await nestedOf(workbookId, { form: 'nested' })).pages).toEqual((await nestedOf(nested)).pages)
      const put = await send('PUT', `/v2/workbooks/${workbookId}/spec`, { document })
      expect(put.body).toMatchObject({ success: true, documentVersion: 2 })
      expect((await nestedOf(workbookId, { form: 'document' })).document).toEqual(document)
      const verdict = await send('POST', '/v2/workbooks/spec/verify', { name: 'F', folderId: folderId(), document })
      expect(verdict.body).toEqual({ valid: true })
      const wrong = { name: 'F', folderId: folderId(), document: { ...document, layout: undefined } }
      expect((await send('POST', '/v2/workbooks/spec/verify', wrong)).body).toMatchObject({ valid: false })
    })
  })

  describe('a drift check between a file and the server finds no difference', () => {
    const layout =
      '<Page id="pg">\n  <!-- two rows --><Element elementId="ctl-status" gridColumn="1/9" gridRow="1/4"/>\n' +
      '  <Element elementId="kpi" gridColumn="9/25" gridRow="1/7"/>\n' +
      '  <Element elementId="bars" gridColumn="1/25" gridRow="7/19"/>\n' +
      '  <Element elementId="orders" gridColumn="1/25" gridRow="19/37"/>\n</Page>'
    const flat = () => {
      const { pages, name, description } = small() as { pages: Fields[]; name: string; description: string }
      const elements = pages.flatMap(({ elements: list }) => list as Fields[])
      const plain = pages.map(({ elements: _, ...page }) => page)
      const pie = { id: 'pie', kind: 'pie-chart', source: { kind: 'table', elementId: 'orders' } }
      const columns = [
        { id: 'pie-v', formula: 'Count()', name: 'Rows' },
        { id: 'pie-c', formula: '[Orders/Channel]', name: 'Channel' },
      ]
      const shelves = { value: { columnId: 'pie-v' }, color: { columnId: 'pie-c' } }
      const text = layout.replace(
        '</Page>',
        '<Element elementId="pie" gridColumn="1 / 25" gridRow="37 / 49"></Element></Page>',
      )
      const content = {
        schemaVersion: 1,
        pages: plain,
        layout: text,
        elements: [...elements, { ...pie, columns, ...shelves }],
      }
      return { name, description, folderId: folderId(), content }
    }
    const files: readonly [string, () => Fields][] = [
      ['nested', () => ({ ...small(), layout })],
      [
        'nested without a layout',
        () => Object.fromEntries(Object.entries(small()).filter(([name]) => name !== 'layout')),
      ],
      ['document', () => (({ content, ...file }) => ({ ...file, document: content }))(flat())],
      ['contents', () => (({ content, ...file }) => ({ ...file, contents: content }))(flat())],
    ]
    const create = async (file: Fields) => {
      const made = await send('POST', '/v2/workbooks/spec', file)
      expect(made.status, made.text).toBe(200)
      return (made.body as { workbookId: string }).workbookId
    }
    /** The fields of the file as the server returns them; fields that only the envelope has are left out. */
    const readBack = async (id: string, file: Fields, query = {}) => {
      const spec = await nestedOf(id, query)
      const known = ['pages', 'layout', 'document', 'contents', ...Object.keys(file)]
      return Object.fromEntries(Object.entries(spec).filter(([name]) => known.includes(name)))
    }

    test.each(files)('%s', async (_form, fileOf) => {
      const file = fileOf()
      const id = await create(file)
      expect(await readBack(id, file)).toEqual(file)
      expect((await send('PUT', `/v2/workbooks/${id}/spec`, await nestedOf(id))).status).toBe(200)
      expect(await readBack(id, file)).toEqual(file)
      const { text } = await send('GET', `/v2/workbooks/${id}/spec`, undefined, { query: { format: 'yaml' } })
      expect(parseYaml(text)).toMatchObject(file)
    })

    test.each(files)('%s, after an edit in the app to something else', async (_form, fileOf) => {
      const file = fileOf()
      const id = await create(file)
      const draft = (await send('GET', `/v2/workbooks/${id}/draft`)).body as { revision: number; document: Fields }
      expect(draft.document).not.toHaveProperty('written')
      const edits = [{ op: 'set', at: ['pages', { id: 'pg' }, 'name'], value: 'Renamed' }]
      await send('POST', `/v2/workbooks/${id}/draft/edits`, { baseRevision: draft.revision, edits })
      const renamed = JSON.parse(JSON.stringify(file).replaceAll('"name":"Overview"', '"name":"Renamed"')) as Fields
      expect(await readBack(id, file, { draft: true })).toEqual(renamed)
      expect((await send('POST', `/v2/workbooks/${id}/draft/publish`)).status).toBe(200)
      expect(await readBack(id, file)).toEqual(renamed)
    })

    test('the form is that of the last write; a restored version keeps it, and form= overrides it', async () => {
      const nested = { ...small(), layout }
      const id = await create(nested)
      const { contents } = await contentsOf(id)
      expect((await send('PUT', `/v2/workbooks/${id}/contents`, { contents })).status).toBe(200)
      expect(await nestedOf(id)).toMatchObject({ contents })
      expect(await nestedOf(id, { documentVersion: 1 })).toMatchObject({ layout })
      expect(await nestedOf(id, { form: 'nested' })).toMatchObject({ pages: small().pages })
      expect(await nestedOf(id, { form: 'document' })).toHaveProperty('document.elements')
      expect((await send('POST', `/v2/workbooks/${id}/restoreVersion`, { version: 1 })).status).toBe(200)
      expect(await nestedOf(id)).toMatchObject({ documentVersion: 3, contents })
    })

    test('a workbook created in the app is nested', async () => {
      const made = await send('POST', '/v2/workbooks', { name: 'Blank', folderId: folderId() })
      expect(await nestedOf((made.body as { workbookId: string }).workbookId)).toHaveProperty('pages')
    })
  })

  describe('YAML', () => {
    const asYaml = { 'content-type': 'application/yaml' }
    const raw = (method: string, path: string, value: unknown, headers = {}) =>
      server().request({ method, path, as: 'builder', raw: printYaml(value), headers: { ...asYaml, ...headers } })

    test('is accepted like JSON, and returned on request', async () => {
      const created = await raw('POST', '/v2/workbooks/spec', small())
      expect(created.status, created.text).toBe(200)
      expect(created.headers['content-type']).toBe('application/json; charset=utf-8')
      const { workbookId } = created.body as { workbookId: string }
      const path = `/v2/workbooks/${workbookId}/spec`
      const json = await send('GET', path)
      for (const [headers, query] of [
        [{ accept: 'application/yaml' }, {}],
        [{}, { format: 'yaml' }],
        [{ accept: 'application/json' }, { format: 'yml' }],
      ] as const) {
        const answer = await send('GET', path, undefined, { headers, query })
        expect(answer.headers['content-type']).toBe('application/yaml; charset=utf-8')
        expect(answer.headers.etag).toBe('"1"')
        expect(parseYaml(answer.text)).toEqual(json.body)
      }
      const text = (await send('GET', path, undefined, { query: { format: 'yaml' } })).text
      const put = await server().request({ method: 'PUT', path, as: 'builder', raw: text, headers: asYaml })
      expect(put.body).toMatchObject({ documentVersion: 2 })
      expect((await nestedOf(workbookId, { form: 'nested' })).pages).toEqual((json.body as Fields).pages)
    })

    test('responses of a write follow Accept, errors are JSON', async () => {
      const headers = { accept: 'application/yaml' }
      const created = await raw('POST', '/v2/workbooks/spec', small(), headers)
      expect(created.headers['content-type']).toBe('application/yaml; charset=utf-8')
      expect(created.body).toMatchObject({ success: true })
      const refused = await raw('POST', '/v2/workbooks/spec', {}, headers)
      expect(refused.status).toBe(400)
      expect(refused.headers['content-type']).toMatch(/^application\/json/)
    })

    test('contents are accepted and returned as YAML too', async () => {
      const id = await createNested()
      const query = { includeContents: true, format: 'yaml' }
      const { text } = await send('GET', `/v2/workbooks/${id}`, undefined, { query })
      const { contents } = parseYaml(text) as { contents: unknown }
      const put = await raw('PUT', `/v2/workbooks/${id}/contents`, { contents, documentVersion: 1 })
      expect(put.body).toMatchObject({ documentVersion: 2 })
      const created = await raw('POST', '/v2/workbooks', { name: 'Y', folderId: folderId(), contents })
      expect(created.status, created.text).toBe(200)
    })

    test.each([
      ['what is broken', 'a: [1', /not YAML/],
      [
        'what grows without end',
        'a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
        /alias/,
      ],
    ])('%s is refused', async (_title, text, reason) => {
      const answer = await server().request({
        method: 'POST',
        path: '/v2/workbooks/spec',
        as: 'builder',
        raw: text,
        headers: asYaml,
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(reason) })
    })

    test('operations without it refuse it', async () => {
      const answer = await raw('POST', '/v2/files', { type: 'folder', name: 'F', parentId: folderId() })
      expect(answer.status).toBe(415)
    })
  })
})
