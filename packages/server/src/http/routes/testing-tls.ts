import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/** Self-signed, for 127.0.0.1 and localhost, until 2126; used only by these tests. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnzCCAUWgAwIBAgIUOljd9tvHm03i2GsJguY3FpVkoP8wCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLb2N0YXZvIHRlc3QwIBcNMjYxMTIyMjIyMTU0WhgPMjEyNjEw
MjkyMjIxNTRaMBYxFDASBgNVBAMMC29jdGF2byB0ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEhkllPW7haSvF6eEs1y1PJFL9L7FQNET99bGuFi0p5oU8nRGw
SAOLLaYMtptpubjreOZbmeZRgk44gJ/BRfsMaaNvMG0wHQYDVR0OBBYEFAF3TyIo
w1tMcaAloCytYfwUKyd2MB8GA1UdIwQYMBaAFAF3TyIow1tMcaAloCytYfwUKyd2
MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYcEfwAAAYIJbG9jYWxob3N0MAoG
CCqGSM49BAMCA0gAMEUCIFnsw3hvZJqJO8lOicjludUScsOH/rBXZWoX4GM9FkOT
AiEA+12uEeB0qBgkvIO4s/I0cOuo6De/OwQF2FFvdfDidQc=
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGlU0W/qDkCMSi9Hf
i6vPy8CBDK9Kyk5IP1DxB5nqgR6hRANCAASGSWU9buFpK8Xp4SzXLU8kUv0vsVA0
RP31sa4WLSnmhTydEbBIA4stpgy2m2m5uOt45luZ5lGCTjiAn8FF+wxp
-----END PRIVATE KEY-----
`
/** `S`: the server speaks TLS. https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL */
const speaksTls = 'S'
const sslRequestBytes = 8

/** A TLS front for a PostgreSQL server without TLS, and its certificate. */
export async function startTlsFront(target: { host: string; port: number }) {
  const secureContext = createSecureContext({ cert: certificate, key })
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      if (socket.read(sslRequestBytes) === null) return void socket.destroy()
      socket.write(speaksTls)
      const secured = new TLSSocket(socket, { isServer: true, secureContext })
      const behind = connect(target)
      const end = () => {
        secured.destroy()
        behind.destroy()
      }
      for (const each of [secured, behind]) each.on('error', end).on('close', end)
      secured.pipe(behind).pipe(secured)
    })
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: (front.address() as { port: number }).port,
    certificate,
    close: () => void front.close(),
  }
}
