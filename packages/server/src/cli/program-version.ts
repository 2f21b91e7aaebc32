import { readFileSync } from 'node:fs'

const packageFile = new URL('../../../../package.json', import.meta.url)

export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  return version
}
