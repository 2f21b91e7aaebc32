import {
  answersOf,
  bodiesOf,
  jsonSchemaOf,
  type OperationDefinition,
  pathNames,
} from '../../packages/core/src/contract/index.ts'
import { absolute, follow, type PublishedOperation } from './published.ts'

/** A difference between our operation and the published one. `where` is stable, so that a disposition can refer to it. */
export interface Difference {
  operation: string
  where: string
  what: string
}

interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  additionalProperties?: unknown
}

/**
 * Differences that a client written for the published contract could notice. Additions of ours (fields, parameters, media types) do not
 * count.
 */
export function differencesOf(ours: OperationDefinition, published: PublishedOperation): Difference[] {
  const found: Difference[] = []
  const note = (where: string, what: string) => found.push({ operation: published.id, where, what })

  if (ours.id !== published.id) note('id', `is ${ours.id}, published as ${published.id}`)
  const names = pathNames(ours.path)
  for (const { name, in: place, schema } of published.parameters) {
    if (place === 'path' && !names.includes(name)) note(`path.${name}`, 'is missing')
    if (place !== 'query') continue
    const mine = ours.query?.properties[name] as Shape | undefined
    if (mine === undefined) note(`query.${name}`, 'is missing')
    else compareInput(mine, at(schema, published.file), `query.${name}`, note)
  }
  const publishedQuery = new Map(published.parameters.map((parameter) => [parameter.name, parameter]))
  for (const name of ours.query?.required ?? []) {
    if (publishedQuery.get(name)?.required !== true) note(`query.${name}`, 'is required, published as optional')
  }

  const bodies = new Map<string, unknown>(bodiesOf(ours))
  for (const [mediaType, { schema, file }] of Object.entries(published.body)) {
    const mine = bodies.get(mediaType)
    if (mine === undefined) note('body', `does not take ${mediaType}`)
    else compareInput(mine as Shape, at(schema, String(file)), 'body', note)
  }

  const answers = new Map(answersOf(ours))
  for (const [status, content] of Object.entries(published.answers)) {
    const mine = answers.get(Number(status) as 200)
    if (mine === undefined) {
      note(`answer.${status}`, 'is missing')
      continue
    }
    const json = content['application/json']
    const schema = jsonSchemaOf(mine)
    if (json !== undefined && schema !== undefined) {
      compareOutput(schema as Shape, at(json.schema, String(json.file)), `answer.${status}`, note)
    } else if (json !== undefined && content['application/octet-stream'] === undefined) {
      note(`answer.${status}`, 'is not JSON')
    }
  }
  for (const status of answers.keys()) {
    if (published.answers[status] === undefined) note(`answer.${status}`, 'is not published')
  }
  return found
}

type Note = (where: string, what: string) => void
interface At {
  shape: Shape
  file: string
}

/** A published schema with resolved references and merged `allOf` parts. */
function at(schema: unknown, file: string): At {
  const { node, file: where } = follow(schema, file)
  const shape = node as Shape
  if (shape.allOf === undefined) return { shape, file: where }
  const parts = [
    ...shape.allOf.map((part) => joined(at(part, where))),
    { shape: { ...shape, allOf: undefined } as Shape, file: where },
  ]
  const properties: Record<string, Shape> = {}
  for (const part of parts) {
    for (const [name, field] of Object.entries(part.shape.properties ?? {})) {
      // References are made absolute, because the parts may be in different files.
      const before = properties[name]
      if (before === undefined || isEmpty(field) === false) properties[name] = absolute(field, part.file)
    }
  }
  return {
    file: where,
    shape: { type: 'object', properties, required: parts.flatMap((part) => part.shape.required ?? []) },
  }
}

/** Alternatives as one shape: the fields of all, required when all of them require them. */
function joined({ shape, file }: At): At {
  const alternatives = alternativesOf(shape).map((alternative) => joined(at(alternative, file)))
  const [first] = alternatives
  if (first === undefined) return { shape, file }
  const properties: Record<string, Shape> = {}
  for (const alternative of alternatives) {
    for (const [name, field] of Object.entries(alternative.shape.properties ?? {})) {
      properties[name] ??= absolute(field, alternative.file)
    }
  }
  const required = (first.shape.required ?? []).filter((name) =>
    alternatives.every((alternative) => alternative.shape.required?.includes(name) === true),
  )
  return { shape: { type: 'object', properties, required }, file }
}

function isEmpty(shape: Shape): boolean {
  return shape.items !== undefined && Object.keys(shape.items).length === 0
}

/** Our input must accept everything that the published form allows. */
function compareInput(ours: Shape, published: At, where: string, note: Note): void {
  const { shape, file } = published
  for (const alternative of shape.anyOf ?? shape.oneOf ?? []) {
    // A field that only one alternative requires is not required by the whole.
    compareInput({ ...ours, required: [] }, at(alternative, file), where, note)
  }
  if (alternativesOf(ours).length > 0 || isOpen(ours)) return
  for (const type of typesOf(shape)) {
    const mine = typesOf(ours)
    if (mine.length > 0 && !mine.some((name) => name === type || (name === 'integer' && type === 'number'))) {
      note(where, `does not take ${type}`)
    }
  }
  for (const word of shape.enum ?? []) {
    if (ours.enum !== undefined && !ours.enum.includes(word)) note(where, `does not take ${JSON.stringify(word)}`)
  }
  if (shape.properties !== undefined) {
    for (const [name, field] of Object.entries(shape.properties)) {
      const mine = ours.properties?.[name]
      if (mine === undefined) note(`${where}.${name}`, 'is missing')
      else compareInput(mine, at(field, file), `${where}.${name}`, note)
    }
    for (const name of ours.required ?? []) {
      if (!(shape.required ?? []).includes(name)) note(`${where}.${name}`, 'is required, published as optional')
    }
  }
  if (shape.items !== undefined && ours.items !== undefined)
    compareInput(ours.items, at(shape.items, file), `${where}[]`, note)
}

/** Our output must contain everything that the published form promises. */
function compareOutput(ours: Shape, published: At, where: string, note: Note): void {
  const { shape, file } = published
  if ((shape.anyOf ?? shape.oneOf) !== undefined || alternativesOf(ours).length > 0) return
  const declared = typesOf(shape)
  for (const type of typesOf(ours)) {
    if (declared.length > 0 && !declared.some((name) => name === type || (name === 'number' && type === 'integer'))) {
      note(where, `may be ${type}, published as ${declared.join(' or ')}`)
    }
  }
  if (shape.enum !== undefined) {
    for (const word of ours.enum ?? []) {
      if (!shape.enum.includes(word)) note(where, `may be ${JSON.stringify(word)}, which is not published`)
    }
  }
  for (const name of new Set(shape.required ?? [])) {
    if (ours.properties?.[name] === undefined) note(`${where}.${name}`, 'is missing')
    else if (!(ours.required ?? []).includes(name)) note(`${where}.${name}`, 'may be absent, published as required')
  }
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const mine = ours.properties?.[name]
    if (mine !== undefined) compareOutput(mine, at(field, file), `${where}.${name}`, note)
  }
  if (shape.items !== undefined && ours.items !== undefined)
    compareOutput(ours.items, at(shape.items, file), `${where}[]`, note)
}

function alternativesOf(shape: Shape): Shape[] {
  return shape.anyOf ?? shape.oneOf ?? []
}

function isOpen(shape: Shape): boolean {
  return shape.additionalProperties !== undefined && shape.additionalProperties !== false
}

function typesOf(shape: Shape): string[] {
  if (shape.type !== undefined) return Array.isArray(shape.type) ? shape.type : [shape.type]
  if (shape.const !== undefined) return [typeof shape.const]
  return []
}
