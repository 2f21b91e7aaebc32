/**
 * The parameters of an address with their values undecoded. Control values have a text form of their own, in which a
 * plain comma separates values and `%2C` is a comma inside a value; decoding the address before reading that form would
 * lose the difference.
 */
export type RawSearch = Record<string, string>

export function parseRawSearch(search: string): RawSearch {
  const raw: RawSearch = {}
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue
    const [name = '', ...value] = part.split('=')
    raw[decode(name)] = value.join('=').replaceAll('+', '%20')
  }
  return raw
}

/** The opposite of `parseRawSearch`; an entry without a value is left out. */
export function writeRawSearch(raw: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${encodeURIComponent(name).replaceAll('%3A', ':')}=${escapeForAddress(value)}`] : [],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Escapes what would end or break an address. Percent signs stay: the text form has escaped its own. */
function escapeForAddress(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\-._~%,:!*'()/@$]/gu, encodeURIComponent)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
