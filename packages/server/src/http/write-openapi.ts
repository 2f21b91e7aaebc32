import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiOf, operations } from '@octavo/core/contract'

const root = new URL('../../../../', import.meta.url)

/** The text of openapi.json in the root of the repository. */
export function openApiText(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  return `${JSON.stringify(openApiOf(operations, version), null, 2)}\n`
}

/** Writes openapi.json; `node packages/server/src/http/write-openapi.ts`. */
export function writeOpenApi(): void {
  writeFileSync(new URL('openapi.json', root), openApiText())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeOpenApi()
