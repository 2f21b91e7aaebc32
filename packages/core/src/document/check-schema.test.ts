import { expect, test } from 'vitest'
import { fieldNames, type SchemaNode } from './check-schema.ts'

test('the names of fields are read from each shared part of a schema once', () => {
  // If shared parts were visited once for each path to them, the innermost part would be visited 2^60 times.
  let schema = { type: 'object', properties: { innermost: { type: 'string' } } } as SchemaNode
  for (let depth = 0; depth < 60; depth++) {
    schema = { anyOf: [schema, { type: 'array', items: schema }] } as SchemaNode
  }
  expect([...fieldNames([{ properties: { outer: schema } } as SchemaNode, schema])]).toEqual(['outer', 'innermost'])
})
