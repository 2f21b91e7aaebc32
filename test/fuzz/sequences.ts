import { hintOf } from './hints.ts'
import type { FuzzOperation } from './requests.ts'
import type { Json } from './schema-values.ts'
import { idIn } from './seen-values.ts'

/** The name in paths of the entries of a list: `teamId` for `/v2/teams`, when there is a `/v2/teams/{teamId}`. */
export function itemsOf(operations: readonly FuzzOperation[]): ReadonlyMap<string, string> {
  const items = new Map<string, string>()
  for (const { path } of operations) {
    const [, list, item] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? []
    if (list !== undefined && item !== undefined) items.set(list, item)
  }
  return items
}

/**
 * The operations that lead to this one, which is last: the operations that create the objects in its path, outermost first, each followed
 * by a read of the list when its response does not contain the id; preceded by the operations of a hint.
 */
export function createSequences(operations: readonly FuzzOperation[], resolve: (schema: Json) => Json) {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))

  function at(method: string, path: string): FuzzOperation[] {
    return operations.filter((operation) => operation.method === method && operation.path === path)
  }

  function returns(operation: FuzzOperation, name: string): boolean {
    const responses = operation.definition.responses as Record<string, Json>
    const content = (responses['200'] ?? responses['201'])?.content as Record<string, { schema: Json }> | undefined
    const schema = content?.['application/json']?.schema
    if (schema === undefined) return false
    const { properties } = resolve(schema) as { properties?: Json }
    if (properties === undefined) return false
    return idIn(Object.fromEntries(Object.keys(properties).map((key) => [key, key])), name) !== undefined
  }

  /** Operations that create an entry of the list, for example `POST /v2/teams`, or `POST /v2/dataModels/spec`. */
  function makersOf(list: string, item: string): FuzzOperation[] {
    const [direct] = at('POST', list)
    const [shown] = at('GET', list)
    if (direct) return returns(direct, item) || !shown ? [direct] : [direct, shown]
    const other = operations.find(
      ({ method, path, ...operation }) =>
        method === 'POST' &&
        path.startsWith(`${list}/`) &&
        !path.includes('{') &&
        returns({ method, path, ...operation }, item),
    )
    return other ? [other] : []
  }

  return function sequenceTo(operation: FuzzOperation, { makes }: { makes: boolean }): FuzzOperation[] {
    const steps: FuzzOperation[] = []
    if (makes) {
      for (const [, item = ''] of operation.path.matchAll(/\/\{(\w+)\}/g)) {
        const list = operation.path.slice(0, operation.path.indexOf(`/{${item}}`))
        steps.push(...makersOf(list, item).filter((maker) => maker.id !== operation.id))
      }
    }
    for (const id of hintOf(operation).before ?? []) {
      const before = byId.get(id)
      if (!before) throw new Error(`The hint of ${operation.id} names ${id}, which is no operation.`)
      steps.push(...sequenceTo(before, { makes: false }))
    }
    return [...steps, operation]
  }
}
