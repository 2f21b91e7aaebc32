import { getEmbedSession, startEmbedSession } from '@octavo/core/contract'
import type { EmbedSessions } from '../../services/embeds/embed-sessions.ts'
import { isSignedUrl } from '../../services/embeds/embed-urls.ts'
import { handle, type Route } from '../handle.ts'
import { urlSigningHeaders } from '../url-signing-headers.ts'

export const embedSessionRoutes = ({ embedSessions }: { embedSessions: EmbedSessions }): Route[] => [
  handle(startEmbedSession, ({ body, request }) => {
    if (isSignedUrl(body.token)) request.setHeaders(urlSigningHeaders)
    return embedSessions.start(body, request.address)
  }),
  handle(getEmbedSession, ({ viewer }) => embedSessions.describe(viewer)),
]
