import type { Random } from './random.ts'

/** Values of responses by field name, so that requests refer to existing objects. */
export interface SeenValues {
  /** `list` is the path of the response, and `item` the name of its entries in paths: `teamId` for `/v2/teams`. */
  record(
    body: unknown,
    parents: Readonly<Record<string, string>>,
    from?: { list: string; item: string | undefined },
  ): void
  /** Removes a deleted object: it is no longer requested, except by chance. */
  forget(value: string): void
  /** A value that was seen under this name, preferably one with the same parents; sometimes one of another name. */
  find(random: Random, name: string, options?: FindOptions): string | undefined
  /** A whole response that can be sent back, such as a document. */
  body(random: Random): unknown
}

export interface FindOptions {
  /** Ids that it may belong to. */
  parents?: Readonly<Record<string, string>>
  accepts?(value: string): boolean
  /** Never one of another name, or that is only called `id`. */
  isStrict?: boolean
}

const mostOfName = 200
const mostBodies = 20
/** Other names of the same id in the contract, when the ending of the name does not show it. */
const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map([
  ['inodeId', ['workbookId', 'dataModelId', 'homeFolderId', 'folderId', 'workspaceId']],
  ['tableId', ['inodeId']],
  ['parentId', ['homeFolderId', 'folderId']],
  ['folderId', ['homeFolderId']],
  ['ownerId', ['memberId']],
  ['scheduleId', ['scheduledNotificationId']],
  ['userId', ['memberId']],
  ['newOwnerId', ['memberId']],
  ['exportAs', ['memberId']],
  ['connectionPathId', ['urlId']],
  ['memberType', ['accountTypeName']],
  ['since', ['revision']],
  ['baseRevision', ['revision']],
  ['version', ['documentVersion', 'latestVersion']],
])

export function createSeenValues(): SeenValues {
  const byName = new Map<string, string[]>()
  const byParent = new Map<string, string[]>()
  /** Parents with something below them. */
  const withChildren = new Map<string, string[]>()
  const bodies: unknown[] = []
  let count = 0

  function add(map: Map<string, string[]>, key: string, value: string): void {
    const values = map.get(key) ?? []
    if (values.includes(value)) return
    count += 1
    if (values.length >= mostOfName) values[count % mostOfName] = value
    else values.push(value)
    map.set(key, values)
  }

  function record(body: unknown, parents: Readonly<Record<string, string>>, depth = 0): void {
    if (typeof body !== 'object' || body === null || depth > 12) return
    relate(body)
    for (const [name, value] of Object.entries(body)) {
      if (isWorthKeeping(name, value)) {
        add(byName, name, String(value))
        for (const parent of Object.values(parents)) add(byParent, `${parent} ${name}`, String(value))
      } else if (typeof value === 'object') record(value, parents, depth + 1)
      if (Array.isArray(value)) for (const item of value) learnId(name, item, parents)
    }
  }

  /** Adjacent ids belong together: a grant and its file. */
  function relate(entry: object): void {
    const ids = Object.entries(entry).filter(([name, value]) => typeof value === 'string' && /id$/i.test(name))
    if (ids.length > 8) return
    for (const [, parent] of ids) {
      for (const [name, value] of ids) if (value !== parent) add(byParent, `${parent} ${name}`, value)
    }
  }

  /** In documents, what is called `pageId` elsewhere is the `id` of one of the `pages`. */
  function learnId(list: string, item: unknown, parents: Readonly<Record<string, string>>): void {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
    if (typeof id !== 'string' || !/^(pages|elements|columns)$/.test(list)) return
    for (const parent of Object.values(parents)) add(byParent, `${parent} ${list.slice(0, -1)}Id`, id)
  }

  /** What paths and other operations call by a specific name is called `id` in the resource's own response. */
  function learnItems(body: unknown, parents: readonly string[], item: string): void {
    for (const entry of entriesOf(body) as Record<string, unknown>[]) {
      const id = idIn(entry, item)
      if (id === undefined) continue
      add(byName, item, id)
      for (const parent of parents) add(byParent, `${parent} ${item}`, id)
    }
  }

  return {
    record(body, parents, from) {
      record(body, from === undefined ? parents : { ...parents, list: from.list })
      if (from?.item !== undefined) learnItems(body, [...Object.values(parents), from.list], from.item)
      for (const [name, parent] of Object.entries(parents)) add(withChildren, name, parent)
      if (typeof body === 'object' && body !== null && 'pages' in body && 'schemaVersion' in body) {
        if (bodies.length < mostBodies) bodies.push(body)
        else bodies[count % mostBodies] = body
      }
    },
    forget(value) {
      for (const map of [byName, byParent, withChildren]) {
        for (const [key, values] of map) {
          const index = values.indexOf(value)
          if (index >= 0) values.splice(index, 1)
          if (values.length === 0) map.delete(key)
        }
      }
    },
    find(random, name, { parents = {}, accepts = () => true, isStrict = false } = {}) {
      const one = (values: readonly string[] | undefined): string | undefined => {
        const accepted = (values ?? []).filter(accepts)
        return accepted.length === 0 ? undefined : random.pick(accepted)
      }
      const near = random.chance(0.85)
        ? one(
            namesOf(name).flatMap((each) =>
              Object.values(parents).flatMap((id) => byParent.get(`${id} ${each}`) ?? []),
            ),
          )
        : undefined
      if (near !== undefined) return near
      const withSome = random.chance(0.5) ? one(withChildren.get(name)) : undefined
      if (withSome !== undefined) return withSome
      const kind = !isStrict && random.chance(0.03) ? random.pick([...byName.keys(), name]) : name
      const lists = namesOf(kind).filter((each) => (byName.get(each) ?? []).some(accepts))
      if (lists.length > 0) return one(byName.get(random.pick(lists)))
      return name.endsWith('Id') && !isStrict ? one(byName.get('id')) : undefined
    },
    body: (random) => (bodies.length === 0 ? undefined : random.pick(bodies)),
  }

  /** The name, its alternatives, and its ending: `memberIds` and `sourceMemberId` are a `memberId`. */
  function namesOf(name: string): string[] {
    const single = name.replace(/s$/, '')
    const ending = /[A-Z][a-z]+Id$/.exec(single)?.[0]
    const shorter = ending === undefined ? [] : [`${ending.slice(0, 1).toLowerCase()}${ending.slice(1)}`]
    const longer = single.endsWith('Id') ? [...byName.keys()].filter((key) => key.endsWith(capitalized(single))) : []
    return [...new Set([name, single, ...(alsoCalled.get(single) ?? []), ...shorter, ...longer])]
  }
}

function isWorthKeeping(name: string, value: unknown): boolean {
  if (typeof value === 'number') return /revision$|version$/i.test(name)
  if (typeof value !== 'string' || value.length > 200) return false
  return /id$|^name$|^nextPage|^path$|tag$|query|typeName$/i.test(name)
}

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The id, called `item` in paths, in an entry of its list: under that name, under another one (`versionTagId` for `tagId`), or as `id`. */
export function idIn(entry: Readonly<Record<string, unknown>>, item: string): string | undefined {
  const other = [
    ...(alsoCalled.get(item) ?? []),
    ...Object.keys(entry).filter((name) => name.endsWith(capitalized(item))),
  ]
  const called = other.find((name) => name in entry)
  const id = entry[item] ?? (called === undefined ? entry.id : entry[called])
  return typeof id === 'string' ? id : undefined
}

/** The entries of a page or a list, or the single object of the response. */
export function entriesOf(body: unknown): object[] {
  const list = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null && 'entries' in body && Array.isArray(body.entries)
      ? body.entries
      : [body]
  return list.filter((entry) => typeof entry === 'object' && entry !== null)
}
