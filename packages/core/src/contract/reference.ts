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

export const referenceOperations = [getOpenApi, getOpenApiOfVersion] as const
