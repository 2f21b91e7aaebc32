import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Secret, StartupError } from '../config/index.ts'

export interface MasterKey {
  bytes: Buffer
  /** Deletes a key file that was just generated and turns out not to be the store's key. */
  discard(): void
}

/** Path in the data folder. */
export const keyFile = join('keys', 'secret.key')

const minimumBits = 100
/** SHA-256 of secret keys that were shipped as examples or defaults and are known to attackers. */
const wellKnown = new Set(
  [
    'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
    'thisISaSECRET_1234',
    'TEST_NON_DEV_SECRET',
    'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
    'your_secret_key_here_change_it_in_production',
    'SW2YcwTIb9zpOOhoPsMm',
    'a long and very secret key that nobody knows',
  ].map((text) => text.toLowerCase()),
)

/**
 * The key that encrypts stored secrets: OCTAVO_SECRET_KEY, or the key file of the data folder, generated at the first
 * start. Throws StartupError for a key that is weak, well known or damaged.
 */
export function loadKey({ dataDir, secretKey }: { dataDir: string; secretKey: Secret | null }): MasterKey {
  if (secretKey) {
    const text = secretKey.reveal()
    const weakness = weaknessOf(text)
    if (weakness !== null) {
      throw new StartupError(
        `OCTAVO_SECRET_KEY is refused: ${weakness}.`,
        'Make one with "openssl rand -base64 32", or leave it out: then a key is generated into the data folder.',
      )
    }
    return { bytes: Buffer.from(hkdfSync('sha256', text, 'octavo', 'master key', 32)), discard() {} }
  }
  return keyOfFolder(join(dataDir, keyFile))
}

/** Why a key must not be used; null for a strong one. */
export function weaknessOf(key: string): string | null {
  if (key.length < 32) return 'it is shorter than 32 characters'
  const known = key.toLowerCase()
  if (wellKnown.has(known) || /change.?(me|it|this)|example|default|password|secret.?key/.test(known)) {
    return 'it is a known example'
  }
  if (bitsIn(key) < minimumBits || isRepeated(key)) return 'it is not random enough'
  return null
}

/**
 * Bits of information in the text, assuming that its characters were drawn independently with their frequencies in it.
 */
function bitsIn(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

/** True for a short piece that repeats, and for a text mostly of adjacent characters, like `abcdef`. */
function isRepeated(text: string): boolean {
  if (`${text}${text}`.indexOf(text, 1) < text.length) return true
  let steps = 0
  for (let index = 1; index < text.length; index += 1) {
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1
  }
  return steps > text.length / 2
}

function keyOfFolder(path: string): MasterKey {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = openSync(path, 'wx', 0o600)
    const bytes = randomBytes(32)
    writeSync(file, `${bytes.toString('base64url')}\n`)
    fsyncSync(file)
    closeSync(file)
    return { bytes, discard: () => rmSync(path, { force: true }) }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new StartupError(
        `The key file ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        'Correct the rights of the data folder, or set OCTAVO_SECRET_KEY.',
        { cause: error },
      )
    }
  }
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (bytes.length !== 32) {
    throw new StartupError(
      `The key file ${path} is damaged.`,
      'Put the file back from your backup: without it the stored secrets cannot be read.',
    )
  }
  chmodSync(path, 0o600)
  return { bytes, discard() {} }
}

/** The fingerprint of a key in the store; identifies the key without revealing anything about it. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('octavo key fingerprint').update(key).digest('hex')
}
