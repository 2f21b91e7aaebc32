import { Type } from 'typebox'

/** Problems of a document that was stored anyway, or would be. */
export const DocumentWarnings = Type.Array(
  Type.Object({
    path: Type.String(),
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    code: Type.Optional(Type.String({ description: 'Kind of problem, for example unknown_function.' })),
  }),
)

/** One problem of a check result. */
export const Finding = Type.Object({
  summary: Type.String(),
  path: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  code: Type.Optional(Type.String({ description: 'Kind of problem, for example unknown_function.' })),
})
