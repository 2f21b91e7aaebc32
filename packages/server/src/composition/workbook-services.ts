import { dataModelRoutes } from '../http/routes/data-models.ts'
import { datasetRoutes } from '../http/routes/datasets.ts'
import { impactRoutes } from '../http/routes/impact.ts'
import { lineageRoutes } from '../http/routes/lineage.ts'
import { sharedTemplateRoutes } from '../http/routes/shared-templates.ts'
import { sourceSwapPolicyRoutes } from '../http/routes/source-swap-policies.ts'
import { sourceSwapRoutes } from '../http/routes/source-swaps.ts'
import { tagRequestRoutes } from '../http/routes/tag-requests.ts'
import { tagRoutes } from '../http/routes/tags.ts'
import { templateRoutes } from '../http/routes/templates.ts'
import { workbookContentsRoutes } from '../http/routes/workbook-contents.ts'
import { workbookRoutes } from '../http/routes/workbooks.ts'
import { createDatasetMigrations } from '../services/datasets/dataset-migration.ts'
import { createDatasets } from '../services/datasets/datasets.ts'
import { createDocumentLineage } from '../services/lineage/document-lineage.ts'
import { createImpact } from '../services/lineage/impact.ts'
import { createSourceUses } from '../services/lineage/source-uses.ts'
import { createElementDescriptions } from '../services/queries/element-descriptions.ts'
import { createSourceSwaps } from '../services/source-swaps/source-swaps.ts'
import { createSwapPolicies } from '../services/source-swaps/swap-policies.ts'
import { createTagRequestMails } from '../services/tags/tag-request-mails.ts'
import { createTagRequests } from '../services/tags/tag-requests.ts'
import { createTaggedVersions } from '../services/tags/tagged-versions.ts'
import { createVersionTags } from '../services/tags/version-tags.ts'
import { createDataModels } from '../services/workbooks/data-models.ts'
import { createDocumentEntries } from '../services/workbooks/document-entries.ts'
import { createDocumentUses } from '../services/workbooks/document-uses.ts'
import { createTemplateUpdates } from '../services/workbooks/template-updates.ts'
import { createTemplates } from '../services/workbooks/templates.ts'
import { createWorkbookContents } from '../services/workbooks/workbook-contents.ts'
import { createWorkbookSchema } from '../services/workbooks/workbook-schema.ts'
import { createWorkbooks } from '../services/workbooks/workbooks.ts'
import type { DocumentServices } from './document-services.ts'
import type { QueryServices } from './query-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const workbookResources = [
  dataModelRoutes,
  datasetRoutes,
  impactRoutes,
  lineageRoutes,
  sharedTemplateRoutes,
  sourceSwapPolicyRoutes,
  sourceSwapRoutes,
  tagRequestRoutes,
  tagRoutes,
  templateRoutes,
  workbookContentsRoutes,
  workbookRoutes,
]

export function workbookServices(
  base: Base,
  documents: DocumentServices,
  { catalog, check, compiler, queries, specs }: QueryServices,
) {
  const tags = createVersionTags(base)
  const sourceSwaps = createSourceSwaps({ ...base, ...documents, catalog, compiler })
  const tagged = createTaggedVersions({ ...base, ...documents, versionTags: tags, sourceSwaps })
  const entries = createDocumentEntries({ ...documents, tagged })
  const templateUpdates = createTemplateUpdates({ ...base, ...documents, sourceSwaps })
  const documentLineage = createDocumentLineage({ ...base, ...documents, catalog })
  const sourceUses = createSourceUses({ ...base, ...documents, catalog })
  const uses = createDocumentUses({ ...base, ...documents, catalog })
  const contents = createWorkbookContents({
    ...documents,
    descriptions: createElementDescriptions({ compiler, queries }),
  })
  return {
    tags,
    tagged,
    sourceSwaps,
    swapPolicies: createSwapPolicies(base),
    tagRequests: createTagRequests({ ...base, ...documents, versionTags: tags, tagged }),
    tagRequestMails: createTagRequestMails(base),
    uses,
    documentLineage,
    sourceUses,
    impact: createImpact({ ...base, ...documents, sourceUses }),
    contents,
    workbookSchema: createWorkbookSchema({ contents }),
    workbooks: createWorkbooks({ ...documents, specs, entries, tagged }),
    templateUpdates,
    templates: createTemplates({ ...documents, entries, sourceSwaps, templateUpdates }),
    dataModels: createDataModels({ ...documents, entries, uses, tagged }),
    datasets: createDatasets({ ...base, ...documents, uses, check }),
    datasetMigrations: createDatasetMigrations({ ...base, ...documents }),
  }
}
