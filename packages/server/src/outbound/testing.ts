import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  login: { user: string; password: string } | null
  subject: string
  text: string
  raw: string
}

export interface TestMailServer {
  port: number
  mails: ReceivedMail[]
  close(): Promise<void>
}

/** A mail server on this machine that speaks SMTP (RFC 5321) and stores the mails that it receives. */
export async function startMailServer({ refuse }: { refuse?: string } = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, mails, refuse)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function converse(socket: Socket, mails: ReceivedMail[], refuse: string | undefined): void {
  let pending = ''
  let from = ''
  let to: string[] = []
  let login: ReceivedMail['login'] = null
  let data: string[] | null = null
  const say = (line: string) => socket.write(`${line}\r\n`)
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
  say('220 test ESMTP')
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1')
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (data) {
        if (line !== '.') {
          data.push(line.startsWith('.') ? line.slice(1) : line)
          continue
        }
        mails.push({ from, to, login, ...read(data) })
        data = null
        say('250 taken')
        continue
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (verb === 'AUTH') {
        const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
        login = { user, password }
        say('235 welcome')
      } else if (verb === 'MAIL') {
        from = addressIn(line)
        to = []
        say('250 ok')
      } else if (verb === 'RCPT') {
        if (addressIn(line) === refuse) say('550 nobody here')
        else {
          to.push(addressIn(line))
          say('250 ok')
        }
      } else if (verb === 'DATA') {
        data = []
        say('354 go on')
      } else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
  })
}

/** Subject and text of a mail of one part (RFC 5322, 2045, 2047). */
function read(lines: readonly string[]): Pick<ReceivedMail, 'subject' | 'text' | 'raw'> {
  const raw = lines.join('\r\n')
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const encoding = /^content-transfer-encoding: *(.+)$/im.exec(headers)?.[1]?.trim().toLowerCase()
  const subject = /^subject: *(.*)$/im.exec(headers)?.[1]?.trim() ?? ''
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1')
  return { raw, subject: decodedWords(subject), text: bytes.toString('utf8').replace(/\r\n/g, '\n').trimEnd() }
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const decodedWords = (text: string): string =>
  text
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replace(/_/g, ' ')).toString('utf8'),
    )
