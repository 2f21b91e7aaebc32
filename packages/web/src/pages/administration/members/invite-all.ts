import type { NewMember, NewMemberAnswer } from '@octavo/core/contract'
import { ApiError, call } from '../../../api.ts'
import type { Failure } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import type { Outcome } from '../../data/run-all.ts'
import type { InvitationLine } from './parse-invitations.ts'

export type InvitationOutcome = Outcome<InvitationLine, NewMemberAnswer>
type Send = (members: readonly NewMember[]) => Promise<readonly NewMemberAnswer[]>

const atOnce = 500

/**
 * Invites everybody in batches. The server accepts a batch as a whole or not at all, and reports each invalid line; the
 * others are sent again without those lines.
 */
export async function inviteAll(
  lines: readonly InvitationLine[],
  onProgress: (finished: number) => void,
  send: Send = sendBatch,
): Promise<InvitationOutcome> {
  const outcome: InvitationOutcome = { done: [], failed: [] }
  for (let start = 0; start < lines.length; start += atOnce) {
    await inviteBatch(lines.slice(start, start + atOnce), send, outcome)
    onProgress(outcome.done.length + outcome.failed.length)
  }
  return outcome
}

async function inviteBatch(lines: readonly InvitationLine[], send: Send, { done, failed }: InvitationOutcome) {
  let waiting = lines
  while (waiting.length > 0) {
    try {
      const answers = await send(waiting.map(memberOf))
      for (const [place, item] of waiting.entries()) {
        const answer = answers[place]
        if (answer) done.push({ item, answer })
      }
      return
    } catch (error) {
      const wrong = error instanceof ApiError ? wrongLines(error) : new Map<number, Failure>()
      for (const [place, item] of waiting.entries()) {
        const failure = wrong.size > 0 ? wrong.get(place) : explain(error)
        if (failure) failed.push({ item, failure })
      }
      // Each round leaves out at least one line, so the loop ends.
      waiting = wrong.size > 0 ? waiting.filter((_, place) => !wrong.has(place)) : []
    }
  }
}

/** The problems of a batch by member; a problem without a member applies to all. */
function wrongLines({ code, problems }: ApiError): Map<number, Failure> {
  const wrong = new Map<number, Failure>()
  for (const { path, message, hint } of problems) {
    const place = /^members\[(\d+)\]/.exec(path)?.[1]
    if (place !== undefined) wrong.set(Number(place), { code, message, hint })
  }
  return wrong
}

function memberOf({ email, firstName, lastName, memberType, userKind, teams }: InvitationLine): NewMember {
  return {
    email,
    firstName,
    lastName,
    memberType,
    userKind,
    ...(teams.length > 0 && { addToTeams: teams.map(({ teamId }) => ({ teamId })) }),
  }
}

async function sendBatch(members: readonly NewMember[]): Promise<readonly NewMemberAnswer[]> {
  const body = { members }
  return (await call<{ entries: NewMemberAnswer[] }>('/v2/members:batchCreate', { method: 'POST', body })).entries
}
