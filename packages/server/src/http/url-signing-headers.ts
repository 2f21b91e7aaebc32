/**
 * Headers for hosts that sign whole addresses: the date since when that is deprecated (RFC 9745), and the date when it
 * may stop working (RFC 8594).
 */
export const urlSigningHeaders = {
  deprecation: '@1795651200',
  sunset: 'Fri, 31 Dec 2027 23:59:59 GMT',
} as const
