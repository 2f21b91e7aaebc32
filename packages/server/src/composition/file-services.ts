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
