/** The address of a workbook: `/{org}/workbook/{name}-{urlId}`. The name is for people; the id alone is read. */
export function workbookAddress(organization: string, name: string, urlId: string) {
  return { to: '/$org/workbook/$slug', params: { org: organization || '-', slug: slugOf(name, urlId) } } as const
}

export function slugOf(name: string, urlId: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return words === '' ? urlId : `${words}-${urlId}`
}

/** The urlId at the end of an address; the id holds no hyphen. */
export function urlIdOfSlug(slug: string): string {
  return slug.slice(slug.lastIndexOf('-') + 1)
}
