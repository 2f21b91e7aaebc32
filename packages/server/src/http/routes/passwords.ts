import { changePassword, createPasswordReset, requestPasswordReset, resetPassword } from '@octavo/core/contract'
import { Secret } from '../../config/index.ts'
import type { PasswordResets } from '../../services/organization/members/password-resets.ts'
import type { SignIn } from '../../services/sign-in/sign-in.ts'
import { answer, handle, type Route } from '../handle.ts'
import { cookieOf } from './session.ts'

export function passwordRoutes({
  signIn,
  passwordResets,
}: {
  signIn: SignIn
  passwordResets: PasswordResets
}): Route[] {
  return [
    handle(changePassword, async ({ body, request }) => {
      const { oldPassword, newPassword } = body
      await signIn.changePassword(cookieOf(request), new Secret(oldPassword), new Secret(newPassword))
      return {}
    }),
    handle(requestPasswordReset, async ({ body, request }) => {
      await passwordResets.request(body.email, request.linkUrl)
      return answer(202, {})
    }),
    handle(resetPassword, async ({ body }) => {
      await passwordResets.reset(body.token, new Secret(body.password))
      return {}
    }),
    handle(createPasswordReset, ({ viewer, params, request }) =>
      passwordResets.linkBy(viewer, params.memberId, request.linkUrl),
    ),
  ]
}
