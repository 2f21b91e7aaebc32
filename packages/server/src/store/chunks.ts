/** Maximum values of one statement, which both stores limit; longer lists are split. */
const mostAtOnce = 500

export function chunksOf<Item>(items: readonly Item[], size = mostAtOnce): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

/**
 * Repeats the last value until their number is a power of two. Lists of similar lengths then share a prepared statement: planning a statement
 * with a list takes longer than running it for the few rows that it names.
 */
export function padded<Item>(items: readonly Item[]): Item[] {
  const last = items.at(-1)
  if (last === undefined) return []
  return [...items, ...Array.from({ length: 2 ** Math.ceil(Math.log2(items.length)) - items.length }, () => last)]
}
