import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** A message in a conversation. */
export interface SlackPost {
  channel: string
  text: string
  /** `sha256` of its bytes; the content is meaningless for binary files. */
  files: { title: string; content: string; sha256: string }[]
}

interface Fault {
  method: string
  status?: number
  error?: string
  retryAfter?: number
}

/**
 * A fake Slack: one workspace with the bot `reports`, the channel C01 and the member U01. It shows files when all are uploaded, like Slack,
 * and fails once for each entry of `faults`.
 */
export async function startSlack() {
  const posts: SlackPost[] = []
  const faults: Fault[] = []
  const uploads = new Map<string, { name: string; length: number; content: Buffer | null }>()
  const calls: string[] = []

  const methods: Record<string, (fields: URLSearchParams) => object> = {
    'auth.test': () => ({ ok: true, team: 'Acme', user: 'reports' }),
    'conversations.open': (fields) =>
      fields.get('users') === 'U01' ? { ok: true, channel: { id: 'D01' } } : { ok: false, error: 'user_not_found' },
    'chat.postMessage': (fields) => {
      const channel = fields.get('channel') ?? ''
      if (!['C01', 'D01'].includes(channel)) return { ok: false, error: 'channel_not_found' }
      posts.push({ channel, text: fields.get('text') ?? '', files: [] })
      return { ok: true }
    },
    'files.getUploadURLExternal': (fields) => {
      const id = `F${uploads.size + 1}`
      uploads.set(id, { name: fields.get('filename') ?? '', length: Number(fields.get('length')), content: null })
      return { ok: true, upload_url: `${origin}/upload/${id}`, file_id: id }
    },
    'files.completeUploadExternal': (fields) => {
      const channel = fields.get('channel_id') ?? ''
      if (!['C01', 'D01'].includes(channel)) return { ok: false, error: 'channel_not_found' }
      const files = (JSON.parse(fields.get('files') ?? '[]') as { id: string; title: string }[]).map(
        ({ id, title }) => {
          const upload = uploads.get(id)
          const isWhole = upload?.content?.byteLength === upload?.length
          const bytes = upload?.content ?? Buffer.alloc(0)
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          return { title, content: bytes.toString(), sha256, isWhole }
        },
      )
      if (!files.every(({ isWhole }) => isWhole)) return { ok: false, error: 'file_upload_incomplete' }
      const shown = files.map(({ title, content, sha256 }) => ({ title, content, sha256 }))
      posts.push({ channel, text: fields.get('initial_comment') ?? '', files: shown })
      return { ok: true, files: [] }
    },
  }

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const [, first = '', second = ''] = (request.url ?? '').split('/')
    const method = first === 'upload' ? 'upload' : second
    calls.push(method)
    const place = faults.findIndex((fault) => fault.method === method)
    const [fault] = place < 0 ? [] : faults.splice(place, 1)
    if (fault?.status) {
      response.writeHead(
        fault.status,
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
      )
      return response.end('not now')
    }
    if (first === 'upload') {
      const upload = uploads.get(second)
      if (upload) upload.content = body
      return response.end('OK')
    }
    response.setHeader('content-type', 'application/json')
    const isKnown = request.headers.authorization === 'Bearer xoxb-good'
    const answer = fault?.error
      ? { ok: false, error: fault.error }
      : isKnown
        ? (methods[second]?.(new URLSearchParams(body.toString())) ?? { ok: false, error: 'unknown_method' })
        : { ok: false, error: 'invalid_auth' }
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url: `${origin}/api`, posts, faults, calls, close: () => new Promise((done) => server.close(done)) }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
