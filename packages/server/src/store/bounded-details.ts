/** Room for the details of one event, as JSON. */
const mostDetails = 16_384
const longestText = 1_024
const mostItems = 100

/**
 * Details as they are kept: long texts are cut, long lists too, and what is still too large keeps its names alone. An
 * event that nobody can read whole is worth more than one that fills the disk.
 */
export function boundedDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = cut(details, 0) as Record<string, unknown>
  if (JSON.stringify(kept).length <= mostDetails) return kept
  // The names, and the begin of what is long: an event that lost `before` and `after` would not tell what was done.
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
