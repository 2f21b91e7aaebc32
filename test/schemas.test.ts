import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import {
  type JsonSchemaName,
  jsonSchema,
  jsonSchemaNames,
  validateDocument,
  writeFormC,
  writeFormN,
} from '../packages/core/src/document/index.ts'

const ajv = new Ajv2020({ strict: false, discriminator: false })
const validators = new Map<JsonSchemaName, ValidateFunction>(
  jsonSchemaNames.map((name) => [name, ajv.compile(JSON.parse(JSON.stringify(jsonSchema(name))) as AnySchema)]),
)

interface Fault {
  path: string
  message: string | undefined
}

/** Schema violations, without the failures of union branches when the union itself is reported. */
function faults(name: JsonSchemaName, value: unknown): Fault[] {
  const validate = validators.get(name)
  if (!validate) throw new Error(`There is no schema "${name}".`)
  if (validate(JSON.parse(JSON.stringify(value)))) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => ({
    path: instancePath,
    message: `${message} ${JSON.stringify(params)}`,
  }))
}

const root = fileURLToPath(new URL('../', import.meta.url))
const files = ['packages/core/src/document/testing/examples', 'test/golden'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => (folder === 'test/golden' ? name.endsWith('document.json') : name.endsWith('.json')))
    .map((name) => join(folder, name)),
)
const examples = files.map((file): [string, Record<string, unknown>] => [
  file,
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>,
])

/** The document in each form that a schema describes. */
function written(body: Record<string, unknown>, kind: 'workbook' | 'data-model'): [JsonSchemaName, unknown][] {
  const { document } = validateDocument(body, kind)
  if (kind === 'data-model') return [['data-model', writeFormN(document)]]
  return [
    ['workbook', writeFormN(document)],
    ['workbook-document', writeFormC(document, 'D')],
    ['workbook-contents', writeFormC(document, 'C')],
  ]
}
const kindOf = (file: string) => (file.includes('data-model-') ? 'data-model' : 'workbook')

test('there are examples of every form', () => {
  expect(examples.length).toBeGreaterThan(70)
})

describe.each(examples)('%s', (file, body) => {
  test('fits the schemas of all its forms', () => {
    for (const [name, form] of written(body, kindOf(file))) expect([name, faults(name, form)]).toEqual([name, []])
  })
})

const element = { id: 'a', kind: 'divider' }
const onPage = (...elements: unknown[]) => ({ schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] })
const flat = (elements: unknown[], more = {}) => ({
  schemaVersion: 1,
  pages: [{ id: 'p', name: 'P' }],
  elements,
  layout: '',
  ...more,
})
const pie = {
  id: 'pie',
  kind: 'pie-chart',
  source: { kind: 'table', elementId: 't' },
  columns: [],
  color: { columnId: 'c' },
}
const action = (effect: object) => ({ id: 'a', trigger: 'on-click', effects: [effect] })
const button = (effect: object) => ({ id: 'b', kind: 'button', text: 'B', actions: [action(effect)] })

test.each<[string, JsonSchemaName, unknown, string]>([
  ['no version', 'workbook', { pages: [] }, ''],
  ['no pages', 'data-model', { schemaVersion: 1 }, ''],
  ['an unknown kind', 'workbook', onPage({ id: 'a', kind: 'pie' }), '/pages/0/elements/0/kind'],
  ['an element without an id', 'workbook', onPage({ kind: 'divider' }), '/pages/0/elements/0'],
  ['a field that the kind does not have', 'workbook', onPage({ ...element, colums: [] }), '/pages/0/elements/0'],
  ['a wrong type', 'data-model', onPage({ ...element, align: 7 }), '/pages/0/elements/0/align'],
  ['no elements beside the pages', 'workbook-document', { schemaVersion: 1, pages: [] }, ''],
  ['a wrong theme', 'workbook-contents', flat([], { settings: { theme: { name: 1 } } }), '/settings/theme/name'],
  ['a pointer of form N in form C', 'workbook-contents', flat([{ ...pie, value: { id: 'x' } }]), '/elements/0/value'],
])('%s does not fit', (_title, name, value, path) => {
  expect(faults(name, value).map((fault) => fault.path)).toContain(path)
})

test('pointers of forms N and D are spelled either way', () => {
  for (const value of [{ id: 'x' }, { columnId: 'x' }]) {
    expect(faults('workbook', onPage({ ...pie, value }))).toEqual([])
    expect(faults('workbook-document', flat([{ ...pie, value }]))).toEqual([])
  }
})

test('fields of effects have the names of their form', () => {
  const insert = (name: string) => [button({ effect: 'insert-rows', [name]: 't', values: {} })]
  expect(faults('workbook-contents', flat(insert('tableElementId')))).toEqual([])
  expect(faults('workbook-contents', flat(insert('table')))).not.toEqual([])
  expect(faults('workbook-document', flat(insert('table')))).toEqual([])
})
