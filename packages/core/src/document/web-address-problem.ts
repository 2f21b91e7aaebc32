const schemes: readonly string[] = ['http', 'https', 'mailto']

/**
 * Why an address that people open or a page loads is not allowed; null when it is. Allowed are http, https, mailto and addresses of this
 * server, which have no scheme. A part in `{{ }}` is checked when the value of its formula is known.
 */
export function webAddressProblem(address: string): string | null {
  // Browsers ignore blanks and control characters before the scheme, and tabs and line ends inside it.
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{Cc}\p{Z}]/gu, '')) ?? []
  if (scheme === undefined || schemes.includes(scheme.toLowerCase())) return null
  return `Invalid address: "${scheme}:" is not allowed, only https, http, mailto and addresses of this server`
}
