const MAX_SLUG = 40

/**
 * Returns a function that creates SQL aliases for names that people chose: a slug of at most 40 bytes and a number. All aliases are
 * distinct, whatever the names, and the same sequence of names gets the same aliases.
 */
export function createAliases(): (name: string) => string {
  const used = new Map<string, number>()
  return (name) => {
    const slug = slugOf(name)
    const number = (used.get(slug) ?? 0) + 1
    used.set(slug, number)
    return `${slug}_${number}`
  }
}

/** Lower-case ASCII letters, digits and single underscores, starting with a letter. */
function slugOf(name: string): string {
  const plain = name
    .slice(0, 400)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_SLUG)
    .replace(/_+$/, '')
  return plain || 'c'
}
