import { Type } from 'typebox'

const schemes: readonly string[] = ['http', 'https', 'mailto']

/**
 * What is wrong with an address that people open or that a page loads; null when nothing is. Allowed are http, https, mailto and
 * addresses of this server, which have no scheme. A part in `{{ }}` is checked when its formula has its value.
 */
export function webAddressProblem(address: string): string | null {
  // Browsers ignore blanks and control characters before the scheme, and tabs and line ends inside it.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{Cc}\p{Z}]/gu, '')) ?? []
  if (scheme === undefined || schemes.includes(scheme.toLowerCase())) return null
  return `Invalid address: "${scheme}:" is not allowed, only https, http, mailto and addresses of this server`
}

/** Of images, embeds, links, buttons and navigation. */
export const WebAddress = Type.String({ check: webAddressProblem })
