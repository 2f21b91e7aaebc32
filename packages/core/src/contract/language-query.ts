import { Type } from 'typebox'

/** Query parameters that select the translation of a document's texts. */
export const languageQuery = {
  lng: Type.Optional(
    Type.String({
      description: 'Locale of the translation files for its texts; one without files has no effect.',
    }),
  ),
  lng_variant: Type.Optional(Type.String({ description: 'Name of a variant, with `lng`.' })),
}
