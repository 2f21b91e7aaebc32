import { createDecipheriv, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secret } from '../../config/index.ts'

const derive = promisify(pbkdf2)

/** The format of the package that hosts encrypt tokens with: PBKDF2-HMAC-SHA256 of the embed secret, then AES-256-GCM. */
const form = { saltBytes: 16, ivBytes: 12, tagBytes: 16, keyBytes: 32, iterations: 600_000 }

/** Decrypts `salt.iv.tag.ciphertext`, each part base64; null for a text that was not encrypted with this secret. */
export async function decryptedToken(encrypted: string, secret: Secret): Promise<string | null> {
  const parts = encrypted.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^[A-Za-z0-9+/_-]+=*$/.test(part))) return null
  const [salt, iv, tag, body] = parts.map((part) => Buffer.from(part, 'base64'))
  if (!salt || !iv || !tag || !body) return null
  if (salt.length !== form.saltBytes || iv.length !== form.ivBytes || tag.length !== form.tagBytes) return null
  const key = await derive(secret.reveal(), salt, form.iterations, form.keyBytes, 'sha256')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: form.tagBytes })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
