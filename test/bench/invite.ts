import { performance } from 'node:perf_hooks'

const members = 1_000

/** Milliseconds to invite a thousand members in one request; `call` sends one to a running server. */
export async function inviteBench(
  call: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<number> {
  const body = {
    members: Array.from({ length: members }, (_, index) => ({
      email: `invited${index}@bench.example`,
      firstName: `First ${index}`,
      lastName: 'Invited',
      memberType: index % 2 ? 'View' : 'Analyze',
    })),
  }
  const started = performance.now()
  const answer = await call('POST', '/v2/members:batchCreate', body)
  const took = performance.now() - started
  const { entries } = answer as { entries?: unknown[] }
  if (entries?.length !== members) throw new Error(JSON.stringify(answer).slice(0, 400))
  return took
}
