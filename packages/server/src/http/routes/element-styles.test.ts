import { setElementStyle } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { describeStores } from '../../store/testing.ts'
import { type Role, scenarios, useServer } from '../testing.ts'
import { buildTestServices } from './testing.ts'

describeStores('default styles of elements', (openStore) => {
  const server = useServer(openStore, (platform) => buildTestServices(platform).routes)
  const put = (kind: string, fields: object, as: Role = 'builder') =>
    server().request({ method: 'PUT', path: `/v2/elementStyles/${kind}`, as, body: { fields } })
  const styles = async (as: Role = 'builder') => {
    const answer = await server().request({ method: 'GET', path: '/v2/elementStyles', as })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { styles: object }).styles
  }
  const round = { 'style.borderRadius': 'round', 'legend.position': 'top' }

  test('belong to a member, by kind, until they are reset', async () => {
    expect(await styles()).toEqual({})
    expect(await put('bar-chart', round)).toMatchObject({ status: 200, body: { kind: 'bar-chart', fields: round } })
    expect((await put('table', { 'style.borderWidth': 2 })).status).toBe(200)
    expect((await put('table', { 'style.borderWidth': 3 })).status).toBe(200)
    expect(await styles()).toEqual({ 'bar-chart': round, table: { 'style.borderWidth': 3 } })
    expect(await styles('viewer')).toEqual({})
    expect((await put('bar-chart', {})).status).toBe(200)
    expect((await put('pivot-table', {})).status).toBe(200)
    expect(await styles()).toEqual({ table: { 'style.borderWidth': 3 } })
  })

  test.each([
    ['a value that the field does not have', { 'style.borderRadius': 'soft' }, 'fields.style.borderRadius'],
    ['what the element shows', { columns: [] }, 'fields.columns'],
    ['more than is kept', { 'legend.position': 'x'.repeat(20_000) }, 'fields'],
  ])('%s is refused', async (_, fields, path) => {
    const { status, body } = await put('bar-chart', fields)
    expect(status).toBe(400)
    const { problems } = (body as { details: { problems: { path: string }[] } }).details
    expect(problems.map((problem) => problem.path)).toContain(path)
    expect(await styles()).not.toHaveProperty('bar-chart')
  })

  scenarios(
    'PUT /v2/elementStyles/{kind}',
    server,
    [
      {
        name: 'a kind that is not known',
        as: 'builder',
        path: '/v2/elementStyles/hologram',
        body: { fields: {} },
        status: 404,
        answer: { code: 'not_found' },
      },
    ],
    { operation: setElementStyle },
  )
})
