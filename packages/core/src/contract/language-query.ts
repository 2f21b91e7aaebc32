import { Type } from 'typebox'

/** The languages of translations in which the texts of a document are shown. */
export const languageQuery = {
  lng: Type.Optional(
    Type.String({
      description: 'Locale of the translation files for its texts; one without files has no effect.',
    }),
  ),
  lng_variant: Type.Optional(Type.String({ description: 'Name of a variant, with `lng`.' })),
}
