import {
  drawPublicEmbedElement,
  getPublicEmbedPicture,
  openPublicEmbed,
  type PublicEmbed,
  readPublicEmbedData,
} from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { requestsOf, scenarios, type TestAnswer, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
const setting = '/v2/organizations/settings/publicEmbeds'

/** Rows of one owner, and a column with restricted access. Everything named secret must not appear in embeds. */
const statements = [
  ...smallRetail,
  `CREATE TABLE PUBLIC.SECRET_NOTES AS SELECT * FROM (VALUES
    (1, 'builder@example.com', 'public-note', 'secret-salary'), (2, NULL, 'ownerless', 'secret-two'), (3, '', 'nobody', 'secret-three')
  ) AS t(ID, OWNER, NOTE, SALARY)`,
]

describeStores('public embeds, read by anybody', (openStore) => {
  let documents: TestServices
  let id = ''
  const ids = { whole: '', page: '', element: '', mine: '', picture: '' }
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(statements, { usableBy: ['builder'] })
    const path = ['RETAIL', 'PUBLIC', 'SECRET_NOTES']
    const column = (columnId: string, name: string, formula: string, more = {}) => ({
      id: columnId,
      name,
      formula,
      ...more,
    })
    const base = {
      id: 'secret-base',
      kind: 'table',
      name: 'Secret base',
      source: { kind: 'warehouse-table', connectionId, path },
      columns: ['ID', 'OWNER', 'NOTE', 'SALARY'].map((name) =>
        column(`s-${name}`, `Secret ${name}`, `[SECRET_NOTES/${name}]`),
      ),
    }
    const over = { kind: 'table', elementId: 'secret-base' }
    const notes = {
      id: 'notes',
      kind: 'table',
      name: 'Notes, {{Count([Secret base/Secret ID])}} in all',
      source: over,
      columns: [
        column('n', 'Note', '[Secret base/Secret NOTE]'),
        column('pay', 'Pay', '[Secret base/Secret SALARY]'),
        column('me', 'Me', 'CurrentUserEmail()'),
        column('not-shown', 'Secret hidden', '[Secret base/Secret OWNER]', { hidden: true }),
      ],
      columnSecurities: [
        {
          id: 'security',
          restrictedColumns: ['pay'],
          criteria: {
            kind: 'specific-users-and-teams',
            assignments: [{ type: 'user', userId: platform.people.builder.memberId }],
          },
        },
      ],
    }
    const mine = {
      id: 'mine',
      kind: 'table',
      name: 'Mine',
      source: over,
      columns: [
        column('m', 'Note', '[Secret base/Secret NOTE]'),
        column('is', 'Is mine', '[Secret base/Secret OWNER] = CurrentUserEmail()'),
      ],
      filters: [{ id: 'f', columnId: 'is', kind: 'list', mode: 'include', values: [true] }],
    }
    const broken = {
      id: 'broken',
      kind: 'table',
      name: 'Broken',
      source: over,
      columns: [column('b', 'B', '[Secret base/Secret Gone]')],
    }
    const pick = {
      id: 'pick',
      kind: 'control',
      controlType: 'list',
      controlId: 'Pick',
      name: 'Note',
      mode: 'include',
      selectionMode: 'multiple',
      source: { kind: 'source', source: { kind: 'table', elementId: 'notes' }, columnId: 'n' },
      filters: [{ source: { kind: 'table', elementId: 'notes' }, columnId: 'n' }],
    }
    const picture = (elementId: string, key: string) => ({
      id: elementId,
      kind: 'image',
      source: { kind: 'upload', key },
    })
    const upload = async (content: string) => {
      const viewer = await documents.viewer('builder')
      return (await documents.pictures.upload(viewer, id, { file: Buffer.from(content, 'latin1').toString('base64') }))
        .key
    }
    const body = (elements: object[], hidden: object[]) => ({
      name: 'Secret workbook',
      folderId: platform.people.builder.homeFolderId,
      schemaVersion: 1,
      pages: [
        { id: 'open', name: 'Open', elements },
        { id: 'other', name: 'Other', elements: [{ id: 'words', kind: 'text', body: 'Words' }] },
        { id: 'secret-page', name: 'Secret page', visibility: 'hidden', elements: [base, ...hidden] },
      ],
    })
    const viewer = await documents.viewer('builder')
    id = (await documents.specs.create(viewer, 'workbook', body([notes, mine, broken, pick], []))).record.inode.id
    const [shownKey, secretKey] = [await upload('\x89PNG\r\n\x1a\nshown'), await upload('\x89PNG\r\n\x1a\nsecret')]
    ids.picture = shownKey
    const elements = [notes, mine, broken, pick, picture('logo', shownKey)]
    await documents.specs.update(viewer, 'workbook', id, body(elements, [picture('secret-logo', secretKey)]), {})
    secretPicture = secretKey
    return documents.routes
  })
  let secretPicture = ''

  const { send } = requestsOf(server, 'admin')
  const make = async (source: object) => {
    const answer = await send('POST', `/v2/workbooks/${id}/embeds`, { embedType: 'public', ...source })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { embedId: string }).embedId
  }
  const open = (embedId: string) => server().request({ method: 'GET', path: `/v2/embeds/${embedId}` })
  const read = (embedId: string, pageId: string, body: object = {}) =>
    server().request({ method: 'POST', path: `/v2/embeds/${embedId}/pages/${pageId}/data`, body })

  interface Line {
    event: string
    elements?: string[]
    elementId?: string
    columns?: unknown[]
    message?: string
  }
  const linesOf = (answer: TestAnswer) => {
    expect(answer.status, answer.text).toBe(200)
    const lines = answer.lines as Line[]
    expect(lines.at(-1)).toEqual({ event: 'end' })
    return lines
  }
  const elementsIn = (answer: TestAnswer) =>
    new Set(
      linesOf(answer).flatMap(({ elements, elementId }) => [...(elements ?? []), ...(elementId ? [elementId] : [])]),
    )

  test('an embed of a workbook, a page and an element opens without signing in', async () => {
    ids.whole = await make({ sourceType: 'workbook' })
    ids.page = await make({ sourceType: 'page', sourceId: 'open' })
    ids.element = await make({ sourceType: 'element', sourceId: 'notes' })
    ids.mine = await make({ sourceType: 'element', sourceId: 'mine' })
    for (const [embedId, name, pageIds] of [
      [ids.whole, 'Secret workbook', ['open', 'other']],
      [ids.page, 'Open', ['open']],
      [ids.element.toUpperCase(), 'Notes, … in all', ['notes']],
    ] as const) {
      const answer = await open(embedId)
      expect(answer.status, answer.text).toBe(200)
      const { document, ...rest } = answer.body as PublicEmbed
      expect(rest).toMatchObject({ zone: 'UTC', locale: null })
      expect(rest.name).toBe(name)
      expect((document.pages as { id: string }[]).map((page) => page.id)).toEqual(pageIds)
    }
  })

  test('no id, name, formula or row outside the embed is returned', async () => {
    const { organizationId, people } = server().platform
    for (const [embedId, pageId] of [
      [ids.page, 'open'],
      [ids.element, 'notes'],
      [ids.mine, 'mine'],
    ] as const) {
      const [described, rows] = [await open(embedId), await read(embedId, pageId)]
      linesOf(rows)
      const texts = `${described.text}${rows.text}`
      expect(texts).not.toMatch(/secret/i)
      expect(texts).not.toContain('builder@example.com')
      for (const known of [
        id,
        organizationId,
        ...Object.values(people).flatMap((each) => [each.memberId, each.email]),
      ]) {
        expect(texts).not.toContain(known)
      }
    }
    const rows = await read(ids.whole, 'open')
    expect(rows.text).not.toMatch(/secret/i)
    expect(JSON.stringify((await open(ids.whole)).body).replace('Secret workbook', '')).not.toMatch(/secret/i)
  })

  test('rows are those of an anonymous reader: functions of the user are null, and restricted columns are missing', async () => {
    const notes = linesOf(await read(ids.element, 'notes'))
    const cells = notes.flatMap(({ event, columns }) => (event === 'batch' ? [columns] : []))
    expect(JSON.stringify(cells)).toContain('public-note')
    const schema = notes.find(({ event, elements }) => event === 'schema' && elements?.includes('notes'))
    const me = ((schema?.columns ?? []) as { id: string }[]).findIndex((column) => column.id === 'me')
    const shown = cells.find((columns) => JSON.stringify(columns).includes('public-note')) ?? []
    expect(shown[me]).toEqual([null, null, null])
    const mine = linesOf(await read(ids.mine, 'mine'))
    expect(mine.flatMap(({ event, columns }) => (event === 'batch' ? (columns?.[0] as unknown[]) : []))).toEqual([])
  })

  test('values computed for its texts are returned, and nothing else', async () => {
    const { document } = (await open(ids.element)).body as unknown as {
      document: { computed: Record<string, [string, { elementId: string }][]> }
    }
    const [[mark = '', place] = []] = document.computed.notes ?? []
    expect(mark).toBe('~0')
    expect(elementsIn(await read(ids.element, 'notes'))).toEqual(new Set(['notes', place?.elementId]))
    expect(elementsIn(await read(ids.page, 'open'))).toEqual(
      new Set(['notes', 'mine', 'broken', 'pick', place?.elementId]),
    )
  })

  test('a broken element is reported without the cause', async () => {
    const lines = linesOf(await read(ids.page, 'open', { elementIds: ['broken'] }))
    const json = JSON.stringify(lines)
    expect(json).toContain('This element cannot be shown.')
    expect(json).not.toMatch(/Gone|Secret/)
  })

  const at = (embedId: string, pageId = 'open') => `/v2/embeds/${embedId}/pages/${pageId}/data`
  const absent = (name: string, path: () => string, body?: object) => ({
    name,
    path,
    ...(body === undefined ? {} : { body }),
    status: 404,
    answer: { code: 'not_found' },
  })
  const off = (path: () => string) => ({
    name: 'while public embeds are switched off',
    path,
    status: 403,
    answer: { code: 'forbidden', message: expect.stringContaining('switched off') },
  })
  const switching = (enabled: boolean) =>
    test(`public embeds are switched ${enabled ? 'on again' : 'off'}`, async () => {
      expect((await send('PATCH', setting, { enabled })).status).toBe(200)
    })

  scenarios('GET /v2/embeds/{embedId}', server, [
    absent('an unknown embed', () => `/v2/embeds/${unknownId}`),
    absent('what is no id', () => '/v2/embeds/x'),
    absent('the id of the workbook', () => `/v2/embeds/${id}`),
  ])
  scenarios('POST /v2/embeds/{embedId}/pages/{pageId}/data', server, [
    absent('an unknown embed', () => at(unknownId)),
    absent('a page that is hidden', () => at(ids.whole, 'secret-page')),
    absent('a page beside the embedded one', () => at(ids.page, 'other')),
    absent('the page of an embedded element', () => at(ids.element, 'open')),
    absent('an element beside the embedded one', () => at(ids.element, 'notes'), { elementIds: ['mine'] }),
    absent('a window on one', () => at(ids.element, 'notes'), {
      windows: [{ elementId: 'secret-base', level: 'base', offset: 0, limit: 1 }],
    }),
    absent('an element on a hidden page', () => at(ids.whole), { elementIds: ['secret-base'] }),
    {
      name: 'a control outside the embed',
      path: () => at(ids.element, 'notes'),
      body: { controls: { Pick: 'ownerless' } },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'a control of the embed',
      path: () => at(ids.page),
      body: { elementIds: ['notes'], controls: { Pick: 'ownerless' } },
      status: 200,
      check: ({ text }) => {
        expect(text).toContain('ownerless')
        expect(text).not.toContain('public-note')
      },
    },
    {
      name: 'edits of the document are refused',
      path: () => at(ids.page),
      body: { edits: [{ op: 'set', at: ['pages', { id: 'open' }, 'name'], value: 'X' }] },
      status: 200,
      check: ({ headers, text }) => {
        expect(String(headers.warning)).toContain('edits')
        expect(text).not.toMatch(/secret/i)
      },
    },
    {
      name: 'a page of another site is refused',
      path: () => at(ids.page),
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: {},
      status: 403,
      answer: { code: 'csrf_failed' },
    },
  ])
  scenarios('GET /v2/embeds/{embedId}/pictures/{pictureKey}', server, [
    {
      name: 'a picture that it shows',
      path: () => `/v2/embeds/${ids.page}/pictures/${ids.picture}`,
      status: 200,
      check: ({ headers }) => expect(headers).toMatchObject({ 'content-type': 'image/png' }),
    },
    absent('a picture of a hidden page', () => `/v2/embeds/${ids.whole}/pictures/${secretPicture}`),
    absent('a picture beside the embedded element', () => `/v2/embeds/${ids.element}/pictures/${ids.picture}`),
    absent('an unknown embed', () => `/v2/embeds/${unknownId}/pictures/${ids.picture}`),
  ])

  const png = (embedId: string, elementId = 'notes') => `/v2/embeds/${embedId}/elements/${elementId}/png`
  test('an element is drawn with the rows of an anonymous reader, in the requested size and theme', async () => {
    const draw = async (body?: object) => {
      const answer = await server().request({ method: 'POST', path: png(ids.page), ...(body ? { body } : {}) })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' })
      return answer.bytes
    }
    const small = await draw({ pixelWidth: 400, pixelHeight: 300 })
    expect([small.readUInt32BE(16), small.readUInt32BE(20)]).toEqual([400, 300])
    const dark = await draw({ pixelWidth: 400, pixelHeight: 300, theme: 'dark' })
    const picked = await draw({ pixelWidth: 400, pixelHeight: 300, parameters: { Pick: 'ownerless' } })
    expect(new Set([small, dark, picked].map((bytes) => bytes.toString('base64'))).size).toBe(3)
    expect((await draw()).length).toBeGreaterThan(1000)
  })
  scenarios('POST /v2/embeds/{embedId}/elements/{elementId}/png', server, [
    absent('an unknown embed', () => png(unknownId)),
    absent('an element beside the embedded one', () => png(ids.element, 'mine')),
    absent('an element of a hidden page', () => png(ids.whole, 'secret-base')),
    {
      name: 'a control outside the embed',
      path: () => png(ids.element),
      body: { parameters: { Pick: 'ownerless' } },
      status: 400,
      answer: { code: 'invalid_request' },
    },
    {
      name: 'another format, which stays a picture',
      path: () => png(ids.page),
      body: { type: 'csv' },
      status: 200,
      check: ({ headers }) => expect(headers).toMatchObject({ 'content-type': 'image/png' }),
    },
    {
      name: 'an element that is broken, without the reason',
      path: () => png(ids.page, 'broken'),
      status: 400,
      answer: { code: 'element_invalid' },
      check: ({ text }) => expect(text).not.toMatch(/Gone|Secret/),
    },
  ])

  switching(false)
  scenarios(
    'POST /v2/embeds/{embedId}/elements/{elementId}/png',
    server,
    [off(() => png(ids.page)), absent('an unknown embed, then too', () => png(unknownId))],
    {
      operation: drawPublicEmbedElement,
      untested: { element_invalid: 'above, with a broken element', csrf_failed: 'as for the data of a page' },
    },
  )
  scenarios(
    'GET /v2/embeds/{embedId}',
    server,
    [off(() => `/v2/embeds/${ids.page}`), absent('an unknown embed, then too', () => `/v2/embeds/${unknownId}`)],
    { operation: openPublicEmbed },
  )
  scenarios(
    'POST /v2/embeds/{embedId}/pages/{pageId}/data',
    server,
    [off(() => at(ids.page)), absent('an unknown embed, then too', () => at(unknownId))],
    {
      operation: readPublicEmbedData,
      untested: { invalid_request: 'above, with a control outside the embed', csrf_failed: 'above, from another site' },
    },
  )
  scenarios(
    'GET /v2/embeds/{embedId}/pictures/{pictureKey}',
    server,
    [
      off(() => `/v2/embeds/${ids.page}/pictures/${ids.picture}`),
      absent('an unknown embed, then too', () => `/v2/embeds/${unknownId}/pictures/${ids.picture}`),
    ],
    { operation: getPublicEmbedPicture },
  )
  switching(true)

  test('a deleted embed, and one of an archived workbook, get the response of an unknown one', async () => {
    const without = ({ body }: TestAnswer) => ({ ...(body as object), requestId: '', message: '', details: '' })
    const unknown = await open(unknownId)
    expect((await send('DELETE', `/v2/workbooks/${id}/embeds/${ids.mine}`)).status).toBe(200)
    const deleted = await open(ids.mine)
    expect(deleted.status).toBe(404)
    expect(without(deleted)).toEqual(without(unknown))
    expect((await send('DELETE', `/v2/files/${id}`)).status).toBe(200)
    for (const answer of [await open(ids.page), await read(ids.page, 'open')]) {
      expect(answer.status).toBe(404)
      expect(without(answer)).toEqual(without(unknown))
    }
    expect((await send('PATCH', `/v2/files/${id}`, { restore: true })).status).toBe(200)
    expect((await open(ids.page)).status).toBe(200)
  })
})
