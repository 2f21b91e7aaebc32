import {
  createOrgTranslation,
  createWorkbookTranslation,
  deleteOrgTranslation,
  deleteOrgTranslationWithVariant,
  deleteWorkbookTranslation,
  deleteWorkbookTranslationWithVariant,
  getOrgTranslations,
  getOrgTranslationsWithVariant,
  getWorkbookTranslations,
  getWorkbookTranslationsWithVariant,
  listOrgLocales,
  listWorkbookLocales,
  updateOrgTranslation,
  updateOrgTranslationWithVariant,
  updateWorkbookTranslation,
  updateWorkbookTranslationWithVariant,
} from '@octavo/core/contract'
import type { NamedTranslation, Translations } from '../../services/translations/translations.ts'
import { answer, handle, type Route } from '../handle.ts'
import { ifMatchOf } from './entity-tag.ts'

interface Named {
  workbookId?: string
  lng: string
  lng_variant?: string
}

/** Without a workbook in the path it is a file of the organization, without a variant the plain file of the locale. */
const namedIn = ({ workbookId = undefined, lng, lng_variant = undefined }: Named): NamedTranslation => ({
  workbookId: workbookId ?? null,
  lng,
  variant: lng_variant ?? null,
})

export const translationRoutes = ({ translations }: { translations: Translations }): Route[] => [
  handle(listOrgLocales, ({ viewer, paged }) =>
    paged((window) => translations.list(viewer, { workbookId: null }, window)),
  ),
  handle(listWorkbookLocales, ({ viewer, params, paged }) =>
    paged((window) => translations.list(viewer, { workbookId: params.workbookId }, window)),
  ),
  handle(createOrgTranslation, async ({ viewer, body }) => {
    await translations.create(viewer, { workbookId: null }, body)
    return {}
  }),
  handle(createWorkbookTranslation, async ({ viewer, params, body }) => {
    await translations.create(viewer, { workbookId: params.workbookId }, body)
    return {}
  }),
  ...[getOrgTranslations, getOrgTranslationsWithVariant].map((operation) =>
    handle(operation, async ({ viewer, params }) => {
      const { file, etag } = await translations.get(viewer, namedIn(params))
      return answer(200, file, { etag })
    }),
  ),
  ...[getWorkbookTranslations, getWorkbookTranslationsWithVariant].map((operation) =>
    handle(operation, async ({ viewer, params, query }) => {
      const named = { ...namedIn(params), workbookId: params.workbookId }
      const { file, etag } = query.inherited
        ? await translations.getWithInherited(viewer, named)
        : await translations.get(viewer, named)
      return answer(200, file, { etag })
    }),
  ),
  ...[
    updateOrgTranslation,
    updateOrgTranslationWithVariant,
    updateWorkbookTranslation,
    updateWorkbookTranslationWithVariant,
  ].map((operation) =>
    handle(operation, async ({ viewer, params, body, request }) => {
      const etag = await translations.update(viewer, namedIn(params), body, ifMatchOf(request))
      return answer(200, {}, { etag })
    }),
  ),
  ...[
    deleteOrgTranslation,
    deleteOrgTranslationWithVariant,
    deleteWorkbookTranslation,
    deleteWorkbookTranslationWithVariant,
  ].map((operation) =>
    handle(operation, async ({ viewer, params, request }) => {
      await translations.remove(viewer, namedIn(params), ifMatchOf(request))
      return {}
    }),
  ),
]
