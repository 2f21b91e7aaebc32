/** Names that need no quotes: our own aliases, whose form no keyword has. */
const OWN_ALIAS = /^[a-z][a-z0-9_]*_[0-9]+$/

export function isOwnAlias(name: string): boolean {
  return OWN_ALIAS.test(name)
}

/** Puts names in quotes, which are doubled inside; our own aliases are not quoted. */
export function quotedBy(open: string, close = open): (name: string) => string {
  return (name) => (isOwnAlias(name) ? name : `${open}${name.replaceAll(close, close + close)}${close}`)
}

export const doubleQuoted = quotedBy('"')

export function limitOffset(limit: number | undefined, offset: number | undefined): string[] {
  const lines: string[] = []
  if (limit !== undefined) lines.push(`LIMIT ${wholeNumber(limit)}`)
  if (offset) lines.push(`OFFSET ${wholeNumber(offset)}`)
  return lines
}

export function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a row count: ${value}`)
  return value
}
