import type { Viewer } from '@octavo/core/access'
import { acceptTemplateShare, deleteExternalShare, listTemplatesSharedWithYou } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { sliceOfList } from '../../services/answers/slice.ts'
import { handle, type Route } from '../handle.ts'

/** Organizations cannot share templates with others yet, so no share exists. */
function refuseShare(viewer: Viewer, shareId: string): never {
  requireRight(viewer, 'manageSharedTemplates')
  throw new AppError('not_found', { kind: 'shared template', id: shareId })
}

export const sharedTemplateRoutes = (): Route[] => [
  handle(listTemplatesSharedWithYou, ({ paged }) => paged((window) => sliceOfList<never>([], window))),
  handle(acceptTemplateShare, ({ viewer, body }) => refuseShare(viewer, body.shareId)),
  handle(deleteExternalShare, ({ viewer, params }) => refuseShare(viewer, params.shareId)),
]
