import type { NewMember, NewMemberAnswer } from '@octavo/core/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api.ts'
import { inviteAll } from './invite-all.ts'
import type { InvitationLine } from './parse-invitations.ts'

const lineOf = (email: string, place: number): InvitationLine => ({
  line: place + 1,
  email,
  firstName: '',
  lastName: '',
  memberType: 'View',
  userKind: 'internal',
  teams: [],
  problems: [],
})
const answerOf = ({ email }: NewMember) => ({ email }) as NewMemberAnswer

/** Accepts a batch only when it contains no known member, like the server. */
const serverOf = (known: readonly string[], sent: number[]) => async (members: readonly NewMember[]) => {
  sent.push(members.length)
  const problems = members.flatMap(({ email }, place) =>
    known.includes(email) ? [{ path: `members[${place}]`, message: `${email} is a member already.` }] : [],
  )
  if (problems.length > 0) {
    throw new ApiError(400, { code: 'invalid_request', message: 'None was invited.', details: { problems } })
  }
  return members.map(answerOf)
}

describe('inviting many', () => {
  it('leaves out invalid lines, with the reasons, and invites all others', async () => {
    const sent: number[] = []
    const lines = ['a@x.org', 'known@x.org', 'b@x.org'].map(lineOf)
    const { done, failed } = await inviteAll(lines, () => undefined, serverOf(['known@x.org'], sent))
    expect(done.map(({ answer }) => answer.email)).toEqual(['a@x.org', 'b@x.org'])
    expect(failed).toMatchObject([{ item: { line: 2 }, failure: { message: 'known@x.org is a member already.' } }])
    expect(sent).toEqual([3, 2])
  })

  it('sends five hundred at once and reports its progress', async () => {
    const sent: number[] = []
    const finished: number[] = []
    const lines = Array.from({ length: 1100 }, (_, place) => lineOf(`m${place}@x.org`, place))
    const { done } = await inviteAll(lines, (count) => finished.push(count), serverOf([], sent))
    expect(done).toHaveLength(1100)
    expect(sent).toEqual([500, 500, 100])
    expect(finished).toEqual([500, 1000, 1100])
  })

  it('reports an error without a line for everybody of the batch', async () => {
    const refused = async () => {
      throw new ApiError(403, { code: 'forbidden', message: 'You may not invite.' })
    }
    const { done, failed } = await inviteAll(['a@x.org', 'b@x.org'].map(lineOf), () => undefined, refused)
    expect(done).toEqual([])
    expect(failed.map(({ failure }) => failure.message)).toEqual(['You may not invite.', 'You may not invite.'])
  })
})
