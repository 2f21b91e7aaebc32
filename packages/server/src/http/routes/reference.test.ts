import { getSchema } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { embeddedStore } from '../../store/testing.ts'
import { scenarios, useServer } from '../testing.ts'

const server = useServer(embeddedStore())

test('every listed schema is served to everybody at its own address, with an ETag', async () => {
  const { body } = await server().request({ method: 'GET', path: '/schemas/' })
  expect((await server().request({ method: 'GET', path: '/schemas' })).body).toEqual(body)
  const { schemas } = body as { schemas: { name: string; title: string; url: string }[] }
  expect(schemas.map(({ name }) => name)).toEqual(['workbook', 'workbook-document', 'workbook-contents', 'data-model'])
  for (const { url, title } of schemas) {
    const answer = await server().request({ method: 'GET', path: url })
    expect(answer.body).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: url, title })
    expect(answer.headers).toMatchObject({ etag: expect.stringMatching(/^"[\w-]{22}"$/) as unknown })
  }
})

test('the OpenAPI document leads to the schemas', async () => {
  const { body } = await server().request({ method: 'GET', path: '/openapi.json' })
  expect(body).toMatchObject({ externalDocs: { url: '/schemas/' } })
})

scenarios(
  'GET /schemas/report.json',
  server,
  [{ name: 'an unknown schema', status: 404, answer: { details: { kind: 'schema', id: 'report.json' } } }],
  { operation: getSchema },
)
