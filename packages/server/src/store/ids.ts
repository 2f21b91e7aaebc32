import { randomBytes, randomInt, randomUUID } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digitOf = new Map([...alphabet].map((character, index) => [character, BigInt(index)]))
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const largestUuid = (1n << 128n) - 1n

/** A random UUID (version 4). */
export const newUuid = (): string => randomUUID()

let lastMs = 0
let counter = 0

/**
 * A UUID of version 7: sorts by time as text, and within one process in the order of the calls, even inside one
 * millisecond or when the clock steps back. Source: RFC 9562, 5.7 and 6.2 (method 1).
 */
export function newUuidV7(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    counter = randomInt(0, 0x800)
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }
  const time = lastMs.toString(16).padStart(12, '0')
  // The last 64 bits of a version 4 UUID are the same variant and random bits.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

/** 29 random base62 characters, about 172 bits. */
export function newMemberId(): string {
  let id = ''
  for (let index = 0; index < 29; index += 1) id += alphabet[randomInt(0, 62)]
  return id
}

/** 128 random bits as 22 base62 characters: a key that gives access to anyone who has it. */
export const newKey = (): string => urlIdOf(newKeyUuid()).padStart(22, '0')

/** The same bits in the form of a UUID, without version and variant, which would use six of the bits. */
export const newKeyUuid = (): string => dashed(randomBytes(16).toString('hex'))

export const isUuid = (text: string): boolean => uuidForm.test(text)

/** The UUID as a 128-bit number in base 62 without padding. Throws on text that is not a UUID. */
export function urlIdOf(uuid: string): string {
  if (!isUuid(uuid)) throw new Error(`Not a UUID: ${uuid}`)
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let urlId = ''
  do {
    urlId = `${alphabet[Number(rest % 62n)]}${urlId}`
    rest /= 62n
  } while (rest > 0n)
  return urlId
}

/** The UUID for which `urlIdOf` returns this text; null for any other text. */
export function uuidOfUrlId(urlId: string): string | null {
  if (urlId === '' || urlId.length > 22 || (urlId.length > 1 && urlId.startsWith('0'))) return null
  let value = 0n
  for (const character of urlId) {
    const digit = digitOf.get(character)
    if (digit === undefined) return null
    value = value * 62n + digit
  }
  return value > largestUuid ? null : dashed(value.toString(16).padStart(32, '0'))
}

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
