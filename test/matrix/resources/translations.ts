import { insertTranslation } from '../../../packages/server/src/store/translations.ts'
import { resource } from '../resource.ts'
import type { Things, World } from '../world.ts'

/** Translation files of the organization and of the workbook, plain and with the variant `v`; returns their locale. */
async function insertAll(things: Things, { people, platform }: World): Promise<string> {
  const row = { lng: 'fr', phrases: '{}', created_at: 1, updated_at: 1 }
  const by = { created_by: people.admin.memberId, updated_by: people.admin.memberId }
  for (const document_id of ['', await things.workbook()]) {
    for (const variant of ['', 'v']) {
      await platform.store.maintain('test translation', (tx) =>
        insertTranslation(tx, { ...row, ...by, organization_id: platform.organizationId, document_id, variant }),
      )
    }
  }
  return 'fr'
}

export const translations = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
listOrgLocales                    200     403     403     403     403     403     200     -       -
createOrgTranslation              200     403     403     403     403     403     200     -       -
getOrgTranslations                404     403     403     403     403     403     200     -       -
updateOrgTranslation              404     403     403     403     403     403     200     -       -
deleteOrgTranslation              404     403     403     403     403     403     200     -       -
getOrgTranslationsWithVariant     404     403     403     403     403     403     200     -       -
updateOrgTranslationWithVariant   404     403     403     403     403     403     200     -       -
deleteOrgTranslationWithVariant   404     403     403     403     403     403     200     -       -
listWorkbookLocales               404     404     404     403     403     200     200     403     403
createWorkbookTranslation         404     404     404     403     403     200     200     403     403
getWorkbookTranslations           404     404     404     403     403     200     200     403     403
updateWorkbookTranslation         404     404     404     403     403     200     200     403     403
deleteWorkbookTranslation         404     404     404     403     403     200     200     403     403
getWorkbookTranslationsWithVariant 404     404     404     403     403     200     200     403     403
updateWorkbookTranslationWithVariant 404     404     404     403     403     200     200     403     403
deleteWorkbookTranslationWithVariant 404     404     404     403     403     200     200     403     403
`,
  ids: {
    lng: (things, world) => things.one('translations', () => insertAll(things, world)),
    lng_variant: () => 'v',
  },
  requests: {
    createOrgTranslation: () => ({ body: { lng: 'de', lng_variant: crypto.randomUUID() } }),
    createWorkbookTranslation: () => ({ body: { lng: 'de', lng_variant: crypto.randomUUID() } }),
    updateOrgTranslation: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
    updateOrgTranslationWithVariant: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
    updateWorkbookTranslation: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
    updateWorkbookTranslationWithVariant: () => ({ body: { translations: { Orders: 'Aufträge' } } }),
  },
  notPublished: {
    listWorkbookLocales: 'Translations of one workbook are published as a feature of the product without operations.',
    createWorkbookTranslation: 'Part of the translations of a workbook.',
    getWorkbookTranslations: 'Part of the translations of a workbook.',
    updateWorkbookTranslation: 'Part of the translations of a workbook.',
    deleteWorkbookTranslation: 'Part of the translations of a workbook.',
    getWorkbookTranslationsWithVariant: 'Part of the translations of a workbook.',
    updateWorkbookTranslationWithVariant: 'Part of the translations of a workbook.',
    deleteWorkbookTranslationWithVariant: 'Part of the translations of a workbook.',
  },
})
