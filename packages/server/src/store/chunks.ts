/** Maximum values of one statement, which both stores limit; longer lists are split. */
const mostAtOnce = 500

export function chunksOf<Item>(items: readonly Item[], size = mostAtOnce): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
