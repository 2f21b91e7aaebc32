import type { BodyLimits } from '@octavo/core/contract'

const quote = 34
const backslash = 92
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

const zero = 48
const nine = 57
const point = 46
const upperE = 69
const lowerE = 101
/** Whole numbers with fewer digits are below 2^53. */
const exactDigits = 15

/**
 * Which limit these bytes of JSON exceed, in words; null for none. An integer that a float cannot represent exactly counts too, because the
 * parser would silently change its last digits. One pass without recursion that builds no value. The result for bytes that are not JSON is
 * undefined, because the parser refuses them.
 */
export function jsonExcess(bytes: Uint8Array, { depth, values, names }: BodyLimits): string | null {
  const isObject: boolean[] = []
  /** Number of entries of each open object or array, including the current one. */
  const counts: number[] = []
  let total = 1
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) index = endOfString(bytes, index)
    else if (isDigit(byte)) {
      const end = endOfNumber(bytes, index)
      if (end - index >= exactDigits) {
        const text = lossyWhole(bytes, index, end)
        if (text !== null) return `holds the number ${text}, which JSON readers cannot hold exactly; send it as text`
      }
      index = end
    } else if (byte === openBracket || byte === openBrace) {
      if (counts.length >= depth) return `is nested deeper than ${depth} levels`
      isObject.push(byte === openBrace)
      counts.push(1)
      total += 1
    } else if (byte === closeBracket || byte === closeBrace) {
      isObject.pop()
      counts.pop()
    } else if (byte === comma) {
      const top = counts.length - 1
      const count = (counts[top] ?? 0) + 1
      counts[top] = count
      total += 1
      if (isObject[top] && count > names) return `has more than ${names} fields in one object`
    }
    if (total > values) return `holds more than ${values} values`
  }
  return null
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

/** The index of the last digit. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let index = start
  while (isDigit(bytes[index + 1])) index += 1
  return index
}

/** The digits as text when a float would change them; null for decimals, which floats round anyway, and for exact ones. */
function lossyWhole(bytes: Uint8Array, start: number, end: number): string | null {
  const [before, after] = [bytes[start - 1], bytes[end + 1]]
  if (before === point || after === point || after === upperE || after === lowerE) return null
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end + 1, start + 400)))
  return isExactWhole(text) ? null : text.slice(0, 60)
}

/** Whether a float preserves the digits, or represents exactly that number. */
export function isExactWhole(digits: string): boolean {
  const value = Number(digits)
  return String(value) === digits || (Number.isFinite(value) && BigInt(value) === BigInt(digits))
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1
  for (; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === backslash) index += 1
    else if (byte === quote) break
  }
  return index
}
