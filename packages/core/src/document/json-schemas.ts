import { type TSchema, Type } from 'typebox'
import { isRecord, type SchemaNode } from './check-schema.ts'
import { documentFields, envelopeFields } from './codecs/form-n.ts'
import { effectFieldNames } from './codecs/spelling-c.ts'
import { Agent } from './elements/actions.ts'
import { elementKinds } from './elements/index.ts'
import { holderSchemas, NavigationSettings, pageSchema, publishedOverlays, ThemeOverrides } from './elements/pages.ts'

/** A JSON Schema of 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Form = 'N' | 'D' | 'C'

/**
 * The form and the parts that were already spelled in it: schemas share parts in many places, and stay small only if these remain the same
 * objects.
 */
interface Spelling {
  form: Form
  known: Map<SchemaNode, Map<string, JsonSchema>>
}

const forms = {
  workbook: { form: 'N', title: 'Workbook', text: 'A workbook as POST /v2/workbooks/spec takes it (form N).' },
  'workbook-document': { form: 'D', title: 'Workbook document', text: 'The `document` of a workbook (form D).' },
  'workbook-contents': { form: 'C', title: 'Workbook contents', text: 'The `contents` of a workbook (form C).' },
  'data-model': { form: 'N', title: 'Data model', text: 'A data model as POST /v2/dataModels/spec takes it (form N).' },
} as const satisfies Record<string, { form: Form; title: string; text: string }>

export type JsonSchemaName = keyof typeof forms

/** Names of the schemas, which are served at `/schemas/{name}.json`. */
export const jsonSchemaNames = Object.keys(forms) as readonly JsonSchemaName[]

/**
 * The JSON Schema of a published form, derived from the schemas that writes are checked with. What JSON Schema cannot express (duplicate
 * ids, missing elements, formulas, the layout) is only checked on write. The schema rejects unknown fields, which a write stores or ignores
 * with a warning.
 */
export function jsonSchema(name: JsonSchemaName): JsonSchema {
  const { form, title, text } = forms[name]
  const top = form === 'N' ? topOfFormN() : topOfFlatForm(form)
  const spelling: Spelling = { form, known: new Map() }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `/schemas/${name}.json`,
    title,
    description: text,
    ...withSharedParts(spelled(top as SchemaNode, spelling), definitions(spelling)),
  }
}

const Element = Type.Unsafe<unknown>({ $ref: '#/$defs/element' })
const Details = Type.Object({})
const schemaVersion = Type.Union([Type.Literal(1), Type.Literal('1')])
const optional = Type.Optional

function topOfFormN(): TSchema {
  const elements = { elements: Type.Array(Element) }
  const page = Type.Union([pageSchema(elements), ...publishedOverlays(elements)])
  const envelope = Object.fromEntries(
    [...documentFields, ...envelopeFields].map((field) => [field, optional(Type.Unknown())]),
  )
  return Type.Object(
    {
      ...envelope,
      schemaVersion,
      pages: Type.Array(page),
      layout: optional(Type.Union([Type.String(), Type.Null()])),
      themeName: optional(Type.String()),
      themeOverrides: optional(ThemeOverrides),
      agents: optional(Type.Array(Agent)),
      x: optional(Details),
    },
    { additionalProperties: false },
  )
}

function topOfFlatForm(form: Form): TSchema {
  const theme = Type.Object({ name: optional(Type.String()), overrides: optional(ThemeOverrides) })
  return Type.Object(
    {
      schemaVersion,
      kind: optional(Type.String()),
      elements: Type.Array(Element),
      pages: Type.Array(holderSchemas.pages),
      overlays: optional(Type.Array(holderSchemas.overlays)),
      panels: optional(Type.Array(holderSchemas.panels)),
      settings: optional(Type.Object({ theme: optional(theme), navigation: optional(NavigationSettings) })),
      layout: optional(Type.String()),
      agents: optional(Type.Array(Agent)),
      x: optional(Details),
    },
    { additionalProperties: false, description: `Form ${form}: elements beside the pages, placed by the layout.` },
  )
}

/** One schema for each kind, and `element`, which selects one by `kind` so that a validator reports the actual problem. */
function definitions(spelling: Spelling): Record<string, JsonSchema> {
  const modelled = [...elementKinds.values()].flatMap(({ kind, schema, pointers }) =>
    schema ? [{ kind, schema: elementSchema(schema as SchemaNode, pointers, spelling) }] : [],
  )
  return {
    element: {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'string', minLength: 1 }, kind: { enum: [...elementKinds.keys()] } },
      allOf: modelled.map(({ kind }) => ({
        if: { properties: { kind: { const: kind } }, required: ['kind'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { $ref: `#/$defs/${kind}` },
      })),
    },
    ...Object.fromEntries(modelled.map(({ kind, schema }) => [kind, schema])),
  }
}

/** Forms N and D spell pointers `{ id }`, and also accept `{ columnId }`. */
function elementSchema(schema: SchemaNode, pointers: readonly string[], spelling: Spelling): JsonSchema {
  const node = spelled(schema, spelling)
  if (spelling.form === 'C' || pointers.length === 0) return node
  return mapObjects(node, (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, pointers.includes(name) ? eitherPointer(field) : field]),
    ),
  )
}

/** Changes the properties of an object schema, or of each object of a union. */
function mapObjects(node: JsonSchema, change: (properties: Record<string, unknown>) => unknown): JsonSchema {
  if (Array.isArray(node.anyOf)) return { ...node, anyOf: node.anyOf.map((branch) => mapObjects(branch, change)) }
  return isRecord(node.properties) ? { ...node, properties: change(node.properties) } : node
}

function eitherPointer(field: unknown): unknown {
  if (!isRecord(field)) return field
  if (Array.isArray(field.anyOf)) return { ...field, anyOf: field.anyOf.map(eitherPointer) }
  if (isRecord(field.items)) return { ...field, items: eitherPointer(field.items) }
  if (!isRecord(field.properties) || field.properties.columnId === undefined) return field
  return { anyOf: [renamed(field, new Map([['columnId', 'id']])), field] }
}

/** The schema as JSON, without our own keywords, and with the field names of form C for that form. */
function spelled(node: SchemaNode, spelling: Spelling, parent = '', isInActions = false): JsonSchema {
  const places = spelling.known.get(node) ?? new Map<string, JsonSchema>()
  spelling.known.set(node, places)
  const place = spelling.form === 'C' && isInActions ? parent : ''
  const known = places.get(place) ?? spelledAnew(node, spelling, parent, isInActions)
  places.set(place, known)
  return known
}

function spelledAnew(node: SchemaNode, spelling: Spelling, parent: string, isInActions: boolean): JsonSchema {
  const { discriminator: _discriminator, expected: _expected, check: _check, ...standard } = node
  const plain: Record<string, unknown> = Object.fromEntries(
    Object.entries(standard).filter(([keyword]) => !keyword.startsWith('~')),
  )
  const isC = spelling.form === 'C'
  const inner = (child: SchemaNode, name = parent) =>
    spelled(child, spelling, name, isInActions || name === 'actions' || name === 'agents')
  if (node.anyOf) plain.anyOf = node.anyOf.map((branch) => inner(branch))
  if (node.items) plain.items = inner(node.items)
  if (isRecord(node.additionalProperties)) plain.additionalProperties = inner(node.additionalProperties)
  if (node.patternProperties) {
    plain.patternProperties = mapValues(node.patternProperties, (child) => inner(child))
  }
  if (!node.properties) return plain
  const properties = node.properties
  plain.properties = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [
      name,
      isC && name in listsInC ? listInC(name, child, spelling) : inner(child, name),
    ]),
  )
  if (!isC || !isInActions) return plain
  return renamed(plain, effectFieldNames(mapValues(properties, wordOf), parent, 'toC'))
}

/** Maps that form C writes as lists of pairs, with the field names of a pair. */
const listsInC: Readonly<Record<string, readonly [string, string]>> = {
  pageLabels: ['pageId', 'label'],
  colorOverrides: ['name', 'color'],
}

function listInC(name: string, map: SchemaNode, spelling: Spelling): JsonSchema {
  const [key = '', value = ''] = listsInC[name] ?? []
  const [entry] = Object.values(map.patternProperties ?? {})
  const properties = { [key]: { type: 'string' }, [value]: entry ? spelled(entry, spelling) : {} }
  return { type: 'array', items: { type: 'object', properties, required: [key, value] } }
}

/** The only literal that a field accepts, or the first of several; undefined for other fields. */
function wordOf(node: SchemaNode): unknown {
  return node.const ?? (node.anyOf?.every((branch) => 'const' in branch) ? node.anyOf[0]?.const : undefined)
}

function renamed(node: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const { properties, required } = node
  if (names.size === 0 || !isRecord(properties)) return node
  return {
    ...node,
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [names.get(name) ?? name, field])),
    ...(Array.isArray(required) ? { required: required.map((name: string) => names.get(name) ?? name) } : {}),
  }
}

function mapValues<V, W>(map: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]))
}

/** The minimum size of a shared part in characters; smaller parts are repeated wherever they are used. */
const leastSharedLetters = 200

/** The schema with every larger part that occurs several times written once, under `$defs`. */
function withSharedParts(top: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const parts = countParts([top, ...Object.values(definitions)])
  const names = new Map<number, string>()
  const shared: Record<string, unknown> = {}
  const free = (name: string) => {
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : `${name}-${number}`
      if (!(tried in definitions) && !(tried in shared)) return tried
    }
  }
  const refer = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => refer(item, name))
    if (!isRecord(value)) return value
    const part = parts.get(value)
    const isShared = part !== undefined && isPart(value) && part.letters >= leastSharedLetters && part.uses.count > 1
    if (!isShared) return inner(value, name)
    let known = names.get(part.id)
    if (known === undefined) {
      known = free(name)
      names.set(part.id, known)
      shared[known] = {}
      shared[known] = inner(value, name)
    }
    return { $ref: `#/$defs/${known}` }
  }
  const inner = (value: Record<string, unknown>, name: string) =>
    Object.fromEntries(Object.entries(value).map(([key, child]) => [key, refer(child, keywords.has(key) ? name : key)]))
  const kinds = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, inner(schema, name)]))
  return { ...inner(top, 'document'), $defs: { ...kinds, ...shared } }
}

/** Keys that cannot be used to name the part under them. */
const keywords: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'items', 'properties', 'patternProperties', '^.*$'])

const isPart = (value: Record<string, unknown>) => value.type === 'object' || Array.isArray(value.anyOf)

interface Part {
  /** Equal parts have the same number. */
  id: number
  letters: number
  uses: { count: number }
}

/** Every object and list of the schemas with its number, size and uses. Each is visited once, wherever it occurs. */
function countParts(schemas: readonly JsonSchema[]): ReadonlyMap<object, Part> {
  const parts = new Map<object, Part>()
  const byText = new Map<string, Part>()
  const look = (value: unknown): { text: string; letters: number } => {
    if (typeof value !== 'object' || value === null) {
      const text = JSON.stringify(value) ?? 'null'
      return { text, letters: text.length }
    }
    const seen = parts.get(value)
    if (seen) seen.uses.count += 1
    const part = seen ?? lookInto(value)
    return { text: `#${part.id}`, letters: part.letters }
  }
  const lookInto = (value: object): Part => {
    const children = Object.entries(value).map(([key, child]) => ({ key, ...look(child) }))
    const text = `${Array.isArray(value)} ${children.map(({ key, text: inner }) => `${JSON.stringify(key)}:${inner}`)}`
    const letters = children.reduce((sum, { key, letters: inner }) => sum + key.length + inner + 4, 2)
    const part = byText.get(text) ?? { id: byText.size, letters, uses: { count: 0 } }
    part.uses.count += 1
    byText.set(text, part)
    parts.set(value, part)
    return part
  }
  for (const schema of schemas) look(schema)
  return parts
}
