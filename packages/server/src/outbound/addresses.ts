import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not the public internet (the special-purpose registries of IANA), and public addresses of metadata
 * services of clouds.
 */
const insideNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The first of these contain IPv4 addresses in IPv6 notation.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const inside = new BlockList()
for (const [network, bits] of insideNetworks) inside.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')

/** True for loopback, private, link-local, cloud metadata and unspecified addresses. */
export function isInside(address: string): boolean {
  // A zone suffix (`%eth0`) names an interface of this machine.
  const [plain = ''] = address.split('%')
  const family = isIP(plain)
  return family === 0 || inside.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

export interface AllowList {
  has(host: string, address: string): boolean
}

/** Reads host names, addresses and networks (`10.1.0.0/16`). Throws an Error that names an invalid entry. */
export function readAllowList(entries: readonly string[]): AllowList {
  const names = new Set<string>()
  const networks = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, more] = entry.split('/')
    const family = isIP(address)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    const most = family === 6 ? 128 : 32
    if (family !== 0 && bits === undefined) networks.addAddress(address, type)
    else if (family !== 0 && more === undefined && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= most) {
      networks.addSubnet(address, Number(bits), type)
    } else if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(entry) && family === 0) names.add(entry.toLowerCase())
    else throw new Error(`"${entry}" is neither a host name, an address nor a network`)
  }
  return {
    has(host, address) {
      const [plain = ''] = address.split('%')
      const family = isIP(plain)
      return names.has(host.toLowerCase()) || (family !== 0 && networks.check(plain, family === 6 ? 'ipv6' : 'ipv4'))
    },
  }
}
