import { deleteOrganizationLogo, getOrganizationLogo, mostLogoBytes, setOrganizationLogo } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

const { path } = getOrganizationLogo
const png = Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1')
const body = { file: png.toString('base64') }

describeStores('the logo of an organization', (openStore) => {
  const server = useServer(openStore, async (platform) => buildTestServices(platform).routes)
  const send = (method: string, as: 'admin' | 'viewer', sent?: object) =>
    server().request({ method, path, as, ...(sent ? { body: sent } : {}) })

  test('an administrator sets it, every member sees it, and it can be replaced and removed', async () => {
    expect((await send('GET', 'viewer')).status).toBe(204)
    expect((await send('PUT', 'admin', body)).status).toBe(200)
    const read = await send('GET', 'viewer')
    expect(read.status).toBe(200)
    expect(read.bytes.equals(png)).toBe(true)
    expect(read.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    expect((await send('PUT', 'admin', { file: jpeg.toString('base64') })).status).toBe(200)
    expect((await send('GET', 'viewer')).headers['content-type']).toBe('image/jpeg')
    for (let time = 0; time < 2; time++) expect((await send('DELETE', 'admin')).status).toBe(200)
    expect((await send('GET', 'viewer')).status).toBe(204)
    const { store } = server().platform
    const logged = store.db.selectFrom('audit_events').select('action').where('action', 'like', 'LOGO%')
    const events = await logged.orderBy('id').execute()
    expect(events.map(({ action }) => action)).toEqual(['LOGO_SET', 'LOGO_SET', 'LOGO_REMOVED'])
  })

  scenarios(
    `PUT ${path}`,
    server,
    [
      { name: 'a member who is not an administrator', as: 'builder', path, body, status: 403 },
      {
        name: 'a picture of an unsupported type',
        as: 'admin',
        path,
        body: { file: Buffer.from('GIF89a').toString('base64') },
        status: 400,
        answer: { code: 'invalid_request', details: { problems: [{ path: 'file' }] } },
      },
      {
        name: 'a file that is too large',
        as: 'admin',
        path,
        body: { file: Buffer.concat([png, Buffer.alloc(mostLogoBytes)]).toString('base64') },
        status: 413,
      },
    ],
    { operation: setOrganizationLogo },
  )
  scenarios(`GET ${path}`, server, [{ name: 'there is none', as: 'viewer', path, status: 204 }], {
    operation: getOrganizationLogo,
  })
  scenarios(`DELETE ${path}`, server, [{ name: 'a builder', as: 'builder', path, status: 403 }], {
    operation: deleteOrganizationLogo,
  })
})
