/** Which tests import a file, directly or through others. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

/** For each file of the repository the tests that reach it by imports, the nearest first. */
export function testReach(root: string): (file: string) => string[] {
  const files = ['packages', 'test', 'scripts'].flatMap((folder) => sourcesBelow(join(root, folder)))
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = resolved(root, file, specifier)
      if (target && known.has(target)) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return (file) => {
    const found: string[] = []
    const seen = new Set([join(root, file)])
    let nearest = [join(root, file)]
    while (nearest.length > 0) {
      const next = [...new Set(nearest.flatMap((each) => importers.get(each) ?? []))].filter((each) => !seen.has(each))
      for (const each of next) seen.add(each)
      found.push(...next.filter((each) => /\.test\.tsx?$/.test(each)).sort())
      nearest = next
    }
    return found.map((test) => relative(root, test))
  }
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(file))
    .map((file) => join(folder, file))
}

/** Parts of core are imported by package name. */
function resolved(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  const part = /^@octavo\/core\/(\w+)$/.exec(specifier)?.[1]
  return part === undefined ? undefined : join(root, 'packages/core/src', part, 'index.ts')
}
