import type { Problem } from '../errors/index.ts'
import { checkSchema, type SchemaNode } from './check-schema.ts'
import { emptyDocument } from './codecs/form-n-pages.ts'
import { elementKinds, isModelled, knownFields } from './elements/index.ts'
import { withPath } from './gestures/shelves.ts'
import { newElement } from './new-element.ts'
import { noFindings } from './problems.ts'

/** The appearance of elements of a kind: values by the dotted paths of fields. */
export type ElementStyle = Readonly<Record<string, unknown>>

/** Fields that define the content of an element rather than its appearance. */
const contents = new Set(['id', 'kind', 'source', 'columns', 'filters', 'actions', 'controlId', 'controlType'])
const path = /^[a-zA-Z][a-zA-Z0-9-]*(\.[a-zA-Z][a-zA-Z0-9-]*)*$/

/** Why a style is not valid for a kind; undefined for a kind whose fields are not known. */
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
  // Required fields of the object around a styled field come from the element that gets the style.
  return problems.filter((problem) => names.some((name) => isWithin(problem.path, `fields.${name}`)))
}

const isWithin = (place: string, field: string) =>
  place === field || place.startsWith(`${field}.`) || place.startsWith(`${field}[`)
