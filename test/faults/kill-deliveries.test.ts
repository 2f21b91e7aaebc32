import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '../../packages/server/src/outbound/testing.ts'
import { startSlack } from '../../packages/server/src/services/schedules/destinations/slack/testing.ts'
import {
  startStoragePeer,
  testBucket,
  testKey,
} from '../../packages/server/src/services/schedules/destinations/storage/testing.ts'
import { describeStores } from '../../packages/server/src/store/testing.ts'
import {
  endAll,
  isDeep,
  isWhole,
  openLedger,
  prepareServer,
  rounds,
  type ServerProcess,
  signIn,
  startServer,
  timeLimitMs,
} from './processes.ts'

afterAll(endAll)

type Headers = Record<string, string>

describeStores('a server that is killed while it delivers', (openStore) => {
  test(
    'delivers everything to every destination, and nothing twice under two keys',
    async () => {
      const place = await openStore.place({ isMigrated: false })
      const peers = await startPeers()
      const env = {
        OCTAVO_SAMPLE: 'on',
        OCTAVO_SAMPLE_DATE: '2026-06-30',
        OCTAVO_SMTP_URL: `smtp://127.0.0.1:${peers.mail.port}`,
        OCTAVO_SLACK_URL: peers.slack.url,
        OCTAVO_ALLOWED_DESTINATIONS: '127.0.0.1',
        // A busy machine may delay a process for a second: it must not lose its jobs because of that.
        FAULTS_LEASE_MS: '2500',
      }
      let server = await startServer(place, env)
      const headers = await signIn(server)
      const work = await prepareWork(server, headers, peers)

      // The first round of each format is not killed: it shows how long a round takes, after the drawing process was started.
      const usualMs: number[] = []
      const downloads: string[] = []
      if (kinds.length > 1) await work.download(server, await work.export(server, kindOf(1)))
      for (let round = 0; round < kinds.length; round += 1) {
        const startedAt = performance.now()
        await work.ask(server, round)
        await work.settled(server)
        usualMs.push(performance.now() - startedAt)
        expect(contentOf(peers, round), `round ${round}`).toEqual(await confirmed(place, round))
        downloads.push(await work.download(server, await work.export(server, kindOf(round))))
      }
      expect(contentOf(peers, 0).mail).toBe(downloads[0])

      const count = rounds(250, 3)
      let interrupted = 0
      const killedAt = performance.now()
      for (let round = kinds.length; round < kinds.length + count; round += 1) {
        const exported = work.export(server, kindOf(round)).catch(() => null)
        const asked = work.ask(server, round).catch(() => null)
        // Waits for the first promise, because a kill without accepted work tests nothing.
        await Promise.race([exported, asked])
        await server.killAfter(Math.random() * (usualMs[round % kinds.length] ?? 0))
        const queryId = await exported
        const isConfirmed = (await asked) !== null
        interrupted += await openRuns(place)
        server = await startServer(place, env)
        prepareServer()
        await work.settled(server)
        if (queryId !== null) {
          const file = await work.download(server, queryId)
          // Rows are the same bytes each time; the other formats contain the time at which they were made.
          if (kindOf(round).isRows) expect(file, `round ${round}`).toBe(downloads[round % kinds.length])
        }
        // A send that was not promised may have happened or not, but not partially.
        if (isConfirmed || mailsOf(peers, round).length > 0) {
          expect(contentOf(peers, round), `round ${round}`).toEqual(await confirmed(place, round))
        }
      }

      const secondsOfKill = (performance.now() - killedAt) / 1000 / count
      const ledger = await openLedger(place)
      const sent = await ledger.rows<{ id: string; config: string }>('select id, config from schedules')
      const runs = await ledger.rows<{ id: string; schedule_id: string; state: string }>(
        'select id, schedule_id, state from schedule_runs',
      )
      const deliveries = await ledger.rows<{ state: string }>('select state from schedule_deliveries')
      await ledger.close()
      await server.kill()
      const repeats = repeatsOf(peers)
      const summary = `${count} kills, ${secondsOfKill.toFixed(1)} s each: ${sent.length} sends`
      console.info(`${summary}, ${interrupted} open when the server died, ${repeats}`)
      expect(interrupted).toBeGreaterThan(0)
      expect(runs).toHaveLength(sent.length)
      expect(runs.filter(({ state }) => state !== 'success')).toEqual([])
      const numbers = sent.map(({ config }) => roundOf(config))
      expect(new Set(numbers).size).toBe(sent.length)
      const expected = numbers.reduce((sum, round) => sum + kindOf(round).places.length, 0)
      expect(deliveries.map(({ state }) => state)).toEqual(Array(expected).fill('sent'))
      for (const [index, round] of numbers.entries()) {
        const runId = runs.find(({ schedule_id }) => schedule_id === sent[index]?.id)?.id ?? ''
        expect(contentOf(peers, round), `round ${round}`).toEqual(await confirmed(place, round))
        expect(keysOf(peers, round), `round ${round}`).toEqual({
          mail: [runId],
          webhook: [expect.stringMatching(runId)],
        })
      }
      expect(peers.storage.objects.size).toBe(
        numbers.filter((round) => kindOf(round).places.includes('storage')).length,
      )
      expect(await isWhole(place)).toBe(true)
      await peers.close()
    },
    timeLimitMs(3 * 3_600_000, 300_000),
  )
})

type Peers = Awaited<ReturnType<typeof startPeers>>

/** A mail server, a webhook receiver, Slack and an object store, which outlive the killed server. */
async function startPeers() {
  const mail = await startMailServer()
  const hook = await startReceiver()
  const slack = await startSlack()
  const storage = await startStoragePeer()
  return {
    mail,
    hook,
    slack,
    storage,
    async close() {
      await Promise.all([mail.close(), hook.close(), slack.close(), storage.close()])
    },
  }
}

/** Stores the webhooks that it received completely, with the key by which a receiver recognizes a repetition. */
async function startReceiver() {
  const received: { key: string; body: string }[] = []
  const server = createServer((request, response) => {
    void wholeBodyOf(request).then((body) => {
      if (body === null) return
      received.push({ key: String(request.headers['octavo-delivery']), body })
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => new Promise((done) => server.close(done)) }
}

/** One character for each byte; null when the sender died before the end. */
async function wholeBodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Requests a file of a chart of the sample, to be downloaded and to be sent to all destinations. */
async function prepareWork(server: ServerProcess, headers: Headers, peers: Peers) {
  const settings = '/v2/organizations/settings'
  const slack = await server.request('PUT', `${settings}/slack`, { token: 'xoxb-good' }, headers)
  const bucket = { bucket: testBucket, region: 'us-east-1', endpoint: peers.storage.url, isPathStyle: true, ...testKey }
  const storage = await server.request('PUT', `${settings}/storages/lake`, bucket, headers)
  expect([slack.status, storage.status]).toEqual([200, 200])
  const workbooks = await server.request('GET', '/v2/workbooks', undefined, headers)
  const { workbookId = '' } = entryOf(workbooks.body)
  const path = `/v2/workbooks/${workbookId}`
  const elements = await server.request('GET', `${path}/pages/overview/elements`, undefined, headers)
  const { elementId } = entryOf(elements.body, ({ vizualizationType }) => vizualizationType === 'line')
  const places = (round: number) => ({
    mail: { type: 'email', email: 'board@example.com' },
    webhook: { type: 'webhook', webhookUrl: peers.hook.url },
    slack: { type: 'slackChannel', slackConversationId: 'C01' },
    storage: {
      type: 'workbook-cloud-export',
      workbookCloudExport: { authorization: 'lake', uri: `s3://${testBucket}/${nameOf(round)}.csv` },
    },
  })
  const request = async (running: ServerProcess, method: string, rest: string, body?: unknown) => {
    const answer = await running.request(method, `${path}/${rest}`, body, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  return {
    async export(running: ServerProcess, { download }: Kind): Promise<string> {
      const job = await request(running, 'POST', 'export', { elementId, format: download })
      return (job as { queryId: string }).queryId
    },
    /** The hash of the file, which has to be the one that the server promises with it. */
    async download(running: ServerProcess, queryId: string): Promise<string> {
      for (;;) {
        const answer = await fetch(`${running.url}/v2/query/${queryId}/download`, { headers })
        const body = Buffer.from(await answer.arrayBuffer())
        if (answer.status === 200) {
          expect(answer.headers.get('x-octavo-sha256')).toBe(hashOf(body))
          return hashOf(body)
        }
        expect([answer.status, body.toString()]).toEqual([204, ''])
        await pause(20)
      }
    },
    ask: (running: ServerProcess, round: number) =>
      request(running, 'POST', 'send', {
        targets: kindOf(round).places.map((place) => places(round)[place]),
        attachments: [{ formatOptions: kindOf(round).send, source: { type: 'element', elementId } }],
        config: { title: nameOf(round), messageBody: '', includeLink: false },
      }),
    async settled(running: ServerProcess): Promise<void> {
      for (;;) {
        const body = (await request(running, 'GET', 'sends?limit=1')) as { entries: { state: string }[] }
        if (!body.entries.some(({ state }) => state === 'waiting' || state === 'running')) return
        await pause(20)
      }
    },
  }
}

interface Kind {
  /** As downloads and as sends name the format. */
  download: { type: string; layout?: string }
  send: { type: string; layout?: string }
  places: readonly Place[]
  isRows: boolean
}
type Place = 'mail' | 'webhook' | 'slack' | 'storage'

const messages = ['mail', 'webhook', 'slack'] as const

/** What the rounds export and send in turn, and where to: storages accept CSV alone. */
const allKinds: readonly [Kind, ...Kind[]] = [
  { download: { type: 'csv' }, send: { type: 'CSV' }, places: [...messages, 'storage'], isRows: true },
  {
    download: { type: 'pdf', layout: 'portrait' },
    send: { type: 'PDF', layout: 'portrait' },
    places: messages,
    isRows: false,
  },
  { download: { type: 'xlsx' }, send: { type: 'EXCEL' }, places: messages, isRows: false },
  { download: { type: 'json' }, send: { type: 'JSON' }, places: messages, isRows: true },
  { download: { type: 'jsonl' }, send: { type: 'JSONL' }, places: messages, isRows: true },
  { download: { type: 'png' }, send: { type: 'PNG' }, places: messages, isRows: false },
]
/** Drawing a report takes seconds on a slow machine, so `npm test` sends CSV alone. */
const kinds = isDeep ? allKinds : allKinds.slice(0, 1)
const kindOf = (round: number): Kind => kinds[round % kinds.length] ?? allKinds[0]

const nameOf = (round: number): string => `Round ${round}.`
const roundOf = (config: string): number => Number(/Round (\d+)/.exec(config)?.[1])
const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

function entryOf(list: unknown, isIt: (entry: Record<string, string>) => boolean = () => true): Record<string, string> {
  const found = (list as { entries: Record<string, string>[] }).entries.find(isIt)
  if (!found) throw new Error('The sample is not what the test needs.')
  return found
}

async function openRuns(place: Parameters<typeof openLedger>[0]): Promise<number> {
  const ledger = await openLedger(place)
  const open = await ledger.rows("select id from schedule_runs where state in ('waiting', 'running')")
  await ledger.close()
  return open.length
}

const mailsOf = ({ mail }: Peers, round: number) => mail.mails.filter(({ subject }) => subject === nameOf(round))
const hooksOf = ({ hook }: Peers, round: number) => hook.received.filter(({ body }) => body.includes(nameOf(round)))
const postsOf = ({ slack }: Peers, round: number) => slack.posts.filter(({ text }) => text.includes(nameOf(round)))

/** The hash of the file that was sent to each place in a round, according to the ledger. */
async function confirmed(place: Parameters<typeof openLedger>[0], round: number) {
  const ledger = await openLedger(place)
  const schedules = await ledger.rows<{ id: string; config: string }>('select id, config from schedules')
  const files = await ledger.rows<{ schedule_id: string; files: string | null }>(
    'select schedule_id, files from schedule_deliveries',
  )
  await ledger.close()
  const asked = schedules.find(({ config }) => roundOf(config) === round)?.id
  const sent = files.filter(({ schedule_id }) => schedule_id === asked)
  expect(sent, `round ${round}`).toHaveLength(kindOf(round).places.length)
  const hashes = sent.flatMap((each) =>
    (JSON.parse(each.files ?? '[]') as { sha256: string }[]).map((file) => file.sha256),
  )
  const [hash] = hashes
  // Storages have a file of their own; the others get the same one.
  expect(hashes, `round ${round}`).toEqual(Array(kindOf(round).places.length).fill(hash))
  return Object.fromEntries(kindOf(round).places.map((name) => [name, hash]))
}

/** The hash of the file that each place received in a round, which must be the same for repetitions. */
function contentOf(peers: Peers, round: number) {
  const object = peers.storage.objects.get(`${nameOf(round)}.csv`)
  const only = (found: string[]) => {
    const hashes = [...new Set(found)]
    return hashes.length === 1 ? hashes[0] : hashes
  }
  return {
    mail: only(mailsOf(peers, round).map(({ raw }) => hashOf(attachmentIn(raw)))),
    webhook: only(hooksOf(peers, round).map(({ body }) => hashOf(fileIn(body)))),
    slack: only(postsOf(peers, round).flatMap(({ files }) => files.map(({ sha256 }) => sha256))),
    ...(object ? { storage: hashOf(object.body) } : {}),
  }
}

/** The bytes of the only file of a webhook. */
function fileIn(body: string): Buffer {
  const part = /filename="[^\r]*\r\nContent-Type: [^\r]*\r\n\r\n(.*?)\r\n--octavo-/s.exec(body)?.[1] ?? ''
  return Buffer.from(part, 'latin1')
}

/** The bytes of the only attachment of a mail. */
function attachmentIn(raw: string): Buffer {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? []
  const part = raw.split(`--${boundary}`).find((each) => /content-disposition: attachment/i.test(each)) ?? ''
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64')
  return Buffer.from(body)
}

/** The keys by which receivers recognize repetitions, each once. */
function keysOf(peers: Peers, round: number) {
  const keys = (found: string[]) => [...new Set(found)]
  return {
    mail: keys(mailsOf(peers, round).map(({ raw }) => /^message-id: *<([^@]+)@/im.exec(raw)?.[1] ?? '')),
    webhook: keys(hooksOf(peers, round).map(({ key }) => key)),
  }
}

/** How often each place received the same again. */
function repeatsOf({ mail, hook, slack }: Peers): string {
  const again = (keys: readonly string[]) => keys.length - new Set(keys).size
  const mails = again(mail.mails.map(({ subject }) => subject))
  const hooks = again(hook.received.map(({ key }) => key))
  const posts = again(slack.posts.map(({ text }) => /Round \d+\./.exec(text)?.[0] ?? ''))
  return `sent once more: ${mails} mails, ${hooks} webhooks, ${posts} Slack messages`
}
