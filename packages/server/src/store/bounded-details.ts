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
  return { isCut: true, names: Object.keys(details).slice(0, mostItems) }
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
