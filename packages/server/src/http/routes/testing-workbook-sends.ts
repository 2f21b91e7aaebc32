import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Send } from '@octavo/core/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Mail } from '../../outbound/index.ts'
import type { OpenStore } from '../../store/testing.ts'
import { type Role, useServer } from '../testing.ts'
import { buildTestServices, crossedOrders, smallRetail, smallWorkbook, type TestServices } from './testing.ts'

export const csv = { formatOptions: { type: 'CSV' }, source: { type: 'element', elementId: 'orders' } }
export const smallest = {
  targets: [{ type: 'email', email: 'reader@example.com' }],
  config: { title: 'Orders', messageBody: 'Good morning' },
  attachments: [csv],
}

interface SentMail {
  to: string[]
  subject: string
  text: string
  files: Map<string, string>
  bytes: Map<string, Buffer>
}

interface Given {
  /** The webhook that receives files. It never responds at `/hangs`. */
  hookUrl: string
  /** Whether the webhook refuses them at `/refuses`. */
  isRefused: boolean
  documents: TestServices
  workbookId: string
  /** The mail server answers after this. */
  hold: Promise<void> | undefined
}

/** A workbook that the analyst and the viewer may send, a mail server and a webhook that record what they receive. */
export function useSends(openStore: OpenStore) {
  const mails: SentMail[] = []
  const hooked: { body: string; delivery: string }[] = []
  let hook: Server
  const given: Given = { hookUrl: '', isRefused: true, workbookId: '', hold: undefined, documents: undefined as never }

  async function keep({ to, subject, text, files = [] }: Mail) {
    const read = await Promise.all(files.map(async ({ name, content }) => [name, await buffer(content)] as const))
    const texts = read.map(([name, bytes]) => [name, bytes.toString()] as const)
    mails.push({ to: [to].flat(), subject, text, files: new Map(texts), bytes: new Map(read) })
    const nobodies = [to].flat().filter((address) => address.startsWith('nobody'))
    await given.hold
    return { refused: nobodies.map((address) => ({ address, answer: '550 No such user' })), answer: '250 Queued as 7' }
  }

  beforeAll(async () => {
    hook = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        hooked.push({
          body: Buffer.concat(chunks).toString(),
          delivery: String(request.headers['x-octavo-delivery']),
        })
        if (request.url === '/hangs') return
        response.writeHead(request.url === '/refuses' && given.isRefused ? 400 : 200).end()
      })
    })
    await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
    const address = hook.address()
    given.hookUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  const server = useServer(openStore, async (platform) => {
    const documents = buildTestServices(platform, { sendMail: keep })
    const connectionId = await documents.addConnection(smallRetail, { usableBy: ['builder', 'analyst'] })
    const spec = smallWorkbook(connectionId, platform.people.builder.homeFolderId) as {
      pages: { elements: { id: string; columns?: object[] }[] }[]
    }
    const orders = spec.pages[0]?.elements.find(({ id }) => id === 'orders')
    orders?.columns?.push({ id: 'o-who', formula: 'CurrentUserEmail()', name: 'Who' })
    const pages = [...spec.pages, { id: 'hidden', name: 'Hidden', visibility: 'hidden', elements: [crossedOrders] }]
    const builder = await documents.viewer('builder')
    const workbookId = (await documents.specs.create(builder, 'workbook', { ...spec, pages })).record.inode.id
    for (const role of ['analyst', 'viewer'] as const) await documents.share(workbookId, role, 'view')
    Object.assign(given, { documents, workbookId })
    return documents.routes
  })
  beforeEach(() => {
    mails.length = 0
    hooked.length = 0
  })
  afterAll(() => {
    hook.closeAllConnections()
    return new Promise((done) => hook.close(done))
  })

  const path = (rest = 'send') => `/v2/workbooks/${given.workbookId}/${rest}`
  async function send(change: object = {}, as: Role = 'analyst') {
    const answer = await server().request({ method: 'POST', path: path(), as, body: { ...smallest, ...change } })
    if (answer.status === 200) await given.documents.worker.runDue()
    return answer
  }
  async function sends(as: Role = 'analyst'): Promise<Send[]> {
    const { body } = await server().request({ method: 'GET', path: path('sends?limit=100'), as })
    return (body as { entries: Send[] }).entries
  }
  const lastSend = async (as?: Role) => (await sends(as))[0]
  const person = (role: Role) => {
    const found = server().platform.people[role as 'builder']
    return found
  }
  return { server, given, mails, hooked, path, send, sends, lastSend, person }
}
