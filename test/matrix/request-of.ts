import { type OperationDefinition, pathNames } from '@octavo/core/contract'
import { idsOfPath, requests } from './resources.ts'
import type { Things, World } from './world.ts'

/** The path of an operation with ids of existing objects, which are created if necessary. */
export async function pathOf(
  operation: OperationDefinition,
  things: Things,
  world: World,
  ids: Record<string, string> = {},
): Promise<string> {
  let path = operation.path
  for (const name of pathNames(path)) {
    const make = idsOfPath[name]
    if (!make) throw new Error(`No file in test/matrix/resources has an id for "${name}".`)
    path = path.replace(`{${name}}`, encodeURIComponent(ids[name] ?? (await make(things, world))))
  }
  return path
}

/** A request of the operation that succeeds for a user who may do it. */
export async function requestOf(operation: OperationDefinition, things: Things, world: World) {
  const { body, query = '', ids } = (await requests[operation.id]?.(things, world)) ?? {}
  return { path: await pathOf(operation, things, world, ids), query, body }
}
