import { updateMember } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, requestsOf, useServer } from '../testing.ts'
import { buildTestServices, smallRetail, type TestServices } from './testing.ts'

const formulas = [
  'CurrentUserEmail()',
  'CurrentUserFirstName()',
  'CurrentUserFullName()',
  'CurrentUserInTeam("Shops")',
  'CurrentUserAttributeText("Channel")',
]

describeStores('functions of the current user', (openStore) => {
  let documents: TestServices
  let workbookId = ''
  const server = useServer(openStore, async (platform) => {
    documents = buildTestServices(platform)
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder'] })
    const who = {
      id: 'who',
      kind: 'table',
      name: 'Who',
      source: { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] },
      columns: formulas.map((formula, index) => ({ id: `c${index}`, name: `C ${index}`, formula })),
    }
    const pages = [{ id: 'p', name: 'Page', elements: [who] }]
    const spec = { name: 'Who', folderId: platform.people.builder.homeFolderId, schemaVersion: 1, pages }
    const builder = await documents.viewer('builder')
    workbookId = (await documents.specs.create(builder, 'workbook', spec)).record.inode.id
    await documents.share(workbookId, 'viewer', 'view')
    return documents.routes
  })
  const { done } = requestsOf(server, 'admin')
  const answersTo = async (as: Role) => {
    const path = `/v2/workbooks/${workbookId}/pages/p/data`
    const { lines } = await server().request({ method: 'POST', path, as, body: {} })
    const batch = lines.find((line) => (line as { event: string }).event === 'batch') as { columns: unknown[][] }
    return batch.columns.map(([first]) => first)
  }

  test('describe the reader, and follow a change of name, team or attribute with the next request', async () => {
    const { memberId, email } = server().platform.people.viewer
    const rename = (firstName: string, lastName: string) =>
      done(updateMember.method, updateMember.path.replace('{memberId}', memberId), { firstName, lastName })
    await rename('Vera', 'Viewer')
    expect(await answersTo('viewer')).toEqual([email, 'Vera', 'Vera Viewer', false, null])
    await rename('Viola', 'Viewer')
    expect(await answersTo('viewer')).toEqual([email, 'Viola', 'Viola Viewer', false, null])
    await rename('Viola', 'Wieser')
    expect(await answersTo('viewer')).toEqual([email, 'Viola', 'Viola Wieser', false, null])
    await done('POST', '/v2/teams', { name: 'Shops', members: [memberId] })
    const defaultValue = { type: 'string', val: 'web' }
    await done('POST', '/v2/user-attributes', { name: 'Channel', defaultValue })
    expect(await answersTo('viewer')).toEqual([email, 'Viola', 'Viola Wieser', true, 'web'])
    expect((await answersTo('builder'))[0]).toBe(server().platform.people.builder.email)
  })
})
