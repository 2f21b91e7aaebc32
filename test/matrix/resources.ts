import { readdirSync } from 'node:fs'
import type { Resource } from './resource.ts'

const folder = new URL('resources/', import.meta.url)

/** The resources of the files in `resources/`. */
const resources = await Promise.all(
  readdirSync(folder).map(async (file): Promise<Resource> => {
    const exported: Record<string, Resource> = await import(new URL(file, folder).href)
    const [found, ...others] = Object.values(exported)
    if (found === undefined || others.length > 0) throw new Error(`The file ${file} has to export one resource.`)
    return found
  }),
)

type Listed = { [K in keyof Resource]-?: NonNullable<Resource[K]> }
type RecordField = {
  [K in keyof Listed]: Listed[K] extends { readonly [key: string]: unknown } ? K : never
}[keyof Listed]

/** The field of every resource as one record. Two resources may not have the same key. */
function merged<K extends RecordField>(field: K): Listed[K] {
  const entries = resources.flatMap((each) => Object.entries(each[field] ?? {}))
  const names = entries.map(([name]) => name)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`Two files in test/matrix/resources have ${twice.join(', ')} in ${field}.`)
  return Object.fromEntries(entries) as Listed[K]
}

export const idsOfPath = merged('ids')
export const alsoIds = merged('alsoIds')
export const objectOf = merged('objectOf')
export const requests = merged('requests')
export const nested = merged('nested')
export const addsToFolders = merged('addsToFolders')
export const writesNothing = merged('writesNothing')
export const auditsNoChange = merged('auditsNoChange')
export const addsToDryRuns = merged('addsToDryRuns')
export const withoutKey = merged('withoutKey')
export const notPublished = merged('notPublished')
export const withoutEtag: readonly string[] = resources.flatMap((each) => each.withoutEtag ?? [])
/** The lines of all resources, without headings. */
export const rightsLines: readonly string[] = resources
  .flatMap(({ rights = '' }) => rights.split('\n'))
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Every id of an operation that a file in `resources/` mentions. */
export const mentionedOperations: ReadonlySet<string> = new Set([
  ...[
    objectOf,
    requests,
    addsToFolders,
    writesNothing,
    auditsNoChange,
    addsToDryRuns,
    withoutKey,
    notPublished,
  ].flatMap(Object.keys),
  ...withoutEtag,
])
