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
import type { Translations } from '../../services/translations/translations.ts'
import { handle, type Route } from '../handle.ts'

export const translationRoutes = ({ translations }: { translations: Translations }): Route[] => [
  ...organizationRoutes(translations),
  ...workbookRoutes(translations),
]

const organizationRoutes = (translations: Translations): Route[] => [
  handle(listOrgLocales, ({ viewer, paged }) =>
    paged((window) => translations.list(viewer, { workbookId: null }, window)),
  ),
  handle(createOrgTranslation, async ({ viewer, body }) => {
    await translations.create(viewer, { workbookId: null }, body)
    return {}
  }),
  handle(getOrgTranslations, ({ viewer, params }) =>
    translations.get(viewer, { workbookId: null, lng: params.lng, variant: null }),
  ),
  handle(updateOrgTranslation, async ({ viewer, params, body }) => {
    await translations.update(viewer, { workbookId: null, lng: params.lng, variant: null }, body)
    return {}
  }),
  handle(deleteOrgTranslation, async ({ viewer, params }) => {
    await translations.remove(viewer, { workbookId: null, lng: params.lng, variant: null })
    return {}
  }),
  handle(getOrgTranslationsWithVariant, ({ viewer, params }) =>
    translations.get(viewer, { workbookId: null, lng: params.lng, variant: params.lng_variant }),
  ),
  handle(updateOrgTranslationWithVariant, async ({ viewer, params, body }) => {
    await translations.update(viewer, { workbookId: null, lng: params.lng, variant: params.lng_variant }, body)
    return {}
  }),
  handle(deleteOrgTranslationWithVariant, async ({ viewer, params }) => {
    await translations.remove(viewer, { workbookId: null, lng: params.lng, variant: params.lng_variant })
    return {}
  }),
]

const workbookRoutes = (translations: Translations): Route[] => [
  handle(listWorkbookLocales, ({ viewer, params, paged }) =>
    paged((window) => translations.list(viewer, { workbookId: params.workbookId }, window)),
  ),
  handle(createWorkbookTranslation, async ({ viewer, params, body }) => {
    await translations.create(viewer, { workbookId: params.workbookId }, body)
    return {}
  }),
  handle(getWorkbookTranslations, ({ viewer, params }) =>
    translations.get(viewer, { workbookId: params.workbookId, lng: params.lng, variant: null }),
  ),
  handle(updateWorkbookTranslation, async ({ viewer, params, body }) => {
    await translations.update(viewer, { workbookId: params.workbookId, lng: params.lng, variant: null }, body)
    return {}
  }),
  handle(deleteWorkbookTranslation, async ({ viewer, params }) => {
    await translations.remove(viewer, { workbookId: params.workbookId, lng: params.lng, variant: null })
    return {}
  }),
  handle(getWorkbookTranslationsWithVariant, ({ viewer, params }) =>
    translations.get(viewer, { workbookId: params.workbookId, lng: params.lng, variant: params.lng_variant }),
  ),
  handle(updateWorkbookTranslationWithVariant, async ({ viewer, params, body }) => {
    await translations.update(
      viewer,
      { workbookId: params.workbookId, lng: params.lng, variant: params.lng_variant },
      body,
    )
    return {}
  }),
  handle(deleteWorkbookTranslationWithVariant, async ({ viewer, params }) => {
    await translations.remove(viewer, { workbookId: params.workbookId, lng: params.lng, variant: params.lng_variant })
    return {}
  }),
]
