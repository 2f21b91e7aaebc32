import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface PeerRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Peer {
  /** Has no trailing slash. */
  url: string
  received: PeerRequest[]
  /** Handles all requests from now on; null echoes each request as JSON. */
  answer: ((request: PeerRequest, response: ServerResponse) => void) | null
  close(): Promise<void>
}

/** An HTTP server on this machine that records the requests it receives. */
export async function startPeer(): Promise<Peer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const received: PeerRequest = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
    peer.received.push(received)
    if (peer.answer) peer.answer(received, response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(received))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const peer: Peer = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received: [],
    answer: null,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return peer
}
