import { Type } from 'typebox'
import { operation } from './define.ts'

const OpenApi = Type.Object(
  { openapi: Type.String(), paths: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: true },
)

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This contract as OpenAPI 3.1',
  tag: 'service',
  auth: 'none',
  answers: { 200: OpenApi },
})

export const getOpenApiOfVersion = operation({
  id: 'getOpenApiOfVersion',
  method: 'GET',
  path: '/v2/openapi.json',
  summary: 'This contract as OpenAPI 3.1',
  tag: 'service',
  auth: 'none',
  answers: { 200: OpenApi },
})

const Schemas = Type.Object({
  schemas: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), url: Type.String() })),
})

export const listSchemas = operation({
  id: 'listSchemas',
  method: 'GET',
  path: '/schemas/',
  summary: 'The JSON Schemas of documents',
  tag: 'service',
  auth: 'none',
  answers: { 200: Schemas },
})

export const getSchema = operation({
  id: 'getSchema',
  method: 'GET',
  path: '/schemas/{name}',
  summary: 'The JSON Schema of a document, for editors and validators',
  description:
    'JSON Schema 2020-12, one for each published form: `workbook.json` and `data-model.json` (form N), `workbook-contents.json` ' +
    '(form C), `workbook-document.json` (form D).',
  tag: 'service',
  auth: 'none',
  params: Type.Object({ name: Type.String() }),
  etag: true,
  answers: { 200: Type.Record(Type.String(), Type.Unknown()) },
  errors: ['not_found'],
})

export const referenceOperations = [getOpenApi, getOpenApiOfVersion, listSchemas, getSchema] as const
