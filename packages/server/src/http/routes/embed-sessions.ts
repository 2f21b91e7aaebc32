import { getEmbedSession, startEmbedSession } from '@octavo/core/contract'
import type { EmbedSessions } from '../../services/embeds/embed-sessions.ts'
import { handle, type Route } from '../handle.ts'

export const embedSessionRoutes = ({ embedSessions }: { embedSessions: EmbedSessions }): Route[] => [
  handle(startEmbedSession, ({ body, request }) => embedSessions.start(body, request.address)),
  handle(getEmbedSession, ({ viewer }) => embedSessions.describe(viewer)),
]
