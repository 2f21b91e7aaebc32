import { connect, createServer, type Socket } from 'node:net'

export interface TestProxy {
  port: number
  /** From now on bytes are silently dropped. */
  stopResponding(): void
  /** Breaks the connection after this text was forwarded to the server. */
  cutAfter(text: string | null): void
  /** Breaks every connection, and refuses new ones until it is opened again. */
  shut(): void
  open(): void
  close(): void
}

/** A proxy to a server on this machine whose connections can be broken. */
export async function openTestProxy(port: number): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'shut' = 'open'
  let cutAt: string | null = null
  const server = createServer((near) => {
    if (state === 'shut') return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => (socket === near ? far : near).destroy())
    }
    near.on('data', (bytes) => {
      if (state === 'silent') return
      far.write(bytes)
      if (cutAt !== null && bytes.includes(cutAt)) near.destroy()
    })
    far.on('data', (bytes) => {
      if (state !== 'silent' && !near.destroyed) near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stopResponding() {
      state = 'silent'
    },
    cutAfter(text) {
      cutAt = text
    },
    shut() {
      state = 'shut'
      endAll()
    },
    open() {
      state = 'open'
    },
    close() {
      endAll()
      server.close()
    },
  }
}
