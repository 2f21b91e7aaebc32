import { type Static, Type } from 'typebox'
import { knownLocales } from '../format/index.ts'
import { AuditFields, countedPageOf, Empty, nameOfMost, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'
import { workbookId } from './workbooks.ts'

const Translations = Type.Record(Type.String({ maxLength: 100_000 }), Type.String({ maxLength: 100_000 }), {
  maxProperties: 20_000,
  description: 'Source text to translated text.',
})

export type TranslationFile = Static<typeof TranslationFile>
export const TranslationFile = Type.Object({ translations: Translations }, { $id: 'TranslationFile' })

export type WorkbookTranslationFile = Static<typeof WorkbookTranslationFile>
export const WorkbookTranslationFile = Type.Object(
  {
    translations: Translations,
    inherited: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Texts of the draft that the file leaves to others, with the translation that they have from files of the organization, or from the plain file for a variant.',
      }),
    ),
  },
  { $id: 'WorkbookTranslationFile' },
)
const withInherited = {
  inherited: Type.Optional(Type.Boolean({ description: 'Add `inherited`. The ETag is then that of both.' })),
}

export type NewTranslation = Static<typeof NewTranslation>
export const NewTranslation = Type.Object(
  {
    lng: Words(knownLocales, { description: 'Locale.' }),
    lng_variant: Type.Optional(
      Type.Union([nameOfMost(100), Type.Null()], {
        description: 'Name of a variant; absent or null for the plain file.',
      }),
    ),
    translations: Type.Optional(Translations),
  },
  { $id: 'NewTranslation' },
)

export type TranslationEntry = Static<typeof TranslationEntry>
export const TranslationEntry = Type.Object(
  {
    lng: Type.String({ description: 'Locale as given.' }),
    locale: Type.String({ description: 'Locale as `:lng` of an address accepts it.' }),
    lng_variant: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of a variant; null for the plain file.',
    }),
    ...AuditFields,
  },
  { $id: 'TranslationEntry' },
)
export const TranslationPage = countedPageOf(TranslationEntry, 'TranslationPage')

const tag = 'translations'
const lng = Type.String({ description: 'Locale.' })
const lng_variant = Type.String({ description: 'Name of the variant.' })

export const listOrgLocales = operation({
  id: 'listOrgLocales',
  method: 'GET',
  path: '/v2/translations/organization',
  tag,
  summary: 'List the translation files of the organization, without their phrases',
  params: Type.Object({}),
  query: Type.Object(pageQuery),
  answers: { 200: TranslationPage },
  errors: ['forbidden'],
})

export const createOrgTranslation = operation({
  id: 'createOrgTranslation',
  method: 'POST',
  path: '/v2/translations/organization',
  tag,
  summary: 'Add a translation file of the organization',
  params: Type.Object({}),
  body: NewTranslation,
  answers: { 200: Empty },
  errors: ['forbidden', 'conflict'],
})

export const getOrgTranslations = operation({
  id: 'getOrgTranslations',
  method: 'GET',
  path: '/v2/translations/organization/{lng}',
  tag,
  summary: 'Get a translation file of the organization',
  params: Type.Object({ lng }),
  etag: true,
  answers: { 200: TranslationFile },
  errors: ['forbidden', 'not_found'],
})

export const updateOrgTranslation = operation({
  id: 'updateOrgTranslation',
  method: 'PUT',
  path: '/v2/translations/organization/{lng}',
  tag,
  summary: 'Replace the phrases of a translation file of the organization',
  params: Type.Object({ lng }),
  ifMatch: true,
  body: TranslationFile,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteOrgTranslation = operation({
  id: 'deleteOrgTranslation',
  method: 'DELETE',
  path: '/v2/translations/organization/{lng}',
  tag,
  summary: 'Delete a translation file of the organization; its variants stay',
  params: Type.Object({ lng }),
  ifMatch: true,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const getOrgTranslationsWithVariant = operation({
  id: 'getOrgTranslationsWithVariant',
  method: 'GET',
  path: '/v2/translations/organization/{lng}/{lng_variant}',
  tag,
  summary: 'Get a variant of a translation file of the organization',
  params: Type.Object({ lng, lng_variant }),
  etag: true,
  answers: { 200: TranslationFile },
  errors: ['forbidden', 'not_found'],
})

export const updateOrgTranslationWithVariant = operation({
  id: 'updateOrgTranslationWithVariant',
  method: 'PUT',
  path: '/v2/translations/organization/{lng}/{lng_variant}',
  tag,
  summary: 'Replace the phrases of a variant of the organization',
  params: Type.Object({ lng, lng_variant }),
  ifMatch: true,
  body: TranslationFile,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteOrgTranslationWithVariant = operation({
  id: 'deleteOrgTranslationWithVariant',
  method: 'DELETE',
  path: '/v2/translations/organization/{lng}/{lng_variant}',
  tag,
  summary: 'Delete a variant of a translation file of the organization; the plain file stays',
  params: Type.Object({ lng, lng_variant }),
  ifMatch: true,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const listWorkbookLocales = operation({
  id: 'listWorkbookLocales',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/translations',
  tag,
  summary: 'List the translation files of a workbook, without their phrases',
  params: Type.Object({ workbookId }),
  query: Type.Object(pageQuery),
  answers: { 200: TranslationPage },
  errors: ['forbidden', 'not_found'],
})

export const createWorkbookTranslation = operation({
  id: 'createWorkbookTranslation',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/translations',
  tag,
  summary: 'Add a translation file of a workbook',
  params: Type.Object({ workbookId }),
  body: NewTranslation,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const getWorkbookTranslations = operation({
  id: 'getWorkbookTranslations',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/translations/{lng}',
  tag,
  summary: 'Get a translation file of a workbook',
  params: Type.Object({ workbookId, lng }),
  query: Type.Object(withInherited),
  etag: true,
  answers: { 200: WorkbookTranslationFile },
  errors: ['forbidden', 'not_found'],
})

export const updateWorkbookTranslation = operation({
  id: 'updateWorkbookTranslation',
  method: 'PUT',
  path: '/v2/workbooks/{workbookId}/translations/{lng}',
  tag,
  summary: 'Replace the phrases of a translation file of a workbook',
  params: Type.Object({ workbookId, lng }),
  ifMatch: true,
  body: TranslationFile,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteWorkbookTranslation = operation({
  id: 'deleteWorkbookTranslation',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/translations/{lng}',
  tag,
  summary: 'Delete a translation file of a workbook; its variants stay',
  params: Type.Object({ workbookId, lng }),
  ifMatch: true,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const getWorkbookTranslationsWithVariant = operation({
  id: 'getWorkbookTranslationsWithVariant',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/translations/{lng}/{lng_variant}',
  tag,
  summary: 'Get a variant of a translation file of a workbook',
  params: Type.Object({ workbookId, lng, lng_variant }),
  query: Type.Object(withInherited),
  etag: true,
  answers: { 200: WorkbookTranslationFile },
  errors: ['forbidden', 'not_found'],
})

export const updateWorkbookTranslationWithVariant = operation({
  id: 'updateWorkbookTranslationWithVariant',
  method: 'PUT',
  path: '/v2/workbooks/{workbookId}/translations/{lng}/{lng_variant}',
  tag,
  summary: 'Replace the phrases of a variant of a workbook',
  params: Type.Object({ workbookId, lng, lng_variant }),
  ifMatch: true,
  body: TranslationFile,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteWorkbookTranslationWithVariant = operation({
  id: 'deleteWorkbookTranslationWithVariant',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/translations/{lng}/{lng_variant}',
  tag,
  summary: 'Delete a variant of a translation file of a workbook; the plain file stays',
  params: Type.Object({ workbookId, lng, lng_variant }),
  ifMatch: true,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const translationOperations = [
  listOrgLocales,
  createOrgTranslation,
  getOrgTranslations,
  updateOrgTranslation,
  deleteOrgTranslation,
  getOrgTranslationsWithVariant,
  updateOrgTranslationWithVariant,
  deleteOrgTranslationWithVariant,
  listWorkbookLocales,
  createWorkbookTranslation,
  getWorkbookTranslations,
  updateWorkbookTranslation,
  deleteWorkbookTranslation,
  getWorkbookTranslationsWithVariant,
  updateWorkbookTranslationWithVariant,
  deleteWorkbookTranslationWithVariant,
] as const
