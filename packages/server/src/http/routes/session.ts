import {
  changeProfile,
  endViewAs,
  getSession,
  signIn as signInOperation,
  signOut,
  startViewAs,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type Clock, Secret } from '../../config/index.ts'
import type { SignIn } from '../../services/sign-in/sign-in.ts'
import { answer, handle, type RequestFacts, type Route } from '../handle.ts'
import { endedSessionCookie, readSessionCookie, sessionCookie } from '../session-cookie.ts'

export function sessionRoutes({ signIn, clock }: { signIn: SignIn; clock: Clock }): Route[] {
  return [
    handle(signInOperation, async ({ body, request }) => {
      const userAgent = request.headers['user-agent']
      const { cookie, session, expiresAt } = await signIn.signIn({
        email: body.email,
        password: new Secret(body.password),
        address: request.address,
        userAgent: typeof userAgent === 'string' ? userAgent : '',
      })
      const lifeSeconds = Math.floor((expiresAt - clock.now()) / 1000)
      return answer(200, session, { 'set-cookie': sessionCookie(cookie, request.isHttps, lifeSeconds) })
    }),
    handle(signOut, async ({ request }) => {
      await signIn.signOut(cookieOf(request))
      return answer(200, {}, { 'set-cookie': endedSessionCookie(request.isHttps) })
    }),
    handle(changeProfile, ({ body, request }) => signIn.changeProfile(cookieOf(request), body)),
    handle(startViewAs, ({ body, request }) => signIn.startViewAs(cookieOf(request), body.memberId)),
    handle(endViewAs, ({ request }) => signIn.endViewAs(cookieOf(request))),
    handle(getSession, ({ viewer, request }) => signIn.describe(viewer, cookieOf(request))),
  ]
}

/** The cookie that authenticated this request. */
export function cookieOf(request: RequestFacts): string {
  const header = request.headers.cookie
  const cookie = readSessionCookie(typeof header === 'string' ? header : undefined, request.isHttps)
  if (cookie === null) throw new AppError('unauthorized', { reason: 'Nobody is signed in.' })
  return cookie
}
