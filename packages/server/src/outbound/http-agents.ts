import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { Destinations } from './destinations.ts'

const options = { keepAlive: true, maxSockets: 4 }

/**
 * Agents for libraries with their own HTTP client: their sockets reach only allowed destinations, and other requests
 * fail with DestinationRefused. Destroy both after use.
 */
export function createHttpAgents(destinations: Destinations): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const socketTo = (wanted: { host?: string | null; port?: string | number | null }): Socket =>
    destinations.socket().connect(Number(wanted.port), String(wanted.host))

  class GuardedHttpAgent extends HttpAgent {
    override createConnection(wanted: Parameters<HttpAgent['createConnection']>[0]): Socket {
      return socketTo(wanted)
    }
  }

  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(wanted: Parameters<HttpsAgent['createConnection']>[0]): Socket {
      const socket = socketTo(wanted)
      const host = String(wanted.host)
      const secured = tlsConnect({ socket, ...(isIP(host) === 0 ? { servername: host } : { host }) })
      socket.once('error', (error) => secured.destroy(error))
      return secured
    }
  }

  return { httpAgent: new GuardedHttpAgent(options), httpsAgent: new GuardedHttpsAgent(options) }
}
