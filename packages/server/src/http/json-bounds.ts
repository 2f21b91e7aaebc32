import type { BodyLimits } from '@octavo/core/contract'

const quote = 34
const backslash = 92
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * What about these bytes of JSON exceeds the limits, in words; null when nothing does. One pass without recursion that
 * builds no value. Bytes that are not JSON get any answer: the parser refuses them.
 */
export function jsonExcess(bytes: Uint8Array, { depth, values, names }: BodyLimits): string | null {
  const isObject: boolean[] = []
  /** Entries of each open object or array, the one that is being read included. */
  const counts: number[] = []
  let total = 1
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) index = endOfString(bytes, index)
    else if (byte === openBracket || byte === openBrace) {
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

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1
  for (; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === backslash) index += 1
    else if (byte === quote) break
  }
  return index
}
