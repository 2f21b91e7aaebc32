import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  hashPassword,
  hashToken,
  isSameText,
  newPassword,
  newToken,
  openSecrets,
  Secret,
  verifyPassword,
} from './index.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-secrets-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const open = (secretKey: string) => openSecrets({ dataDir: '', secretKey: new Secret(secretKey) })
const goodKey = 'q8Zt3xV1nB7mK5pL9sD2fG4hJ6wE0rTy'
const otherKey = 'Yt0rE6wJh4Gf2Ds9Lp5Km7Bn1Vx3tZ8q'

describe('Secret', () => {
  test('is not shown by any way of printing', () => {
    const secret = new Secret('canary')
    const holder = { secret, list: [secret] }
    const shown = [
      `${secret}`,
      String(secret),
      JSON.stringify(holder),
      inspect(holder, { showHidden: true, depth: 9 }),
      format('%s %o %O %j', secret, secret, secret, holder),
      JSON.stringify(Object.entries(secret)),
      JSON.stringify(structuredClone({ ...secret })),
    ]
    expect(shown.join('\n')).not.toContain('canary')
    expect(secret.reveal()).toBe('canary')
    expect(JSON.stringify({ secret })).toBe('{}')
  })
})

describe('key', () => {
  test('is generated once, for its owner only', () => {
    const dataDir = newFolder()
    const first = openSecrets({ dataDir, secretKey: null })
    const second = openSecrets({ dataDir, secretKey: null })
    expect(second.fingerprint).toBe(first.fingerprint)
    expect(statSync(join(dataDir, 'keys', 'secret.key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700)
    expect(openSecrets({ dataDir: newFolder(), secretKey: null }).fingerprint).not.toBe(first.fingerprint)
  })

  test('a new key can be discarded, an existing one cannot', () => {
    const dataDir = newFolder()
    openSecrets({ dataDir, secretKey: null }).discardNewKey()
    expect(readdirSync(join(dataDir, 'keys'))).toEqual([])
    openSecrets({ dataDir, secretKey: null })
    openSecrets({ dataDir, secretKey: null }).discardNewKey()
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['secret.key'])
  })

  test('a damaged key file is refused, not replaced', () => {
    const dataDir = newFolder()
    openSecrets({ dataDir, secretKey: null })
    const path = join(dataDir, 'keys', 'secret.key')
    writeFileSync(path, 'short')
    expect(() => openSecrets({ dataDir, secretKey: null })).toThrow(/damaged/)
    expect(readFileSync(path, 'utf8')).toBe('short')
  })

  test.each([
    ['a short one', 'aB3dE5fG7hJ9kL1mN'],
    ['one letter', 'a'.repeat(64)],
    ['a piece again and again', 'aB3dE5fG7h'.repeat(4)],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['two letters', 'abbabaababbaabbabaabbaabbabaababbaab'],
    ['a shipped default', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET'],
    ['an example', 'please-change-me-9f8a7b6c5d4e3f2a1b0c'],
  ])('%s is refused, without repeating it', (_, key) => {
    expect(() => open(key)).toThrow(/OCTAVO_SECRET_KEY is refused/)
    expect(() => open(key)).not.toThrow(key)
  })

  test('every random key of 32 bytes is accepted, in hex and in base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32, size: 'max' }), (bytes) => {
        fc.pre(new Set(bytes).size > 24)
        open(Buffer.from(bytes).toString('hex'))
        open(Buffer.from(bytes).toString('base64'))
      }),
    )
  })
})

describe('encryption', () => {
  const secrets = open(goodKey)

  test('every text is decrypted to itself, has a different ciphertext each time, and is not readable in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [one, two] = [secrets.encrypt(text, 'a'), secrets.encrypt(new Secret(text), 'a')]
        expect(one).not.toBe(two)
        expect(secrets.decrypt(one, 'a').reveal()).toBe(Buffer.from(text).toString())
      }),
    )
    expect(secrets.encrypt('canary', 'a')).not.toContain('canary')
  })

  test('the ciphertext names its key', () => {
    const encrypted = secrets.encrypt('text', 'a')
    expect(encrypted.split('.').slice(0, 2)).toEqual(['v1', secrets.fingerprint.slice(0, 8)])
    expect(() => open(otherKey).decrypt(encrypted, 'a')).toThrow(/encrypted with the key/)
  })

  test('it can be decrypted only with its own context, and not when a byte was changed', () => {
    const encrypted = secrets.encrypt('text', 'api_credentials:1')
    expect(() => secrets.decrypt(encrypted, 'api_credentials:2')).toThrow()
    const [form, id, body] = encrypted.split('.')
    const bytes = Buffer.from(body ?? '', 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect(() => secrets.decrypt(`${form}.${id}.${altered.toString('base64url')}`, 'api_credentials:1')).toThrow()
    }
    for (const text of ['', 'v1', 'v1.x', `v2.${id}.${body}`, `${encrypted}.x`, `v1.${id}.AAAA`]) {
      expect(() => secrets.decrypt(text, 'api_credentials:1')).toThrow()
    }
  })

  test('a mac belongs to its purpose and its key', () => {
    expect(secrets.mac('cursor', 'x')).toBe(open(goodKey).mac('cursor', 'x'))
    expect(secrets.mac('cursor', 'x')).not.toBe(secrets.mac('csrf', 'x'))
    expect(secrets.mac('cursor', 'x')).not.toBe(open(otherKey).mac('cursor', 'x'))
  })
})

describe('tokens and passwords', () => {
  test('a token is 256 random bits and is stored as its SHA-256', () => {
    expect(newToken().reveal()).toMatch(/^[\w-]{43}$/)
    expect(newToken().reveal()).not.toBe(newToken().reveal())
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect([isSameText('a', 'a'), isSameText('a', 'b'), isSameText('a', 'aa')]).toEqual([true, false, false])
  })

  test('a password is stored as argon2id and verified against it', async () => {
    const password = newPassword()
    const stored = await hashPassword(password)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(stored, password)).toBe(true)
    expect(await verifyPassword(stored, new Secret('other'))).toBe(false)
    expect(await verifyPassword(stored, new Secret('x'.repeat(2000)))).toBe(false)
  })

  test('an account without a password cannot sign in', async () => {
    expect(await verifyPassword(null, new Secret(''))).toBe(false)
    expect(await verifyPassword(null, newPassword())).toBe(false)
  })
})
