import { Type } from 'typebox'
import { Empty } from './common.ts'
import { operation } from './define.ts'
import { Invitation } from './members.ts'

const newPassword = Type.String({ minLength: 12, maxLength: 1024 })

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  summary: 'Change your password',
  description: 'All other sessions of the member end at once.',
  tag: 'session',
  auth: 'session',
  body: Type.Object(
    { oldPassword: Type.String({ minLength: 1, maxLength: 1024 }), newPassword },
    { $id: 'PasswordChange' },
  ),
  answers: { 200: Empty },
  errors: ['conflict', 'too_many_attempts'],
})

export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/reset-request',
  summary: 'Ask for a mail with a link to choose a new password',
  description:
    'The response is the same whether or not a member has the address, and on a server that sends no mail. At most three mails an hour go to one address.',
  tag: 'session',
  auth: 'none',
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 320 }) }, { $id: 'PasswordResetRequest' }),
  answers: { 202: Empty },
  errors: ['csrf_failed'],
})

export const resetPassword = operation({
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset',
  summary: 'Choose a new password, with a link from a mail or from an administrator',
  description: 'A link works once and for one hour. All sessions of the member end at once.',
  tag: 'session',
  auth: 'none',
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 1024, description: 'The part of the link behind #.' }),
      password: newPassword,
    },
    { $id: 'PasswordReset' },
  ),
  answers: { 200: Empty },
  errors: ['unauthorized', 'csrf_failed'],
})

export const createPasswordReset = operation({
  id: 'createPasswordReset',
  method: 'POST',
  path: '/v2/members/{memberId}/password-reset',
  tag: 'members',
  summary: 'Get a link with which a member chooses a new password',
  description: 'For administrators, where the server sends no mail. The link works once and for one hour.',
  params: Type.Object({ memberId: Type.String() }),
  answers: { 200: Invitation },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const passwordOperations = [changePassword, requestPasswordReset, resetPassword, createPasswordReset] as const
