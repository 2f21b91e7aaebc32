/** Prints the longest sources of the packages: `node scripts/long-files.ts [lines]`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')

export interface LongFile {
  /** `packages/server/src/...`, with slashes on every platform. */
  file: string
  lines: number
}

/** Sources of all packages with more than the given number of lines, the longest first; without tests and files that only tests use. */
export function longFiles(moreThan: number): LongFile[] {
  return readdirSync(join(root, 'packages'))
    .flatMap((name) => sourcesIn(join(root, 'packages', name, 'src')))
    .map((file) => ({
      file: relative(root, file).replaceAll('\\', '/'),
      lines: readFileSync(file, 'utf8').trimEnd().split('\n').length,
    }))
    .filter(({ lines }) => lines > moreThan)
    .sort((a, b) => b.lines - a.lines)
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$|(^|[\\/])testing/.test(file))
    .map((file) => join(folder, file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = longFiles(Number(process.argv[2] ?? '400'))
  for (const { file, lines } of found) console.log(`${lines} ${file}`)
  console.log(`${found.length} files`)
}
