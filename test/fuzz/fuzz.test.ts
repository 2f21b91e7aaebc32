import { Agent, request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openApiOf, operations } from '../../packages/core/src/contract/index.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { endAll } from '../faults/processes.ts'
import { createAnswerCheck, type FuzzAnswer } from './answers.ts'
import { type FuzzHouse, openFuzzHouse } from './house.ts'
import { createRandom } from './random.ts'
import { createRequests, type FuzzRequest, operationsOfDocument } from './requests.ts'
import type { Json } from './schema-values.ts'
import { createSeenValues } from './seen-values.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const seed = Number(process.env.OCTAVO_FUZZ_SEED ?? 1)
const atOnce = 4

afterAll(endAll)

describeStores('any request to any operation', (openStore, engine) => {
  // The embedded store carries the long run; PostgreSQL shows that the answers do not hang on the store.
  const wanted = isDeep ? (engine === 'sqlite' ? 20_000 : 2_000) : engine === 'sqlite' ? 400 : 100
  const count = Number(process.env.OCTAVO_FUZZ_COUNT ?? wanted)

  test(`gets an answer that the contract promises (${count} requests, seed ${seed})`, {
    timeout: 3_600_000,
  }, async () => {
    const house = await openFuzzHouse(await openStore.place({ isMigrated: false }))
    try {
      const outcome = await fuzz(house, count)
      if (process.env.OCTAVO_FUZZ_TELL) console.log(outcome)
      expect(outcome.problems).toEqual([])
      expect(house.bugs()).toEqual([])
      // A run that only meets refusals would prove little.
      expect(outcome.successes / outcome.requests).toBeGreaterThan(0.25)
      if (count >= 2_000) expect(outcome.neverSucceeded).toEqual([])
    } finally {
      await house.close()
    }
  })
})

/** What a bearer token and a body made from the schema do not open: sign-in, invitations, and edits that name ids of a draft. */
const needsMore = new Set(['signIn', 'signOut', 'getSession', 'postToken', 'applyDraftEdits', 'acceptInvitation'])

async function fuzz(house: FuzzHouse, count: number) {
  const random = createRandom(seed)
  const seen = createSeenValues(random)
  // As a client reads it: text, and back.
  const document = JSON.parse(JSON.stringify(openApiOf(operations, 'fuzz'))) as Json
  const all = operationsOfDocument(document)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const tokens = await Promise.all(house.clients.map((client) => tokenOf(house.url, client)))
  const kept = new Set(house.clients.flatMap(({ memberId, clientId }) => [memberId, clientId]))
  // The administrator asks most: much of the contract is for administrators alone.
  const administrator = tokens[0] ?? ''
  const callers = { tokens: [administrator, administrator, administrator, ...tokens], kept }
  const requestFor = createRequests({ document, random, seen, callers })
  const problemsOf = createAnswerCheck(document)
  const problems = new Map<string, string>()
  const succeeded = new Set<string>()
  let successes = 0
  let sent = 0

  const exchange = async (request: FuzzRequest) => {
    const answer = await send(agent, house.url, request)
    for (const problem of problemsOf(request, answer)) {
      const key = `${request.operation.id}: ${problem}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      if (!problems.has(key)) problems.set(key, `${key}\n  ${toldOf(request)}`)
    }
    if (answer.status >= 300) return
    successes += 1
    succeeded.add(request.operation.id)
    if (String(answer.headers['content-type']).startsWith('application/json') && answer.body.length < 500_000) {
      seen.learn(JSON.parse(answer.body.toString('utf8') || 'null'), request.params)
    }
  }

  // Lists first, so that there are ids to ask for.
  for (const operation of all.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    await exchange({
      operation,
      method: 'GET',
      url: operation.path,
      headers: { authorization: `Bearer ${tokens[0]}` },
      body: null,
      params: {},
    })
  }
  while (sent < count) {
    const batch = Array.from({ length: atOnce }, () => requestFor(random.pick(all)))
    sent += batch.length
    await Promise.all(batch.map(exchange))
  }
  agent.destroy()
  return {
    problems: [...problems.values()],
    requests: sent,
    successes,
    neverSucceeded: all.filter(({ id }) => !succeeded.has(id) && !needsMore.has(id)).map(({ id }) => id),
  }
}

async function tokenOf(url: string, client: { clientId: string; clientSecret: string }): Promise<string> {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  const answer = await fetch(`${url}/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
  if (answer.status !== 200) throw new Error(`No token: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

function send(agent: Agent, url: string, request: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url)
  const { method, headers, body } = request
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new Error(`No answer: ${error.message}\n  ${toldOf(request)}`))
    const sending = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: request.url,
        headers: { ...headers, ...(body === null ? {} : { 'content-length': String(body.length) }) },
        timeout: 30_000,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', failed)
        answer.on('end', () => {
          const bytes = Buffer.concat(parts)
          const isPacked = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: isPacked ? gunzipSync(bytes) : bytes,
          })
        })
      },
    )
    sending.on('timeout', () => sending.destroy(new Error('it took half a minute')))
    sending.on('error', failed)
    sending.end(body ?? undefined)
  })
}

function toldOf({ method, url, headers, body }: FuzzRequest): string {
  const { authorization: _secret, ...shown } = headers
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${body?.toString('utf8').slice(0, 1_500) ?? ''}`
}
