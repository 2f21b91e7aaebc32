import type { WebSession } from '@octavo/core/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, call, rememberCsrfToken } from './api.ts'
import { isEmbedded } from './embedded.ts'
import { rememberLocale } from './formats.ts'
import { forgetContentsOfOthers } from './kept-text.ts'
import { rememberLanguage } from './language-choice.ts'
import { loadPart, loadWords } from './load-part.ts'

/** The session of this browser; null without one. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<WebSession | null> => {
    try {
      const session = (await embedSession(signal)) ?? (await call<WebSession>('/auth/session', { signal }))
      await remember(session)
      return session
    } catch (error) {
      if (!isEmbedded && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** The session of an embed has no cookie, and so no token against forged requests. */
async function embedSession(signal: AbortSignal): Promise<WebSession | undefined> {
  if (!isEmbedded) return undefined
  const session = await (await loadPart(() => import('./embed-session.ts'))).openEmbedSession(signal)
  return session && { ...session, csrfToken: '' }
}

export function useSession(): WebSession | null {
  return useQuery(sessionQuery).data ?? null
}

/** Whether files may be exported. An administrator who views as another member is limited to reading. */
export const mayExport = (session: WebSession | null): boolean =>
  session !== null && !session.viewAs && (session.member.isAdmin || session.member.permissions.includes('download'))

/** The reader, for rules such as the visibility of pages. */
export const readerOf = (session: WebSession | null, mayEdit: boolean) => ({
  memberId: session?.member.memberId ?? '',
  teamIds: session?.member.teamIds ?? [],
  mayEdit,
})

export async function signIn(queries: QueryClient, email: string, password: string): Promise<void> {
  const session = await call<WebSession>('/auth/sign-in', { method: 'POST', body: { email, password } })
  await remember(session)
  queries.clear()
  queries.setQueryData(sessionQuery.queryKey, session)
}

export async function signOut(queries: QueryClient): Promise<void> {
  try {
    await call('/auth/sign-out', { method: 'POST', body: {} })
  } finally {
    queries.clear()
    queries.setQueryData(sessionQuery.queryKey, null)
  }
}

/** Sets the member's language of the interface; null uses the browser's. Everything is rendered again. */
export async function chooseLanguage(language: string | null): Promise<void> {
  await remember(await call<WebSession>('/auth/profile', { method: 'PATCH', body: { language } }))
  location.reload()
}

/** From here on this browser sees what the member sees, until `endViewAs`. For administrators. */
export async function startViewAs(queries: QueryClient, memberId: string): Promise<void> {
  await changeViewer(queries, await call<WebSession>('/auth/view-as', { method: 'POST', body: { memberId } }))
}

export async function endViewAs(queries: QueryClient): Promise<void> {
  await changeViewer(queries, await call<WebSession>('/auth/view-as', { method: 'DELETE', body: {} }))
}

async function remember({ csrfToken, member, organization, viewAs }: WebSession): Promise<void> {
  rememberCsrfToken(csrfToken)
  if (!isEmbedded && !viewAs) forgetContentsOfOthers(member.memberId)
  rememberLocale(organization.locale)
  rememberLanguage(member.language)
  await loadWords()
}

/** Drops everything that was fetched for the previous viewer and loads the app again. */
async function changeViewer(queries: QueryClient, session: WebSession): Promise<void> {
  await remember(session)
  queries.clear()
  queries.setQueryData(sessionQuery.queryKey, session)
  location.assign('/')
}
