/** Node's error codes for unknown host names (getaddrinfo). */
const namesNobody = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

/** Which step failed when a socket could not be opened: resolving the name, or connecting. */
export function stepOfLink(error: unknown): 'name' | 'reach' {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return namesNobody.has(code) ? 'name' : 'reach'
}

export const untrusted = 'The certificate of the server is not signed by a known authority, or is for another name.'

/** Codes of Node for a certificate that is not trusted: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/

/** Whether a connection failed because of the server's certificate. */
export function isCertificateProblem(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    certificateCodes.test(code) ||
    /self-signed certificate|unable to verify|altnames|certificate has expired/i.test(error.message)
  )
}
