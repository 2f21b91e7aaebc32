import { getPicture, pictureLimits, uploadPicture } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, scenarios, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
const png = bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'one')
const kinds = [
  ['image/png', png],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'two')],
  ['image/gif', bytes('GIF89a', 'three')],
  ['image/gif', bytes('GIF87a', 'four')],
  ['image/webp', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
] as const
const refused = [
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an SVG after a declaration', '<?xml version="1.0"?><svg/>'],
  ['a page', '<!doctype html><script>1</script>'],
  ['a page that begins with spaces', '   <html>'],
  ['a document', '%PDF-1.7'],
  ['a sound in the same container as WebP', 'RIFF\x01\x00\x00\x00WAVEfmt '],
  ['a part of a signature', '\x89PN'],
] as const

describeStores('pictures of workbooks', (openStore) => {
  let documents: TestServices
  let id = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const body = smallWorkbook(connectionId, platform.people.builder.homeFolderId)
    id = (await documents.specs.create(await documents.viewer('builder'), 'workbook', body)).record.inode.id
    await documents.share(id, 'viewer', 'view')
    return documents.routes
  })
  const at = (workbookId = id) => `/v2/workbooks/${workbookId}/pictures`
  const form = (content: Buffer, name: string, type: string) => {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  }
  const upload = (content: Buffer, { as = 'builder' as Role, name = 'x.svg', type = 'image/svg+xml' } = {}) =>
    server().request({
      method: 'POST',
      path: at(),
      as,
      raw: form(content, name, type),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
  const keyOf = async (content: Buffer) => ((await upload(content)).body as { key: string }).key
  const read = (key: string, as: Role, workbookId = id) =>
    server().request({ method: 'GET', path: `${at(workbookId)}/${key}`, as })

  test.each(kinds)('%s is detected by its content, whatever its name and type say', async (mediaType, content) => {
    const answer = await upload(content)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ mediaType, sizeBytes: content.length })
    const picture = await read((answer.body as { key: string }).key, 'viewer')
    expect(picture.status).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const path = `${at()}/${(answer.body as { key: string }).key}`
    expect((await server().request({ method: 'GET', path })).status).toBe(401)
  })

  test.each(refused)('%s is refused, even when it is declared as PNG', async (_, content) => {
    const answer = await upload(Buffer.from(content, 'latin1'), { name: 'x.png', type: 'image/png' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('a file of 5 MiB is accepted, a larger one is not', async () => {
    const fits = Buffer.concat([png, Buffer.alloc(pictureLimits.bytes - png.length)])
    expect((await upload(fits)).status).toBe(201)
    expect(await upload(Buffer.concat([fits, png]))).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  test('an equal picture is stored once, and the total size is limited', async () => {
    const key = await keyOf(png)
    expect(await keyOf(png)).toBe(key)
    const { store, organizationId } = server().platform
    const rows = () => store.db.selectFrom('pictures').selectAll().where('document_id', '=', id)
    expect(await rows().where('picture_key', '=', key).execute()).toHaveLength(1)
    await store.maintain('a workbook full of pictures', (tx) =>
      tx
        .updateTable('pictures')
        .set({ size_bytes: pictureLimits.bytesOfWorkbook })
        .where('document_id', '=', id)
        .where('organization_id', '=', organizationId)
        .execute(),
    )
    expect(await upload(bytes('GIF89a', 'one more'))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    await store.maintain('a workbook with room', (tx) =>
      tx.updateTable('pictures').set({ size_bytes: 1 }).where('document_id', '=', id).execute(),
    )
  })

  test('copies and tagged versions have the pictures, and purging the workbook deletes its own', async () => {
    const key = await keyOf(png)
    const destinationFolderId = server().platform.people.builder.homeFolderId
    const { send } = requestsOf(server, 'builder')
    const copied = await send('POST', `/v2/workbooks/${id}/copy`, { name: 'Copy', destinationFolderId })
    const copyId = (copied.body as { workbookId: string }).workbookId
    expect((await read(key, 'builder', copyId)).status).toBe(200)
    expect((await read(key, 'viewer', copyId)).status).toBe(404)
    await send('POST', '/v2/tags', { name: 'Final', color: 'cyan' }, 'admin')
    const tagged = await send('POST', '/v2/workbooks/tag', { workbookId: copyId, tag: 'Final' }, 'admin')
    expect(tagged.status, tagged.text).toBe(200)
    const { store } = server().platform
    const left = async () =>
      (await store.db.selectFrom('pictures').select('document_id').where('picture_key', '=', key).execute()).length
    // The workbook, its copy and the tagged version of the copy.
    expect(await left()).toBe(3)
    expect((await send('DELETE', `/v2/files/${copyId}`)).status).toBe(200)
    const purged = await server().request({
      method: 'DELETE',
      path: `/v2/files/${copyId}`,
      as: 'admin',
      query: { purge: true },
    })
    expect(purged.status, purged.text).toBe(200)
    expect(await left()).toBe(1)
  })

  test('a picture of another workbook is copied for members who see that one and edit this one', async () => {
    const key = await keyOf(png)
    await documents.share(id, 'admin', 'view')
    const { people, store } = server().platform
    const copyOf = async (as: 'builder' | 'admin') => {
      const body = { name: `Copy of ${as}`, destinationFolderId: people[as].homeFolderId }
      const made = await server().request({ method: 'POST', path: `/v2/workbooks/${id}/copy`, as, body })
      expect(made.status, made.text).toBe(200)
      return (made.body as { workbookId: string }).workbookId
    }
    const [targetId, hiddenId] = [await copyOf('builder'), await copyOf('admin')]
    await store.maintain('a workbook without pictures', (tx) =>
      tx.deleteFrom('pictures').where('document_id', '=', targetId).execute(),
    )
    const copy = (as: Role, body: object) => server().request({ method: 'POST', path: at(targetId), as, body })
    const wanted = { fromWorkbookId: id, pictureKey: key }
    const notFound = { status: 404, body: { code: 'not_found' } }
    // A reader who does not see the target, a hidden source, and a missing picture.
    expect(await copy('viewer', wanted)).toMatchObject(notFound)
    expect(await copy('builder', { ...wanted, fromWorkbookId: hiddenId })).toMatchObject(notFound)
    expect(await copy('builder', { ...wanted, pictureKey: 'f'.repeat(64) })).toMatchObject(notFound)
    expect(await read(key, 'builder', targetId)).toMatchObject(notFound)
    expect(await copy('builder', wanted)).toMatchObject({ status: 201, body: { key, mediaType: 'image/png' } })
    expect((await read(key, 'builder', targetId)).status).toBe(200)
  })

  const gone = '8a1f7a3e-8d5f-4a73-9d0c-0c0d0e0f0a0b'
  const body = { file: png.toString('base64') }
  scenarios(
    'POST /v2/workbooks/{workbookId}/pictures',
    server,
    [
      { name: 'in JSON', as: 'builder', path: () => at(), body, status: 201, answer: { mediaType: 'image/png' } },
      { name: 'a reader', as: 'viewer', path: () => at(), body, status: 403 },
      { name: 'no such workbook', as: 'builder', path: at(gone), body, status: 404 },
      { name: 'no file', as: 'builder', path: () => at(), body: {}, status: 400 },
    ],
    { operation: uploadPicture },
  )
  scenarios(
    'GET /v2/workbooks/{workbookId}/pictures/{pictureKey}',
    server,
    [
      { name: 'no such picture', as: 'viewer', path: () => `${at()}/${'0'.repeat(64)}`, status: 404 },
      { name: 'a member who may not see the workbook', as: 'stranger', path: () => `${at()}/x`, status: 404 },
    ],
    { operation: getPicture },
  )
})
