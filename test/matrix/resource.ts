import type { Asked, Own } from './bodies.ts'
import type { Things, World } from './world.ts'

/** The parts of a request besides the ids in its path. */
export interface Request {
  body?: unknown
  /** Including `?`. */
  query?: string
  /** Ids in the path that differ from those in `ids`. */
  ids?: Record<string, string>
}

type ByOperation<T> = { readonly [operationId: string]: T }

/** What the suites of this folder and of test/contract need to know about the operations of one resource. Every field can be omitted. */
export interface Resource {
  /**
   * One line for each operation: the status for each kind of viewer (defined in world.ts), then the status for `edit` on an archived object
   * and on a tagged version; - when the object cannot be in that state. `foreign` is the administrator of another organization: 200 is about
   * that organization only. Requests without a token, with an expired token or by a disabled member get 401 everywhere, which needs no
   * column.
   */
  rights?: string
  /** The id for a name in a path. */
  ids?: { readonly [name: string]: (things: Things, world: World) => string | Promise<string> }
  /** Other objects that an id in the path may refer to, whose responses for callers who may not see them are the same. */
  alsoIds?: { readonly [name: string]: readonly ((things: Things) => Promise<string>)[] }
  /** The kind of the object, when it is in the query or the body, or is determined by a related object. */
  objectOf?: ByOperation<'document' | 'file'>
  /** The smallest valid request of each operation that needs a body, a query or other ids. */
  requests?: ByOperation<(things: Things, world: World) => Request | Promise<Request>>
  /** Requests of a user with the account type Build about their own objects that also contain the `id` of an object that they may not see. */
  nested?: { readonly [name: string]: (own: Own, things: Things, world: World) => Promise<[id: string, Asked]> }
  /** The status for users who may organize the shared folder, when it differs from users who may explore it. */
  addsToFolders?: ByOperation<number>
  /** Actions without an audit event, each with its reason. Every other change has one. */
  writesNothing?: ByOperation<string>
  /** Actions whose events contain no values before and after, and why. */
  auditsNoChange?: ByOperation<string>
  /** Fields that only the response of a dry run has: the effects of the change, which are useless after it. */
  addsToDryRuns?: ByOperation<readonly string[]>
  /** POST operations that accept no Idempotency-Key, each with its reason. */
  withoutKey?: ByOperation<string>
  /** Operations under the API's prefix that the published contract does not have, and why (test/contract). */
  notPublished?: ByOperation<string>
  /** Operations that read one object and have no ETag: the object is not a document, or the response has no contents of one. */
  withoutEtag?: readonly string[]
}

/** Checks the fields of a resource; each file in `resources/` exports one. */
export function resource(definition: Resource): Resource {
  return definition
}

/** What the dry run of a source swap shows. */
export const swapEffects = ['brokenFormulas', 'resolved', 'unresolved']
/** What the dry run of a whole document shows. */
export const verdict = ['valid']
