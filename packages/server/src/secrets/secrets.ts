import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Secret } from '../config/index.ts'
import { fingerprintOf, loadKey } from './key.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

export interface Secrets {
  /** Fingerprint of the key; `claimKey` compares it with the one in the store. */
  readonly fingerprint: string
  /**
   * AES-256-GCM: `v1.<key id>.<base64url of iv, ciphertext, tag>`. `context` says what the text belongs to, for example
   * `api_credentials:<id>`; decrypting with another context fails, so that a stored text cannot be moved to another
   * owner.
   */
  encrypt(plain: Secret | string, context: string): string
  /** Throws for a text that was altered, belongs to another context or was encrypted with another key. */
  decrypt(encrypted: string, context: string): Secret
  /** base64url of an HMAC-SHA-256 with a separate key for each purpose. */
  mac(purpose: string, text: string): string
  /** Removes the key file if this start has just generated it. */
  discardNewKey(): void
}

/** Loads the key, or generates it at the first start. Throws StartupError for a weak or damaged one. */
export function openSecrets(options: { dataDir: string; secretKey: Secret | null }): Secrets {
  const { bytes, discard } = loadKey(options)
  const fingerprint = fingerprintOf(bytes)
  const keyId = fingerprint.slice(0, 8)
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', bytes, 'octavo', purpose, 32))
    derived.set(purpose, key)
    return key
  }
  return {
    fingerprint,
    encrypt(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor('encryption'), iv)
      cipher.setAAD(Buffer.from(`${version}.${keyId}.${context}`))
      const text = plain instanceof Secret ? plain.reveal() : plain
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${keyId}.${body.toString('base64url')}`
    },
    decrypt(encrypted, context) {
      const [form, id, body, ...rest] = encrypted.split('.')
      if (form !== version || id === undefined || body === undefined || rest.length > 0) {
        throw new Error('The encrypted text has an unknown form.')
      }
      if (id !== keyId) throw new Error(`The text was encrypted with the key ${id}, the key in use is ${keyId}.`)
      const bytes = Buffer.from(body, 'base64url')
      if (bytes.length < ivBytes + tagBytes) throw new Error('The encrypted text is cut short.')
      const decipher = createDecipheriv('aes-256-gcm', keyFor('encryption'), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(`${version}.${keyId}.${context}`))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
      return new Secret(plain.toString('utf8'))
    },
    mac: (purpose, text) =>
      createHmac('sha256', keyFor(`mac ${purpose}`))
        .update(text)
        .digest('base64url'),
    discardNewKey: discard,
  }
}

/** The encryption context of the secret of an API credential. */
export const apiCredentialContext = (clientId: string): string => `api_credentials:${clientId}`

/** 256 random bits as base64url: access tokens, session ids, client secrets. */
export const newToken = (): Secret => new Secret(randomBytes(32).toString('base64url'))

/** The stored form of a token: SHA-256, hex. Enough, because tokens are random and long. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Compares in constant time, which reveals neither where the texts differ nor their lengths. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
