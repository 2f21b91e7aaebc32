/** The address of a workbook: `/{org}/workbook/{name}-{urlId}`. The name is for people; the id alone is read. */
export function workbookAddress(organization: string, name: string, urlId: string) {
  return { to: '/$org/workbook/$slug', params: { org: organization || '-', slug: slugOf(name, urlId) } } as const
}

/** The address of a data model. */
export function dataModelAddress(organization: string, name: string, urlId: string) {
  return { to: '/$org/data-model/$slug', params: { org: organization || '-', slug: slugOf(name, urlId) } } as const
}

/** The address of a dataset. */
export function datasetAddress(organization: string, name: string, urlId: string) {
  return { to: '/$org/dataset/$slug', params: { org: organization || '-', slug: slugOf(name, urlId) } } as const
}

export function slugOf(name: string, urlId: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return words === '' ? urlId : `${words}-${urlId}`
}

const uuidAtEnd = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id at the end of an address: a urlId, which has no hyphen, or a UUID. */
export function urlIdOfSlug(slug: string): string {
  return uuidAtEnd.exec(slug)?.[0] ?? slug.slice(slug.lastIndexOf('-') + 1)
}
