import { type Static, Type } from 'typebox'
import { operation } from './define.ts'

/** The maximum number of fields of one style, and the maximum bytes of their JSON. */
export const mostStyleFields = 200
export const mostStyleBytes = 16_384

const StyleFields = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: mostStyleFields,
  description: 'Values by path of style fields, such as `style.borderRadius`.',
})

export type ElementStyle = Static<typeof ElementStyle>
export const ElementStyle = Type.Object(
  { kind: Type.String({ description: 'Kind of elements, as in documents.' }), fields: StyleFields },
  { $id: 'ElementStyle' },
)

export type ElementStyles = Static<typeof ElementStyles>
export const ElementStyles = Type.Object(
  { styles: Type.Record(Type.String(), StyleFields, { description: 'Your default styles by the kind of elements.' }) },
  { $id: 'ElementStyles' },
)

export const getElementStyles = operation({
  id: 'getElementStyles',
  method: 'GET',
  path: '/v2/elementStyles',
  tag: 'elementStyles',
  summary: 'Get your default styles, which elements that you add in the editor start with',
  answers: { 200: ElementStyles },
})

export const setElementStyle = operation({
  id: 'setElementStyle',
  method: 'PUT',
  path: '/v2/elementStyles/{kind}',
  tag: 'elementStyles',
  summary: 'Set your default style of a kind of elements; existing elements stay unchanged',
  description: 'Empty: removes the default style.',
  body: Type.Object({ fields: StyleFields }, { $id: 'NewElementStyle' }),
  answers: { 200: ElementStyle },
  errors: ['not_found'],
})

export const elementStyleOperations = [getElementStyles, setElementStyle] as const
