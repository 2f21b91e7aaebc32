/**
 * Headers for hosts that sign whole addresses: since when that way is deprecated (RFC 9745) and when it may end (RFC 8594).
 */
export const urlSigningHeaders = {
  deprecation: '@1795651200',
  sunset: 'Fri, 31 Dec 2027 23:59:59 GMT',
} as const
