import { once as occurrence } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartupError } from '../config/index.ts'
import type { Serving } from './serving.ts'

/** Starts to listen, also on `authPort`, and returns the addresses. Throws StartupError when it may not. */
export async function listen(
  app: FastifyInstance,
  serving: Serving,
  { host, port, authPort = null }: { host: string; port: number; authPort?: number | null },
): Promise<{ url: string; port: number }> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw whyNotListening(error, host, port)
  })
  if (authPort !== null) serving.otherPorts.push(await listenToo(app.server, host, authPort))
  const address = app.server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  const url = urlOf(host, actual)
  serving.listeningUrl = url
  serving.options.log.debug({ at: serving.options.clock.now() }, 'listening')
  return { url, port: actual }
}

/** Stops accepting requests, lets running ones end, and aborts the rest after `graceMs`. */
export async function stopListening(app: FastifyInstance, serving: Serving, graceMs: number): Promise<void> {
  serving.isStopping = true
  const cut = setTimeout(() => {
    for (const controller of serving.running) controller.abort(new Error('The server is stopping.'))
    app.server.closeAllConnections()
  }, graceMs)
  for (const other of serving.otherPorts) other.close()
  await app.close()
  await serving.reader.close()
  clearTimeout(cut)
}

/** Serves the same requests on one more port. Throws StartupError when it may not. */
async function listenToo(server: Server, host: string, port: number): Promise<Server> {
  const other = createServer((socket) => void server.emit('connection', socket))
  try {
    await occurrence(other.listen({ host, port }), 'listening')
  } catch (error) {
    throw whyNotListening(error as NodeJS.ErrnoException, host, port, 'OCTAVO_AUTH_URL')
  }
  return other
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** A readable reason for errors that the operator can fix; others unchanged. `setting` names the port. */
function whyNotListening(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: 'OCTAVO_PORT' | 'OCTAVO_AUTH_URL' = 'OCTAVO_PORT',
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `The port ${port} of ${host} is in use by another program.`,
        `End that program, or choose another port with ${setting}.`,
        { cause: error },
      )
    case 'EACCES':
      return new StartupError(
        `This account may not listen on the port ${port}.`,
        `Choose a port above 1023 with ${setting}, and let a proxy listen on this one.`,
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `This machine has no address "${host}".`,
        'Set OCTAVO_HOST to one of its addresses, 127.0.0.1 for this machine alone, or 0.0.0.0 for all.',
        { cause: error },
      )
    default:
      return error
  }
}
