import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openApiOf, operations } from '../../packages/core/src/contract/index.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import { endAll } from '../faults/processes.ts'
import { createAnswerCheck, type FuzzAnswer } from './answers.ts'
import { type FuzzPlatform, openFuzzPlatform } from './fuzz-platform.ts'
import { hintOf } from './hints.ts'
import { createRandom, type Random } from './random.ts'
import {
  createRequests,
  type FuzzOperation,
  type FuzzRequest,
  mayName,
  operationsOfDocument,
  resolverOf,
} from './requests.ts'
import type { Json } from './schema-values.ts'
import { createSeenValues, entriesOf, idIn } from './seen-values.ts'
import { createSequences, itemsOf } from './sequences.ts'

const isDeep = process.env.OCTAVO_DEEP === '1'
const seed = Number(process.env.OCTAVO_FUZZ_SEED ?? 1)
const atOnce = 4

afterAll(endAll)

describeStores('any request to any operation', (openStore, engine) => {
  // The embedded store has the long run; PostgreSQL shows that the responses do not depend on the store.
  const wanted = isDeep ? (engine === 'sqlite' ? 20_000 : 10_000) : engine === 'sqlite' ? 400 : 100
  const count = Number(process.env.OCTAVO_FUZZ_COUNT ?? wanted)

  test(`gets a response that the contract allows (${count} requests, seed ${seed})`, {
    timeout: 3_600_000,
  }, async () => {
    const platform = await openFuzzPlatform(await openStore.place({ isMigrated: false }))
    try {
      const outcome = await fuzz(platform, count)
      if (process.env.OCTAVO_FUZZ_PRINT) console.log(outcome)
      expect({ problems: outcome.problems, bugs: platform.bugs() }).toEqual({ problems: [], bugs: [] })
      // A run that only receives refusals would prove little.
      expect(outcome.successes / outcome.requests).toBeGreaterThan(0.25)
      if (count >= 2_000) expect(outcome.missing).toEqual([])
    } finally {
      await platform.close()
    }
  })
})

interface Exchanged {
  status: number
  isDone: boolean
  /** The response as JSON. */
  body: Json | null
  record: () => void
}

async function fuzz(platform: FuzzPlatform, count: number) {
  const random = createRandom(seed)
  const seen = createSeenValues()
  // As a client reads it: serialized and parsed.
  const document = JSON.parse(JSON.stringify(openApiOf(operations, 'fuzz'))) as Json
  const all = operationsOfDocument(document)
  const items = itemsOf(all)
  const sequenceTo = createSequences(all, resolverOf(document))
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const tokens = await Promise.all(platform.clients.map((client) => tokenOf(platform.url, client)))
  const administrator = tokens[0] ?? ''
  const callers = {
    tokens: [administrator, administrator, administrator, ...tokens],
    administrator: platform.administrator,
    url: platform.url,
    builder: { memberId: platform.clients[1]?.memberId ?? '', token: tokens[1] ?? '' },
  }
  const kept = {
    callers: new Set(platform.clients.flatMap(({ memberId, clientId }) => [memberId, clientId])),
    sample: new Set<string>(),
  }
  const requestFor = createRequests({ document, seen, callers, kept })
  const problemsOf = createAnswerCheck(document)
  const problems = new Map<string, string>()
  const refusals = new Map<string, string>()
  /** Responses with status 500 and above, expected and unexpected ones. */
  const failures = new Set<string>()
  const waiting = new Set(all.flatMap(successesOf))
  let successes = 0
  let sent = 0

  /** One request and what is learned from it, applied when its whole batch is done, so that the order of responses does not matter. */
  async function exchange(request: FuzzRequest): Promise<Exchanged> {
    sent += 1
    const { operation, params } = request
    const answer = await send(agent, platform.url, request)
    for (const problem of problemsOf(request, answer)) {
      const key = `${operation.id}: ${problem}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      if (!problems.has(key)) problems.set(key, `${key}\n  ${describeRequest(request)}`)
    }
    if (answer.status >= 500) failures.add(answer.body.toString('utf8', 0, 400).replace(/"requestId":"[^"]*",/, ''))
    const isItself = request.method === operation.method
    if (answer.status >= 300 || !isItself) {
      if (request.isRight)
        refusals.set(
          operation.id,
          `${describeRequest(request)}\n  ${answer.status} ${answer.body.toString('utf8', 0, 500)}`,
        )
      return { status: answer.status, isDone: false, body: null, record: () => {} }
    }
    successes += 1
    waiting.delete(`${operation.id} ${answer.status}`)
    const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body.length < 500_000
    const body = isJson ? (JSON.parse(answer.body.toString('utf8') || 'null') as Json | null) : null
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    return {
      status: answer.status,
      isDone: true,
      body: cookie === undefined ? body : { ...body, cookie: cookie.split(';')[0] },
      record() {
        if (body !== null) seen.record(body, params, { list: operation.path, item: items.get(operation.path) })
        if (operation.method === 'DELETE') seen.forget(Object.values(params).at(-1) ?? '')
      },
    }
  }

  /** Several operations one after the other, each with the results of the previous ones. */
  async function follow(
    steps: readonly FuzzOperation[],
    manner: 'right' | 'any',
    own: Random,
  ): Promise<(() => void)[]> {
    const bound: Record<string, string> = {}
    const answers = new Map<string, Json>()
    const records: (() => void)[] = []
    const target = steps.at(-1)
    for (const step of steps) {
      const isTarget = step === target
      const request = requestFor(step, { random: own, manner: isTarget ? manner : 'right', bound, answers })
      let { status, isDone, body, record } = await exchange(request)
      const until = request.isRight ? hintOf(step).until : undefined
      for (let again = 0; until !== undefined && isDone && status !== until && again < 200; again += 1) {
        await pause(150)
        ;({ status, isDone, body, record } = await exchange(request))
      }
      records.push(record)
      if (!isDone) break
      if (body !== null) answers.set(step.id, body)
      Object.assign(bound, request.params, madeBy(step, body, target, bound))
    }
    return records
  }

  /** Ids for the path of the target from the response of a step. */
  function madeBy(
    step: FuzzOperation,
    body: Json | null,
    target: FuzzOperation | undefined,
    bound: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const made: Record<string, string> = {}
    const entry = entriesOf(body).at(-1) as Json | undefined
    for (const [, name = ''] of target?.path.matchAll(/\{(\w+)\}/g) ?? []) {
      const isItsList = target?.path.startsWith(`${step.path}/{${name}}`) === true
      const value =
        entry?.[name] ?? (entry && (isItsList || bound[name] === undefined) ? idOf(entry, name, isItsList) : undefined)
      if (typeof value === 'string' && mayName(kept, target?.method, value)) made[name] = value
    }
    return made
  }

  // Lists first, so that ids are known.
  for (const operation of all.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    const url = operation.path
    const headers = { authorization: `Bearer ${administrator}` }
    const { body, record } = await exchange({
      operation,
      method: 'GET',
      url,
      headers,
      body: null,
      params: {},
      isRight: false,
    })
    record()
    for (const id of idsOf(body)) kept.sample.add(id)
  }
  while (sent < count) {
    const tasks = Array.from({ length: atOnce }, () => {
      const own = createRandom(random.below(2 ** 32))
      const missing = all.filter((operation) => successesOf(operation).some((success) => waiting.has(success)))
      // Operations that have never succeeded are tried more often, with valid requests.
      const isHunt = missing.length > 0 && own.chance(0.4)
      const operation = own.pick(isHunt ? missing : all)
      const makes = own.chance(isHunt ? 0.6 : /GET|POST/.test(operation.method) ? 0.15 : 0.5)
      return follow(sequenceTo(operation, { makes }), isHunt ? 'right' : 'any', own)
    })
    for (const records of await Promise.all(tasks)) for (const record of records) record()
  }
  agent.destroy()
  const missing = [...waiting].map((success) => `${success}\n  ${refusals.get(success.split(' ')[0] ?? '') ?? ''}`)
  return { problems: [...problems.values()], requests: sent, successes, missing, failures: [...failures] }
}

/** By a longer name than the path's, or as `id` in an entry of its own list. */
function idOf(entry: Json, name: string, isItsList: boolean): string | undefined {
  const { id, ...others } = entry
  return idIn(isItsList ? entry : others, name)
}

/** The responses of an operation that a run must have received: all that are not errors. */
function successesOf({ id, definition }: FuzzOperation): string[] {
  const statuses = Object.keys(definition.responses as Json).filter((status) => /^2/.test(status))
  return statuses.map((status) => `${id} ${status}`)
}

/** All ids in a response. */
function idsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (/id$/i.test(name) ? [value] : []) : idsOf(value),
  )
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

/**
 * The response to a request. A stream of events may stay open for a day or longer, so its reader disconnects after the first event, like a
 * person closing a tab.
 */
function send(agent: Agent, url: string, request: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url)
  const { method, headers, body } = request
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new Error(`No answer: ${error.message}\n  ${describeRequest(request)}`))
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
        const answered = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: bodyOf(answer, Buffer.concat(parts)),
          })
        const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream')
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          if (!isEndless) return
          answered()
          answer.destroy()
        })
        answer.on('error', failed)
        answer.on('end', answered)
      },
    )
    sending.on('timeout', () => sending.destroy(new Error('it took half a minute')))
    sending.on('error', failed)
    sending.end(body ?? undefined)
  })
}

/** Decompressed, as far as it was read. */
function bodyOf({ headers }: IncomingMessage, bytes: Buffer): Buffer {
  if (headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes
  return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
}

function describeRequest({ method, url, headers, body }: FuzzRequest): string {
  const { authorization: _secret, ...shown } = headers
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)} ${body?.toString('utf8').slice(0, 1_500) ?? ''}`
}
