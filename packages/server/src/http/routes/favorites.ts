import {
  addFavorite,
  createShortcut,
  getShortcut,
  listFavoriteInodes,
  listFavorites,
  listRecentInodes,
  removeFavorite,
} from '@octavo/core/contract'
import type { MemberFiles } from '../../services/files/member-files.ts'
import type { Shortcuts } from '../../services/files/shortcuts.ts'
import { handle, type Route } from '../handle.ts'

export const favoriteRoutes = ({
  memberFiles,
  shortcuts,
}: {
  memberFiles: MemberFiles
  shortcuts: Shortcuts
}): Route[] => [
  handle(addFavorite, async ({ viewer, body }) => {
    await memberFiles.addFavorite(viewer, body.memberId, body.inodeId)
    return {}
  }),
  handle(listFavorites, ({ viewer, params, paged }) =>
    paged((window) => memberFiles.favorites(viewer, params.memberId, window)),
  ),
  handle(removeFavorite, async ({ viewer, params }) => {
    await memberFiles.removeFavorite(viewer, params.memberId, params.inodeId)
    return {}
  }),
  handle(listFavoriteInodes, ({ viewer, params, paged }) =>
    paged((window) => memberFiles.favorites(viewer, params.memberId, window)),
  ),
  handle(listRecentInodes, ({ viewer, params, paged }) =>
    paged((window) => memberFiles.recents(viewer, params.memberId, window)),
  ),
  handle(createShortcut, ({ viewer, body }) => shortcuts.create(viewer, body)),
  handle(getShortcut, ({ viewer, params }) => shortcuts.get(viewer, params.shortcutId)),
]
