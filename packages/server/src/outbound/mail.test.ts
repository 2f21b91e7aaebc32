import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Secret } from '../config/index.ts'
import { createMailSender } from './mail.ts'
import { startMailServer } from './testing.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

const mail = { to: 'ann@example.com', subject: 'Grüße, ☃', text: 'One line\n.\nand another with umlauts: äöü\n' }

test('a mail arrives completely, sent with the user and password of the server address', async () => {
  const server = await startMailServer()
  open.push(server)
  const smtpUrl = new Secret(`smtp://me:pass%20word@127.0.0.1:${server.port}`)
  await createMailSender({ smtpUrl, from: 'Octavo <octavo@example.com>' })?.(mail)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({
    from: 'octavo@example.com',
    to: ['ann@example.com'],
    login: { user: 'me', password: 'pass word' },
    subject: mail.subject,
    text: mail.text.trimEnd(),
  })
})

test('an address cannot add recipients or headers', async () => {
  const server = await startMailServer()
  open.push(server)
  const send = createMailSender({ smtpUrl: new Secret(`smtp://127.0.0.1:${server.port}`), from: 'o@example.com' })
  await send?.({ ...mail, to: 'a@example.com', subject: 'x\r\nBcc: b@example.com' })
  expect(server.mails[0]?.to).toEqual(['a@example.com'])
  expect(server.mails[0]?.raw).not.toMatch(/^bcc:/im)
})

test('a server that rejects the mail, or does not respond, is an error', async () => {
  const refusing = await startMailServer({ refuse: 'bad@example.com' })
  open.push(refusing)
  const send = createMailSender({ smtpUrl: new Secret(`smtp://127.0.0.1:${refusing.port}`), from: 'o@example.com' })
  await expect(send?.({ ...mail, to: 'bad@example.com' })).rejects.toThrow('550')
  const port = await closedPort()
  const away = createMailSender({ smtpUrl: new Secret(`smtp://127.0.0.1:${port}`), from: 'o@example.com' })
  await expect(away?.(mail)).rejects.toThrow()
})

test('without a configured server there is no sender', () => {
  expect(createMailSender({ smtpUrl: null, from: 'o@example.com' })).toBeNull()
})

async function closedPort(): Promise<number> {
  const server = createServer((_socket: Socket) => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
