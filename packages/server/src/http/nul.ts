import type { Problem } from '@octavo/core/errors'

/** Its forms in JSON and YAML escapes, and unescaped. A body without any of these does not contain the character. */
const signs = ['\\u0000', '\\0', '\\x00', '\\U00000000', '%00', '\0'].map((sign) => Buffer.from(sign))

export const mayHoldNul = (content: Buffer): boolean => signs.some((sign) => content.includes(sign))

/** Paths of texts with the character U+0000. PostgreSQL cannot store it, so it is refused for both stores. */
export function textsWithNul(value: unknown, path = ''): Problem[] {
  if (typeof value === 'string') return value.includes('\0') ? [{ path, message: 'holds the character U+0000' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const place = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    return [...textsWithNul(name, path), ...textsWithNul(part, place)]
  })
}
