import { domainToASCII } from 'node:url'

/** The problem of another server's address; null for a valid http or https address without user and fragment. */
export function addressProblem(text: string): string | null {
  if (/[\s\\]/.test(text)) return 'An address has neither spaces nor backslashes.'
  const url = URL.parse(text)
  if (!url || url.hostname === '')
    return 'This is not an address. Write it in full, for example https://api.example.com/v1/orders.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `"${url.protocol}" is neither https: nor http:.`
  if (url.username !== '' || url.password !== '') {
    return 'An address holds no user and no password. Store them as an API credential.'
  }
  if (text.includes('#')) return 'An address that is called has no part after #.'
  return null
}

/** The host in the form that sockets and host globs use: an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** The problem of a host glob; null when it is valid. */
export function globProblem(glob: string): string | null {
  if (/[/@?#[\]]|:\d{1,5}$|:$/.test(glob) && !/^[0-9a-f:]+$/i.test(glob)) {
    return `"${glob}" is more than a host name. Leave out the scheme, the port and the path.`
  }
  const isSound = glob !== '' && /^[a-z0-9*_.:-]+$/.test(asciiOf(glob))
  return isSound ? null : `"${glob}" is not a host name. Write one such as api.example.com, *.example.com or *.`
}

/** Whether the host matches one of the globs; `*` matches any characters, including dots. */
export const isHostAllowed = (globs: readonly string[], host: string): boolean =>
  globs.some((glob) => matches(asciiOf(glob), host.toLowerCase()))

const asciiOf = (glob: string): string => (/^[\x20-\x7e]*$/.test(glob) ? glob.toLowerCase() : domainToASCII(glob))

/** Takes time proportional to the lengths only, whatever the number of stars. */
function matches(glob: string, text: string): boolean {
  let at = 0
  let inGlob = 0
  let star = -1
  let afterStar = 0
  while (at < text.length) {
    if (glob[inGlob] === '*') {
      star = inGlob
      afterStar = at
      inGlob += 1
    } else if (glob[inGlob] === text[at]) {
      at += 1
      inGlob += 1
    } else if (star >= 0) {
      afterStar += 1
      at = afterStar
      inGlob = star + 1
    } else return false
  }
  return /^\**$/.test(glob.slice(inGlob))
}

/** Headers that belong to the connection or to a proxy's credential; connectors may not set them. */
const reservedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The problem of a header name in a connector's request. */
export function headerNameProblem(name: string): string | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `"${name}" cannot be the name of a header.`
  return reservedHeaders.has(name.toLowerCase()) ? `The header "${name}" is set by the server itself.` : null
}

export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
