import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { isInside, readAllowList } from './addresses.ts'

/** A connection that was refused. The message is for the person who set the destination. */
export class DestinationRefused extends Error {
  override name = 'DestinationRefused'

  constructor(host: string, address: string) {
    const where = host === address ? `The address ${address}` : `"${host}" leads to ${address}, which`
    super(
      `${where} lies inside the network of this server. The operator may allow it: OCTAVO_ALLOWED_DESTINATIONS=${host}`,
    )
  }
}

/** The addresses that this server may connect to: the public internet, and what the operator allows. */
export interface Destinations {
  /** Throws DestinationRefused. A name that does not resolve is not refused, because the failure may be temporary. */
  assertAllowed(host: string): Promise<void>
  /** Whether the operator's list names the host, or contains the address when the host is one. */
  isNamed(host: string): boolean
  /**
   * A socket whose `connect(port, host)` reaches only allowed addresses. The check uses the resolved address, so that a
   * name cannot resolve to another one in between. Refused connections fail with DestinationRefused.
   */
  socket(): Socket
}

const keepAliveMs = 30_000

type Resolve = (host: string) => Promise<LookupAddress[]>

export function createDestinations({
  allowed,
  resolve = resolveBySystem,
}: {
  allowed: readonly string[]
  resolve?: Resolve
}): Destinations {
  const list = readAllowList(allowed)
  const isAllowed = (host: string, address: string) => !isInside(address) || list.has(host, address)

  /** Allowed addresses of the host. Throws DestinationRefused when it has none that is allowed. */
  async function addressesOf(host: string): Promise<LookupAddress[]> {
    const family = isIP(host)
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
    const usable = addresses.filter(({ address }) => isAllowed(host, address))
    const [refused] = addresses
    if (usable.length === 0 && refused) throw new DestinationRefused(host, refused.address)
    return usable
  }

  const lookup: LookupFunction = (host, { all }, callback) => {
    addressesOf(host).then(
      (addresses) => {
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error) => callback(error, ''),
    )
  }

  class GuardedSocket extends Socket {
    // Database drivers call it with a port and a host; other forms are refused.
    override connect(...given: unknown[]): this {
      const [port, host] = given
      if (typeof port !== 'number' || typeof host !== 'string') throw new Error('Connect with a port and a host.')
      if (isIP(host) !== 0 && !isAllowed(host, host)) {
        process.nextTick(() => this.destroy(new DestinationRefused(host, host)))
        return this
      }
      return super.connect({ port, host, lookup })
    }
  }

  return {
    async assertAllowed(host) {
      try {
        await addressesOf(host)
      } catch (error) {
        if (error instanceof DestinationRefused) throw error
      }
    },
    isNamed: (host) => list.has(host, host),
    socket: () => new GuardedSocket().setNoDelay(true).setKeepAlive(true, keepAliveMs),
  }
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return new Promise((found, failed) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)))
  })
}
