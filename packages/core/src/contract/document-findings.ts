import { Type } from 'typebox'

/** What is wrong with a document that was stored all the same, or would be. */
export const DocumentWarnings = Type.Array(
  Type.Object({
    path: Type.String(),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ description: 'Kind of problem, for example unknown_function.' })),
  }),
)

/** One problem in the words of a verdict. */
export const Finding = Type.Object({
  summary: Type.String(),
  path: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  code: Type.Optional(Type.String({ description: 'Kind of problem, for example unknown_function.' })),
})
