import { cardPictureRoutes } from '../http/routes/card-pictures.ts'
import { exportRoutes } from '../http/routes/exports.ts'
import { webQueryRoutes } from '../http/routes/web-queries.ts'
import type { ReportMaker } from '../render/index.ts'
import { createCardPictureRuns } from '../services/exports/card-picture-runs.ts'
import { createCardPictures } from '../services/exports/card-pictures.ts'
import { createExportFiles } from '../services/exports/export-files.ts'
import { createExportRuns } from '../services/exports/export-runs.ts'
import { createExports } from '../services/exports/exports.ts'
import { createWebQueries } from '../services/exports/web-queries.ts'
import { createWebQueryReads } from '../services/exports/web-query-reads.ts'
import type { DocumentServices } from './document-services.ts'
import type { organizationServices } from './organization-services.ts'
import type { QueryServices } from './query-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const exportResources = [cardPictureRoutes, exportRoutes, webQueryRoutes]

export function exportServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices> & { reports: ReportMaker },
) {
  const given = { ...base, ...services }
  return {
    exports: createExports(given),
    exportRuns: createExportRuns(given),
    cardPictures: createCardPictures(given),
    cardPictureRuns: createCardPictureRuns(given),
    webQueries: createWebQueries(given),
    webQueryReads: createWebQueryReads({ ...given, exportFiles: createExportFiles(given) }),
  }
}
