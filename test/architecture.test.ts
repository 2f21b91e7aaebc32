import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importCircles, packageFolders } from '../scripts/import-circles.ts'

/** Parts of each package, lowest first: a part may import only the parts before it in its list. */
const parts = {
  core: [
    'errors',
    'csv',
    'types',
    'format',
    'access',
    'sql',
    'formula',
    'document',
    'plan',
    'chart',
    'display',
    'jobs',
    'contract',
  ],
  server: [
    'config',
    'secrets',
    'store',
    'blobs',
    'queue',
    'outbound',
    'connectors',
    'catalog',
    'access',
    'audit',
    'cache',
    'render',
    'services',
    'http',
    'composition',
    'cli',
  ],
  web: ['i18n', 'api', 'ui', 'forms', 'grid', 'chart', 'formula-editor', 'editor', 'elements', 'pages'],
}
/** Which packages a package may import. */
const packages: Record<string, string[]> = {
  core: [],
  client: ['core'],
  server: ['core'],
  web: ['core', 'client'],
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

interface Import {
  from: string
  specifier: string
  isTypeOnly: boolean
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist') yield* sources(path)
    } else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(import|export)(\s+type)?\b[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s+'([^']+)'/g
  for (const match of text.matchAll(pattern)) {
    const specifier = match[3] ?? match[4] ?? match[5]
    if (specifier) found.push({ from: file, specifier, isTypeOnly: match[2] !== undefined })
  }
  return found
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /[\\/]testing(-[a-z]+)?([\\/]|\.ts$)/.test(file)

function partOf(packageName: string, file: string): string {
  const [first = ''] = relative(join(root, 'packages', packageName, 'src'), file).split(sep)
  return first.replace(/\.tsx?$/, '')
}

/** Imports inside a package of a part that comes later, or that bypass the index of a part that has one. */
function violations(packageName: keyof typeof parts): string[] {
  const order = parts[packageName]
  const found: string[] = []
  for (const file of sources(join(root, 'packages', packageName, 'src'))) {
    if (isTest(file)) continue
    const part = partOf(packageName, file)
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue
      const target = resolve(dirname(file), specifier)
      const targetPart = partOf(packageName, target)
      if (targetPart === part || !order.includes(part) || !order.includes(targetPart)) continue
      if (order.indexOf(targetPart) > order.indexOf(part)) {
        found.push(`${relative(root, file)} imports ${targetPart}, which lies above ${part}`)
      }
      if (packageName === 'core' && !target.endsWith(join(targetPart, 'index.ts'))) {
        found.push(`${relative(root, file)} imports ${specifier} past the index of ${targetPart}`)
      }
    }
  }
  return found
}

describe('the architecture', () => {
  test.each(Object.keys(parts) as (keyof typeof parts)[])('%s: a part imports only parts below it', (packageName) => {
    expect(violations(packageName)).toEqual([])
  })

  test.each(['core', 'server'] as const)('%s: every folder is a part of the list', (packageName) => {
    const folders = readdirSync(join(root, 'packages', packageName, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
    expect(folders.filter((folder) => !parts[packageName].includes(folder))).toEqual([])
  })

  test.each(Object.entries(packages))(
    '%s imports only the packages it may, and through their exports',
    (name, allowed) => {
      const found: string[] = []
      for (const file of sources(join(root, 'packages', name, 'src'))) {
        for (const { specifier } of importsOf(file)) {
          const other = /^@octavo\/([a-z]+)/.exec(specifier)?.[1]
          if (other && other !== name && !allowed.includes(other))
            found.push(`${relative(root, file)} imports ${specifier}`)
          if (
            specifier.startsWith('.') &&
            !resolve(dirname(file), specifier).startsWith(join(root, 'packages', name))
          ) {
            found.push(`${relative(root, file)} leaves its package with ${specifier}`)
          }
        }
      }
      expect(found).toEqual([])
    },
  )

  test('core is pure: it imports no Node module and no browser library', () => {
    const found: string[] = []
    for (const file of sources(join(root, 'packages/core/src'))) {
      if (isTest(file)) continue
      for (const { specifier } of importsOf(file)) {
        if (specifier.startsWith('node:') || /^(react|fastify|kysely|pg)\b/.test(specifier)) {
          found.push(`${relative(root, file)} imports ${specifier}`)
        }
      }
    }
    expect(found).toEqual([])
  })

  test('every file of services is in the folder of a subject', () => {
    const folder = join(root, 'packages/server/src/services')
    expect([...sources(folder)].filter((file) => dirname(file) === folder)).toEqual([])
  })

  test.each(packageFolders)('files of %s do not import each other in circles, types included', (folder) => {
    // `npm run circles` prints the files.
    expect(importCircles(join(root, folder))).toEqual([])
  })

  test('the folders of plan import only folders before them; its root, which compiles, imports all', () => {
    const order = ['model', 'analyse', 'stage', 'passes', 'emit']
    const folder = join(root, 'packages/core/src/plan')
    const rankOf = (file: string) => {
      const [first = ''] = relative(folder, file).split(sep)
      return /\.ts$/.test(first) ? order.length : order.indexOf(first)
    }
    const found: string[] = []
    for (const file of sources(folder)) {
      if (isTest(file)) continue
      if (rankOf(file) < 0) found.push(`${relative(root, file)} lies in a folder that is not in the order`)
      for (const { specifier } of importsOf(file)) {
        const target = resolve(dirname(file), specifier)
        if (!specifier.startsWith('.') || !target.startsWith(folder + sep) || rankOf(target) <= rankOf(file)) continue
        found.push(`${relative(folder, file)} imports ${relative(folder, target)}`)
      }
    }
    expect(found).toEqual([])
  })

  test('the subjects of services use each other without circles, types included', () => {
    const folder = join(root, 'packages/server/src/services')
    const graph = new Map<string, Set<string>>()
    for (const file of sources(folder)) {
      if (isTest(file)) continue
      const subject = relative(folder, dirname(file))
      const targets = graph.get(subject) ?? new Set()
      graph.set(subject, targets)
      for (const { specifier } of importsOf(file)) {
        if (!specifier.startsWith('.')) continue
        const target = dirname(resolve(dirname(file), specifier))
        if (target.startsWith(folder + sep) && relative(folder, target) !== subject)
          targets.add(relative(folder, target))
      }
    }
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (subject: string, trail: string[]) => {
      if (trail.includes(subject)) {
        circles.push([...trail.slice(trail.indexOf(subject)), subject].join(' -> '))
        return
      }
      if (done.has(subject)) return
      for (const target of graph.get(subject) ?? []) visit(target, [...trail, subject])
      done.add(subject)
    }
    for (const subject of graph.keys()) visit(subject, [])
    expect(circles).toEqual([])
  })

  test('only these files run statements of users: they acquire a session, add the comment, set the budget and release the session', () => {
    const folder = join(root, 'packages/server/src/services')
    const found = [...sources(folder)].filter(
      (file) =>
        !isTest(file) && /\.acquire\(|session\??\.(query|formatRows)\b|\bcommented\(/.test(readFileSync(file, 'utf8')),
    )
    expect(found.map((file) => relative(folder, file)).sort()).toEqual([
      // Checks whether a platform responds, before there is a connection with a pool.
      'connections/connection-test.ts',
      // Reads the complete result of a statement. A separate file, so that the same function reads the sides of a statement.
      'queries/prepared-statements.ts',
      'queries/statement-comment.ts',
      'queries/statements.ts',
    ])
  })

  test('imports contain the extension of the file', () => {
    const found: string[] = []
    for (const name of Object.keys(packages)) {
      for (const file of sources(join(root, 'packages', name, 'src'))) {
        for (const { specifier } of importsOf(file)) {
          if (specifier.startsWith('.') && !/\.(tsx?|json|css|svg)$/.test(specifier)) {
            found.push(`${relative(root, file)} imports ${specifier}`)
          }
        }
      }
    }
    expect(found).toEqual([])
  })
})
