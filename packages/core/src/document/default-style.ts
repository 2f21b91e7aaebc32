import type { Problem } from '../errors/index.ts'
import { checkSchema, type SchemaNode } from './check-schema.ts'
import { emptyDocument } from './codecs/form-n-pages.ts'
import { elementKinds, isModelled, knownFields } from './elements/index.ts'
import { withPath } from './gestures/shelves.ts'
import { newElement } from './new-element.ts'
import { noFindings } from './problems.ts'

/** How elements of a kind look: values by the paths of fields, with dots between their names. */
export type ElementStyle = Readonly<Record<string, unknown>>

/** Fields that say what an element is and shows, and never how it looks. */
const contents = new Set(['id', 'kind', 'source', 'columns', 'filters', 'actions', 'controlId', 'controlType'])
const path = /^[a-zA-Z][a-zA-Z0-9-]*(\.[a-zA-Z][a-zA-Z0-9-]*)*$/

/** What keeps a style from being one of a kind; undefined for a kind whose fields are not known. */
export function problemsOfStyle(kind: string, style: ElementStyle): Problem[] | undefined {
  const schema = elementKinds.get(kind)?.schema
  if (!isModelled(kind) || !schema) return undefined
  const names = Object.keys(style)
  const refused = names.filter((name) => !path.test(name) || contents.has(name.split('.')[0] ?? ''))
  if (refused.length > 0) {
    return refused.map((name) => ({
      path: `fields.${name}`,
      message: `"${name}" is no field of the look of an element`,
    }))
  }
  const plain: object = newElement(emptyDocument('workbook'), 'element', kind)
  const styled = names.reduce<object>(
    (element, name) => withPath(element, name.split('.'), style[name]) as object,
    plain,
  )
  const { problems } = checkSchema(schema as SchemaNode, styled, 'fields', knownFields, noFindings())
  // What else the object around a field has to have is in the element that gets the style.
  return problems.filter((problem) => names.some((name) => isWithin(problem.path, `fields.${name}`)))
}

const isWithin = (place: string, field: string) =>
  place === field || place.startsWith(`${field}.`) || place.startsWith(`${field}[`)
