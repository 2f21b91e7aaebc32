import type { PageDataEvent, PublicEmbed, TranslationEntry } from '@octavo/core/contract'
import * as contract from '@octavo/core/contract'
import type { WorkbookDocument } from '@octavo/core/document'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook } from './testing.ts'

const unknownId = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'

const organization = {
  base: '/v2/translations/organization',
  changedBy: 'admin' as Role,
  refused: 'builder' as Role,
  list: contract.listOrgLocales,
  create: contract.createOrgTranslation,
  plain: [contract.getOrgTranslations, contract.updateOrgTranslation, contract.deleteOrgTranslation],
  variant: [
    contract.getOrgTranslationsWithVariant,
    contract.updateOrgTranslationWithVariant,
    contract.deleteOrgTranslationWithVariant,
  ],
} as const
const ofWorkbook = {
  base: '/v2/workbooks/{workbookId}/translations',
  changedBy: 'builder' as Role,
  refused: 'analyst' as Role,
  list: contract.listWorkbookLocales,
  create: contract.createWorkbookTranslation,
  plain: [contract.getWorkbookTranslations, contract.updateWorkbookTranslation, contract.deleteWorkbookTranslation],
  variant: [
    contract.getWorkbookTranslationsWithVariant,
    contract.updateWorkbookTranslationWithVariant,
    contract.deleteWorkbookTranslationWithVariant,
  ],
} as const

describeStores('translation files', (openStore) => {
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as {
      pages: { elements: object[] }[]
    }
    spec.pages[0]?.elements.push(
      { id: 'words', kind: 'text', body: 'Read **this**' },
      { id: 'count', kind: 'text', body: 'We have {{Count([Orders/Order Id])}} orders' },
    )
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', spec)).record.inode.id
    await documents.share(workbookId, 'analyst', 'view')
    return documents.routes
  })
  const at = (path: string) => path.replace('{workbookId}', workbookId)
  const ask = (as: Role, method: string, path: string, body?: object) =>
    server().request({ method, path: at(path), as, ...(body ? { body } : {}) })

  for (const { base, changedBy: as, refused, list, create, plain, variant } of [organization, ofWorkbook]) {
    const gone = base.replace('{workbookId}', unknownId)
    const ofDocument = base.includes('{workbookId}')
    const hidden = (rest: string, more: object = {}) =>
      ofDocument ? [{ name: 'an unknown workbook', as, path: `${gone}${rest}`, status: 404, ...more }] : []
    const german = { translations: { Orders: 'Bestellungen' } }

    scenarios(
      `POST ${base}`,
      server,
      [
        { name: 'a file', as, path: () => at(base), body: { lng: 'de', ...german }, status: 200, answer: {} },
        {
          name: 'a variant without phrases',
          as,
          path: () => at(base),
          body: { lng: 'de', lng_variant: 'A b' },
          status: 200,
        },
        { name: 'not twice', as, path: () => at(base), body: { lng: 'de' }, status: 409, answer: { code: 'conflict' } },
        { name: 'a locale that does not exist', as, path: () => at(base), body: { lng: 'DE' }, status: 400 },
        { name: 'texts alone', as, path: () => at(base), body: { lng: 'fr', translations: { a: 1 } }, status: 400 },
        {
          name: 'others do not, with the reason as a code',
          as: refused,
          path: () => at(base),
          body: { lng: 'fr' },
          status: 403,
          answer: { details: { because: { rule: ofDocument ? 'grant_too_low' : 'admin_only' } } },
        },
        ...hidden('', { body: { lng: 'fr' } }),
      ],
      { operation: create },
    )
    scenarios(
      `GET ${base}`,
      server,
      [
        {
          name: 'each with its variant, without phrases',
          as,
          path: () => at(base),
          status: 200,
          check: ({ body, text }) => {
            const { entries } = body as { entries: TranslationEntry[] }
            expect(entries.map(({ lng, locale, lng_variant }) => [lng, locale, lng_variant])).toEqual([
              ['de', 'de', null],
              ['de', 'de', 'A b'],
            ])
            expect(text).not.toContain('Bestellungen')
          },
        },
        { name: 'others do not', as: refused, path: () => at(base), status: 403 },
        ...hidden(''),
      ],
      { operation: list },
    )
    for (const [rest, [get, put, remove], before] of [
      ['/de', plain, german],
      ['/de/A%20b', variant, { translations: {} }],
    ] as const) {
      const path = `${base}${rest}`
      const missing = `${base}${rest.replace('/de', '/it')}`
      const both = (body: object = {}) => [
        { name: 'a translation that does not exist', as, path: () => at(missing), status: 404, ...body },
        { name: 'others do not', as: refused, path: () => at(path), status: 403, ...body },
      ]
      const of = rest === '/de' ? '/{lng}' : '/{lng}/{lng_variant}'
      scenarios(
        `GET ${base}${of}`,
        server,
        [{ name: 'its phrases', as, path: () => at(path), status: 200, answer: before }, ...both()],
        { operation: get },
      )
      const body = { translations: { Orders: 'Aufträge' } }
      scenarios(
        `PUT ${base}${of}`,
        server,
        [
          {
            name: 'replaces all phrases',
            as,
            path: () => at(path),
            body,
            status: 200,
            check: async () => expect((await ask(as, 'GET', path)).body).toEqual(body),
          },
          ...both({ body }),
        ],
        { operation: put },
      )
      scenarios(
        `DELETE ${base}${of}`,
        server,
        [
          ...both(),
          {
            name: 'is deleted, and other files are kept',
            as,
            path: () => at(path),
            status: 200,
            check: async () => expect((await ask(as, 'GET', path)).status).toBe(404),
          },
        ],
        { operation: remove },
      )
    }
  }

  test('an editor gets the translations that a workbook has from other files, and no other text of them', async () => {
    const add = async (base: string, as: Role, lng_variant: string | null, translations: Record<string, string>) => {
      expect((await ask(as, 'POST', base, { lng: 'pl', lng_variant, translations })).status).toBe(200)
    }
    await add(organization.base, 'admin', null, { Orders: 'Zamówienia', Channel: 'Kanał', Project: 'Tajny projekt' })
    await add(organization.base, 'admin', 'Formal', { Status: 'Stan' })
    await add(ofWorkbook.base, 'builder', null, { Channel: 'Droga', Orders: 'Orders' })
    await add(ofWorkbook.base, 'builder', 'Formal', { Status: '' })
    const read = async (rest: string) => (await ask('builder', 'GET', `${ofWorkbook.base}${rest}`)).body
    const inherited = { Orders: 'Zamówienia' }
    expect(await read('/pl?inherited=true')).toEqual({
      translations: { Channel: 'Droga', Orders: 'Orders' },
      inherited,
    })
    expect(await read('/pl')).toEqual({ translations: { Channel: 'Droga', Orders: 'Orders' } })
    expect(await read('/pl/Formal?inherited=true')).toEqual({
      translations: { Status: '' },
      inherited: { ...inherited, Channel: 'Droga', Status: 'Stan' },
    })
    expect((await ask('analyst', 'GET', `${ofWorkbook.base}/pl?inherited=true`)).status).toBe(403)
  })

  test('a public embed uses the translations of its workbook first and then those of the organization', async () => {
    const made = await ask('admin', 'POST', '/v2/workbooks/{workbookId}/embeds', {
      embedType: 'public',
      sourceType: 'workbook',
    })
    expect(made.status, made.text).toBe(200)
    const { embedId } = made.body as { embedId: string }
    let pageId = ''
    const open = async (query = '') => {
      const { body, text } = await server().request({ method: 'GET', path: `/v2/embeds/${embedId}${query}` })
      const embed = body as PublicEmbed
      const document = embed.document as unknown as WorkbookDocument
      const { orders, words, count, bars } = document.elements as Record<string, Record<string, unknown>>
      const columns = orders?.columns as { name: string }[]
      const control = document.elements['ctl-status'] as { name?: string; controlId?: string } | undefined
      pageId = document.pages[0]?.id ?? ''
      return { text, name: embed.name, page: document.pages[0]?.name, orders, words, count, bars, columns, control }
    }
    const file = (base: string, as: Role, lng_variant: string | null, translations: Record<string, string>) =>
      ask(as, 'POST', base, { lng: 'de', lng_variant, translations })
    const before = await open()
    expect((await open('?lng=de')).text).toBe(before.text)
    await file(organization.base, 'admin', null, { Orders: 'Bestellungen', Overview: 'Überblick', Status: 'Stand' })
    await file(organization.base, 'admin', 'Formal', { Channel: 'Vertriebsweg' })
    await file(ofWorkbook.base, 'builder', null, {
      Orders: 'Aufträge',
      Channel: 'Kanal',
      'Store sales': 'Umsatz',
      'Read **this**': 'Lesen Sie **dies**',
      'We have {{Count([Orders/Order Id])}} orders': 'Es sind {{Count([Orders/Order Id])}} Aufträge',
    })
    const german = await open('?lng=de')
    expect(german.name).toBe('Umsatz')
    expect(german.page).toBe('Überblick')
    expect(german.orders?.name).toBe('Aufträge')
    expect(german.columns.map(({ name }) => name)).toEqual(['Order Id', 'Order Date', 'Stand', 'Kanal'])
    expect(german.control).toMatchObject({ name: 'Stand', controlId: before.control?.controlId })
    expect(german.words?.body).toBe('Lesen Sie **dies**')
    // The placeholder of the formula is unchanged, so that its value is found.
    const mark = /\{\{.*\}\}/.exec(String(before.count?.body))?.[0]
    expect(mark).toMatch(/~\d/)
    expect(german.count?.body).toBe(`Es sind ${mark} Aufträge`)
    // The page data has the same names as the document.
    const namesIn = async (query: string) => {
      const path = `/v2/embeds/${embedId}/pages/${pageId}/data${query}`
      const { text } = await server().request({ method: 'POST', path, body: { elementIds: ['orders'] } })
      const events = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as PageDataEvent)
      return events.flatMap((event) => (event.event === 'schema' ? event.columns.map(({ name }) => name) : []))
    }
    expect(await namesIn('')).toEqual(before.columns.map(({ name }) => name))
    expect(await namesIn('?lng=de')).toEqual(german.columns.map(({ name }) => name))
    expect(await namesIn('?lng=de&lng_variant=Formal')).toContain('Vertriebsweg')
    expect((await open('?lng=de&lng_variant=Formal')).columns.at(-1)?.name).toBe('Vertriebsweg')
    expect((await open('?lng=de&lng_variant=formal')).columns.at(-1)?.name).toBe('Kanal')
    for (const other of ['', '?lng=fr', '?lng=DE', '?lng=none&lng_variant=Formal']) {
      expect((await open(other)).text, other).toBe(before.text)
    }
  })
})
