/** Maximum size of one event's details as JSON. */
const mostDetails = 16_384
const longestText = 1_024
const mostItems = 100

/**
 * Limits details for storage: long texts and lists are cut, and details that are still too large are reduced to names and short texts, so
 * that events cannot fill the disk.
 */
export function boundedDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = cut(details, 0) as Record<string, unknown>
  if (JSON.stringify(kept).length <= mostDetails) return kept
  // Keeps the names and the beginning of long values: without `before` and `after` an event would not say what was done.
  const shortened = Object.fromEntries(Object.entries(kept).map(([name, item]) => [name, shortText(item)]))
  if (JSON.stringify(shortened).length <= mostDetails) return { ...shortened, isCut: true }
  return { isCut: true, names: Object.keys(details).slice(0, mostItems) }
}

function shortText(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text === undefined || text.length <= longestText ? value : `${text.slice(0, longestText)}…`
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => cut(item, depth + 1))
    return value.length > mostItems ? [...items, `… ${value.length - mostItems} more`] : items
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostItems)
      .map(([name, item]) => [name.slice(0, 256), cut(item, depth + 1)]),
  )
}
