/**
 * Returns the second value, with each part that is equal to a part of the first one replaced by that part. Components
 * that compare parts by identity then do not render when the server returns a document as it was sent. The order of
 * fields matters.
 */
export function withKeptParts<Value>(before: Value, after: Value): Value {
  // Both are JSON of one type; a part of one that is equal to a part of the other is of its type too.
  return kept(before, after) as Value
}

function kept(before: unknown, after: unknown): unknown {
  if (before === after) return before
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item: unknown, index) => kept(before[index], item))
    return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items
  }
  if (!isFields(before) || !isFields(after)) return after
  const names = Object.keys(before)
  const entries = Object.entries(after).map(([name, value]): [string, unknown] => [name, kept(before[name], value)])
  const isSame =
    entries.length === names.length &&
    entries.every(([name, value], index) => {
      return name === names[index] && value === before[name]
    })
  return isSame ? before : Object.fromEntries(entries)
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
