/**
 * Prints the files of each package that import each other in a circle, including type imports: `npm run circles`, or with the folders to
 * look at behind `--`. Exits with 1 when there are any. Tests are excluded, since nothing imports them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g

/** The folders of sources in which no file may import itself through others. */
export const packageFolders = ['core', 'server', 'client', 'web'].map((name) => `packages/${name}/src`)

/** Groups of files in which each file reaches all others, largest first. */
export function importCircles(folder: string): string[][] {
  const root = resolve(folder)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(root, file))
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file).filter((target) => known.has(target))]))
  const circles = componentsOf(files, (file) => imports.get(file) ?? []).filter((group) => group.length > 1)
  return circles
    .map((group) => group.map((file) => relative(root, file)).sort())
    .sort((a, b) => b.length - a.length || (a[0] ?? '').localeCompare(b[0] ?? ''))
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(IMPORT)].map(([, target = '']) => resolve(dirname(file), target))
}

/** Strongly connected components, by Tarjan's algorithm. */
function componentsOf(nodes: readonly string[], next: (node: string) => readonly string[]): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const components: string[][] = []
  const visit = (node: string) => {
    const place = order.size
    order.set(node, place)
    lowest.set(node, place)
    open.push(node)
    isOpen.add(node)
    for (const target of next(node)) {
      if (!order.has(target)) visit(target)
      const reached = order.has(target) && isOpen.has(target) ? (lowest.get(target) ?? place) : place
      lowest.set(node, Math.min(lowest.get(node) ?? place, reached))
    }
    if (lowest.get(node) !== place) return
    const component: string[] = []
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      isOpen.delete(member)
      component.push(member)
      if (member === node) break
    }
    components.push(component)
  }
  for (const node of nodes) if (!order.has(node)) visit(node)
  return components
}

if (import.meta.main) {
  const folders = process.argv.slice(2)
  const circles = (folders.length > 0 ? folders : packageFolders).flatMap(importCircles)
  for (const circle of circles) process.stdout.write(`${circle.length} files: ${circle.join(', ')}\n`)
  process.stdout.write(`${circles.length} circles\n`)
  process.exitCode = circles.length > 0 ? 1 : 0
}
