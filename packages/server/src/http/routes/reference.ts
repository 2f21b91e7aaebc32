import { createHash } from 'node:crypto'
import { getOpenApi, getOpenApiOfVersion, getSchema, listSchemas, openApiOf, operations } from '@octavo/core/contract'
import { type JsonSchema, jsonSchema, jsonSchemaNames } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import { answer, handle, type Route } from '../handle.ts'

/** The contract as OpenAPI and the JSON Schemas of documents, each built on first request. */
export function referenceRoutes({ version }: { version: string }): Route[] {
  let made: { openapi: string; paths: Record<string, unknown> } | undefined
  const document = () => {
    made ??= openApiOf(operations, version) as { openapi: string; paths: Record<string, unknown> }
    return made
  }
  const schemaOf = schemas()
  return [
    handle(getOpenApi, document),
    handle(getOpenApiOfVersion, document),
    handle(listSchemas, () => ({
      schemas: jsonSchemaNames.map((name) => ({
        name,
        title: String(schemaOf(`${name}.json`).schema.title),
        url: `/schemas/${name}.json`,
      })),
    })),
    handle(getSchema, ({ params }) => {
      const { schema, etag } = schemaOf(params.name)
      return answer(200, schema, { etag, 'cache-control': 'public, max-age=3600' })
    }),
  ]
}

/** Finds a schema by its file name. Schemas change only with the version of the server. */
function schemas(): (file: string) => { schema: JsonSchema; etag: string } {
  const made = new Map<string, { schema: JsonSchema; etag: string }>()
  return (file) => {
    const name = jsonSchemaNames.find((known) => file === `${known}.json`)
    if (name === undefined) throw new AppError('not_found', { kind: 'schema', id: file })
    const known = made.get(name)
    if (known) return known
    const schema = jsonSchema(name)
    const etag = `"${createHash('sha256').update(JSON.stringify(schema)).digest('base64url').slice(0, 22)}"`
    made.set(name, { schema, etag })
    return { schema, etag }
  }
}
