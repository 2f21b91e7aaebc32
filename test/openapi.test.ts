import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { errorCodes } from '../packages/core/src/errors/index.ts'
import { openApiText } from '../packages/server/src/http/write-openapi.ts'

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { description: string }> }>>
  components: { schemas: Record<string, object> }
}
const document = JSON.parse(committed) as Document

test('openapi.json equals the generated contract (else: node packages/server/src/http/write-openapi.ts)', () => {
  expect(committed === openApiText()).toBe(true)
})

test('every reference refers to a component', () => {
  const names = [...committed.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')
  expect(names.filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('every component is a JSON Schema of 2020-12', () => {
  const ajv = new Ajv2020({ strict: false })
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(ajv.validateSchema(schema), name).toBe(true)
  }
})

test('every error of an operation is in the table of errors', () => {
  const codes = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) => [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? ''))
  expect(codes.filter((code) => !(code in errorCodes))).toEqual([])
})
