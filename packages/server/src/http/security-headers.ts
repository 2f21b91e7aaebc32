/**
 * Pages of this server may load only its own files. Inline styles are allowed because editors and charts write them.
 */
const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'frame-src': ["'none'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'self'"],
}

export const hsts = 'max-age=31536000'

/**
 * The policy of a page that `frameOrigins` may frame, besides this server, and that may show pictures and pages of `contentHosts`.
 */
export function contentSecurityPolicyFor(
  frameOrigins: readonly string[],
  contentHosts: readonly string[] = [],
): string {
  return Object.entries({
    ...contentSecurityPolicy,
    'img-src': [...contentSecurityPolicy['img-src'], ...contentHosts],
    'frame-src': contentHosts.length > 0 ? contentHosts : contentSecurityPolicy['frame-src'],
    'frame-ancestors': [...contentSecurityPolicy['frame-ancestors'], ...frameOrigins],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';')
}

/** Headers of every response, computed once. */
export function securityHeaders({ publicUrl }: { publicUrl: string | null }): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicyFor([]),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-permitted-cross-domain-policies': 'none',
    // Over plain http the header would be ignored; behind a proxy it applies to the public address.
    ...(publicUrl?.startsWith('https:') === true ? { 'strict-transport-security': hsts } : {}),
  }
}
