import { type BodyOf, bodiesOf, type OperationDefinition, type ParamsOf, type QueryOf } from '@octavo/core/contract'

/** `{ [name]: T }`, omitted when the operation has no such part, optional when nothing in it is required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? object
  : undefined extends T
    ? { [N in Name]?: T }
    : keyof T extends never
      ? object
      : Record<never, never> extends T
        ? { [N in Name]?: T }
        : { [N in Name]: T }

/** The parameters of a call of an operation. */
export type RequestOf<D extends OperationDefinition> = Part<'params', ParamsOf<D>> &
  Part<'query', QueryOf<D>> &
  Part<'body', BodyOf<D>> & { signal?: AbortSignal; headers?: Readonly<Record<string, string>> }

export interface AnyRequest {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

/** The address of an operation with its parameters inserted. */
export function addressOf(
  operation: OperationDefinition,
  baseUrl: string,
  { params = {}, query = {} }: AnyRequest,
): string {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '')
      throw new TypeError(`The parameter "${name}" of ${operation.id} is missing.`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return `${baseUrl}${path}${text === '' ? '' : `?${text}`}`
}

/** The body in the first media type that the operation accepts. */
export function payloadOf(
  operation: OperationDefinition,
  body: unknown,
): { content: string; mediaType: string } | undefined {
  const mediaType = bodiesOf(operation)[0]?.[0]
  if (body === undefined || mediaType === undefined) return undefined
  if (mediaType === 'application/x-www-form-urlencoded') {
    return { content: new URLSearchParams(body as Record<string, string>).toString(), mediaType }
  }
  return { content: JSON.stringify(body), mediaType }
}
