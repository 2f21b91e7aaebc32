import type { Random } from './random.ts'

/** Values of answers by the name that they had there, so that requests ask for things that exist. */
export interface SeenValues {
  learn(body: unknown, parents: Record<string, string>): void
  /** A value that was seen under this name, rather one that belongs to the same parents; now and then one of another name. */
  find(name: string, parents?: Record<string, string>): string | undefined
  /** Whole answers that can be sent back, such as documents. */
  bodies: unknown[]
}

const mostOfName = 200
/** What a name asks for under other names of the contract. */
const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map([
  ['inodeId', ['workbookId', 'dataModelId', 'homeFolderId', 'folderId', 'workspaceId']],
  ['tableId', ['inodeId']],
  ['parentId', ['homeFolderId', 'folderId']],
  ['folderId', ['homeFolderId']],
  ['ownerId', ['memberId']],
  ['userId', ['memberId']],
  ['newOwnerId', ['memberId']],
  ['memberType', ['accountTypeName']],
  ['reassignToAccountTypeId', ['accountTypeId']],
])

export function createSeenValues(random: Random): SeenValues {
  const byName = new Map<string, string[]>()
  const byParent = new Map<string, string[]>()
  /** Parents that have something below them. */
  const fruitful = new Map<string, string[]>()
  const bodies: unknown[] = []

  function add(map: Map<string, string[]>, key: string, value: string): void {
    const values = map.get(key) ?? []
    if (values.includes(value)) return
    if (values.length >= mostOfName) values[random.below(values.length)] = value
    else values.push(value)
    map.set(key, values)
  }

  function learn(body: unknown, parents: Record<string, string>, depth = 0): void {
    if (typeof body !== 'object' || body === null || depth > 12) return
    for (const [name, value] of Object.entries(body)) {
      if (
        typeof value === 'string' &&
        value.length <= 200 &&
        /id$|^name$|^nextPage|^path$|tag$|query|typeName$/i.test(name)
      ) {
        add(byName, name, value)
        for (const parent of Object.values(parents)) add(byParent, `${parent} ${name}`, value)
      } else if (typeof value === 'object') learn(value, parents, depth + 1)
      if (Array.isArray(value)) for (const item of value) learnId(name, item, parents)
    }
  }

  /** In documents, what is called `pageId` elsewhere is the `id` of one of the `pages`. */
  function learnId(list: string, item: unknown, parents: Record<string, string>): void {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
    if (typeof id !== 'string' || !/^(pages|elements|columns)$/.test(list)) return
    for (const parent of Object.values(parents)) add(byParent, `${parent} ${list.slice(0, -1)}Id`, id)
  }

  return {
    bodies,
    learn(body, parents) {
      learn(body, parents)
      for (const [name, parent] of Object.entries(parents)) add(fruitful, name, parent)
      if (typeof body === 'object' && body !== null && 'pages' in body && 'schemaVersion' in body) {
        if (bodies.length < 20) bodies.push(body)
        else bodies[random.below(bodies.length)] = body
      }
    },
    find(name, parents = {}) {
      const near = Object.values(parents).flatMap((parent) => byParent.get(`${parent} ${name}`) ?? [])
      if (near.length > 0 && random.chance(0.85)) return random.pick(near)
      if (fruitful.has(name) && random.chance(0.5)) return random.pick(fruitful.get(name) ?? [])
      const kind = random.chance(0.05) ? random.pick([...byName.keys(), name]) : name
      const names = [kind, ...(alsoCalled.get(kind) ?? [])].filter((candidate) => byName.has(candidate))
      if (names.length > 0) return random.pick(byName.get(random.pick(names)) ?? [])
      return name.endsWith('Id') && byName.has('id') ? random.pick(byName.get('id') ?? []) : undefined
    },
  }
}
