import { elementStyleRoutes } from '../http/routes/element-styles.ts'
import { favoriteRoutes } from '../http/routes/favorites.ts'
import { fileRoutes } from '../http/routes/files.ts'
import { searchRoutes } from '../http/routes/search.ts'
import { workspaceRoutes } from '../http/routes/workspaces.ts'
import { createElementStyles } from '../services/element-styles/element-styles.ts'
import { createFiles } from '../services/files/files.ts'
import { createMemberFiles } from '../services/files/member-files.ts'
import { createShortcuts } from '../services/files/shortcuts.ts'
import { createWorkspaces } from '../services/files/workspaces.ts'
import { createSearch } from '../services/search/search.ts'
import type { DocumentServices } from './document-services.ts'
import type { organizationServices } from './organization-services.ts'
import type { QueryServices } from './query-services.ts'
import type { Base } from './service-base.ts'

/** The files of `http/routes` for these services. */
export const fileResources = [elementStyleRoutes, favoriteRoutes, fileRoutes, searchRoutes, workspaceRoutes]

export function fileServices(
  base: Base,
  services: DocumentServices & QueryServices & ReturnType<typeof organizationServices>,
) {
  const given = { ...base, ...services }
  return {
    elementStyles: createElementStyles(given),
    files: createFiles(given),
    memberFiles: createMemberFiles(given),
    search: createSearch(given),
    shortcuts: createShortcuts(given),
    workspaces: createWorkspaces(given),
  }
}
