/** The rows between two positions, both included, in any order. */
export function rangeOf(keys: readonly string[], from: string, to: string): string[] {
  const start = keys.indexOf(from)
  const end = keys.indexOf(to)
  if (end < 0) return []
  if (start < 0) return [to]
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}

export function toggled(selection: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(selection)
  if (!next.delete(key)) next.add(key)
  return next
}
