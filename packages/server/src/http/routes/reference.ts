import { getOpenApi, getOpenApiOfVersion, openApiOf, operations } from '@octavo/core/contract'
import { handle, type Route } from '../handle.ts'

/** The contract as OpenAPI, made when somebody first asks. */
export function referenceRoutes({ version }: { version: string }): Route[] {
  let made: { openapi: string; paths: Record<string, unknown> } | undefined
  const document = () => {
    made ??= openApiOf(operations, version) as { openapi: string; paths: Record<string, unknown> }
    return made
  }
  return [handle(getOpenApi, document), handle(getOpenApiOfVersion, document)]
}
