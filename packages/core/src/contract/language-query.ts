import { Type } from 'typebox'

/** Which translations the texts of a document are shown in. */
export const languageQuery = {
  lng: Type.Optional(
    Type.String({
      description: 'Locale of the translation files to show its texts in; one without files changes nothing.',
    }),
  ),
  lng_variant: Type.Optional(Type.String({ description: 'Name of a variant, with `lng`.' })),
}
