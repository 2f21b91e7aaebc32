import { type TSchema, Type } from 'typebox'

/** Scalars and small unions that every other shape is made of. */

/** An object whose unknown fields are reported. */
export function closed<T extends Record<string, TSchema>>(properties: T, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** One of a few literals. */
export function words<T extends readonly string[]>(...values: T) {
  return Type.Union(values.map((value) => Type.Literal(value)))
}

/** A union of objects distinguished by one field; problems are reported inside the branch that it selects. */
export function variants(discriminator: string, branches: TSchema[]) {
  return Type.Union(branches, { discriminator })
}

/** A map whose keys people choose. */
export function mapOf(value: TSchema) {
  return Type.Record(Type.String(), value)
}

export function nullable(schema: TSchema, expected: string) {
  return Type.Union([schema, Type.Null()], { expected })
}

export const optional = Type.Optional
export const Text = Type.String()
export const Id = Type.String({ minLength: 1 })
export const Flag = Type.Boolean()
export const Num = Type.Number()
/** Everything inside is kept: `x`, and objects whose fields are not known. */
export const Details = Type.Object({})
export const Toggle = words('shown', 'hidden')
export const Weight = words('normal', 'bold')
export const Direction = words('ascending', 'descending')
export const Size = Type.Union([Type.Number(), Type.Literal('auto')], { expected: 'number or auto' })
export const Color = Type.Union([Text, closed({ kind: Type.Literal('theme'), ref: Text })], { expected: 'colour' })
/** The literals of form N, and of form C, which documents use in both forms. */
export const Align = words('start', 'middle', 'end', 'left', 'center', 'right', 'top', 'bottom')
export const CellAlign = words('left', 'center', 'right')
export const Radius = words('square', 'round', 'pill')
export const ThreeSizes = words('small', 'medium', 'large')
export const FiveSizes = words('x-small', 'small', 'medium', 'large', 'x-large')
export const Dash = words('solid', 'dashed', 'dotted')
export const LineWidth = Type.Number({ minimum: 1, maximum: 5 })
export const NumberOrFormula = Type.Union([Type.Number(), Type.String()], { expected: 'number or formula' })
export const Aggregation = words('sum', 'avg', 'median', 'count', 'countDistinct', 'min', 'max', 'stddev', 'variance')
export const Period = words('year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second')
export const OpenTarget = words('_self', '_blank', '_parent')
export const Pointer = closed({ columnId: Id })
export const ElementScalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  expected: 'string, number, boolean or null',
})
