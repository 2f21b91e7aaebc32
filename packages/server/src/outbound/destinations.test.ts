import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createDestinations, DestinationRefused } from './index.ts'

/** Every notation of an address inside: this machine, private and link-local networks, metadata services of clouds. */
const inside = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  'localhost',
  'LOCALHOST',
  '10.0.0.1',
  '10.255.255.255',
  '10.1',
  '167772161',
  '0xa000001',
  '012.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '172.17.0.2',
  '2886729729',
  '192.0.0.192',
  '192.168.0.1',
  '192.168.255.255',
  '3232235521',
  '0xc0a80001',
  '0300.0250.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::FFFF:169.254.169.254',
  '::ffff:c0a8:1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'ff02::1',
]

function connect(destinations: ReturnType<typeof createDestinations>, host: string, port: number): Promise<string> {
  return new Promise((answered, failed) => {
    const socket = destinations.socket()
    socket.once('error', failed)
    socket.once('data', (data) => {
      socket.destroy()
      answered(String(data))
    })
    socket.connect(port, host)
  })
}

describe('destinations', () => {
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer((socket) => socket.end('inside'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address && typeof address === 'object') port = address.port
  })
  afterAll(() => server.close())

  it.each(inside)('refuse %s', async (host) => {
    const destinations = createDestinations({ allowed: [] })
    const error = await connect(destinations, host, port).catch((caught: unknown) => caught)
    // The system's resolver rejects some forms as names; none of them connects to anything.
    if (!(error instanceof DestinationRefused)) expect(error).toMatchObject({ syscall: 'getaddrinfo' })
  })

  test('at least sixty notations are tried, and nearly all are understood', async () => {
    const destinations = createDestinations({ allowed: [] })
    const errors = await Promise.all(inside.map((host) => connect(destinations, host, port).catch((error) => error)))
    expect(errors.length).toBeGreaterThanOrEqual(60)
    expect(errors.filter((error) => error instanceof DestinationRefused).length).toBeGreaterThan(50)
  })

  it.each([
    { allowed: ['127.0.0.1'], host: '127.0.0.1' },
    { allowed: ['127.0.0.0/8'], host: '127.0.0.1' },
    { allowed: ['localhost'], host: 'LocalHost' },
    { allowed: ['10.0.0.0/8', '127.0.0.1'], host: 'localhost' },
  ])('accept $host when $allowed is allowed', async ({ allowed, host }) => {
    expect(await connect(createDestinations({ allowed }), host, port)).toBe('inside')
  })

  it.each([
    { allowed: ['10.0.0.0/8'], host: '127.0.0.1' },
    { allowed: ['127.0.0.2'], host: '127.0.0.1' },
    { allowed: ['db.example.com'], host: 'localhost' },
  ])('refuse $host when only $allowed is allowed', async ({ allowed, host }) => {
    await expect(connect(createDestinations({ allowed }), host, port)).rejects.toBeInstanceOf(DestinationRefused)
  })

  test('a name that resolves differently the second time is still checked', async () => {
    const answers = ['93.184.216.34', '127.0.0.1']
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }]
    const destinations = createDestinations({ allowed: [], resolve })
    await destinations.assertAllowed('rebind.example.com')
    await expect(connect(destinations, 'rebind.example.com', port)).rejects.toThrow(
      '"rebind.example.com" leads to 127.0.0.1, which lies inside the network of this server. The operator may allow it: OCTAVO_ALLOWED_DESTINATIONS=rebind.example.com',
    )
  })

  test('of a name with public and private addresses only the public ones are used', async () => {
    const resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '93.184.216.34', family: 4 },
    ]
    await createDestinations({ allowed: [], resolve }).assertAllowed('both.example.com')
  })

  it.each(['10.0.0.0/33', 'a b', '1.2.3.4/8/9', '-x', 'http://host', ''])('know no entry "%s"', (entry) => {
    expect(() => createDestinations({ allowed: [entry] })).toThrow('neither a host name')
  })
})
