import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packagesAtRunTime } from '../scripts/bundle/contents.ts'
import { type ArchiveFile, writeArchive } from '../scripts/release/archive.ts'
import { billOfMaterials } from '../scripts/release/bill-of-materials.ts'
import { filesOfPackage, mostMegabytes } from '../scripts/release/files.ts'
import { type LockPackages, packagesBesideBundle } from '../scripts/release/production-packages.ts'

describe('the archive of a release', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-release-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Equal files that were created at another time and are listed in another order. */
  async function archiveOf(name: string, time: Date, isBackwards: boolean): Promise<Buffer> {
    const from = join(folder, name)
    mkdirSync(from)
    const files = ['b.txt', 'a.txt'].map((file): ArchiveFile => {
      writeFileSync(join(from, file), `content of ${file}`)
      utimesSync(join(from, file), time, time)
      return { name: `octavo/${file}`, from: join(from, file) }
    })
    files.push(
      { name: 'octavo/start', content: '#!/bin/sh\n', isExecutable: true },
      { name: 'octavo/link', linkTo: 'a.txt' },
    )
    await writeArchive(join(folder, `${name}.tar.gz`), isBackwards ? files.reverse() : files)
    return readFileSync(join(folder, `${name}.tar.gz`))
  }

  it('has the same bytes whenever and wherever it is created', async () => {
    const first = await archiveOf('first', new Date('2020-01-01'), false)
    const second = await archiveOf('second', new Date('2026-01-01'), true)
    expect(first.length).toBeGreaterThan(100)
    expect(first.equals(second)).toBe(true)
  })
})

describe('the packages of a release', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: LockPackages & Record<string, { dev?: boolean }>
  }
  const packages = packagesBesideBundle(process.cwd(), lock.packages)
  const names = packages.map(({ name }) => name)

  it('are Node and what the bundle of the server loads, with their dependencies', () => {
    expect(names).toEqual(expect.arrayContaining(['@duckdb/node-api', '@node-rs/argon2', 'libpg-query', 'yaml']))
    for (const start of ['@duckdb/node-bindings-', '@resvg/resvg-js-', 'node-']) {
      expect(names.some((name) => name.startsWith(start))).toBe(true)
    }
  })

  it('contain no test tool, nothing that is in the bundle, and no library of the web app, which is already built', () => {
    expect(
      names.filter((name) =>
        /^(vitest|vite|rolldown|typescript|react|react-dom|@biomejs.*|playwright-core|fastify|kysely)$/.test(name),
      ),
    ).toEqual([])
    expect(packages.filter(({ folder }) => lock.packages[folder]?.dev === true)).toEqual([])
  })

  it('leave 29 MB of the largest release to the bundle and the built web app', () => {
    const bytes = packages.flatMap(filesOfPackage).reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes / 1_000_000).toBeLessThan(mostMegabytes - 29)
  })

  it('are all that sources find by name instead of importing them', () => {
    const sources = readdirSync('packages/server/src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/testing|\.test\.ts$/.test(file))
      .map((file) => readFileSync(join('packages/server/src', file), 'utf8').replace(/(from|import\()\s*'[^']+'/g, ''))
      .filter((source) => source.includes('createRequire('))
    const dependencies = Object.keys(lock.packages['packages/server']?.dependencies ?? {})
    const found = dependencies.filter((name) => sources.some((source) => new RegExp(`'${name}['/]`).test(source)))
    // Of the parser a release has the WebAssembly alone, compressed.
    expect(found.filter((name) => name !== '@polyglot-sql/sdk' && !packagesAtRunTime.includes(name))).toEqual([])
    expect(found).toEqual(expect.arrayContaining(['yaml', 'us-atlas', '@expo-google-fonts/inter']))
  })

  it('keep the map shapes that reports draw', () => {
    const source = readFileSync('packages/server/src/render/report/map-shapes.ts', 'utf8')
    const shapes = [...source.matchAll(/'([\w-]+\/[\w/-]+\.json)'/g)].map(([, path]) => `node_modules/${path}`)
    expect(shapes).toHaveLength(4)
    expect(packages.flatMap(filesOfPackage)).toEqual(expect.arrayContaining(shapes))
  })

  it('are all in the bill of materials, each with its version and checksum', () => {
    const bill = JSON.parse(billOfMaterials(process.cwd(), '0.0.0', packages)) as {
      components: { name: string; version?: string; hashes?: { alg: string; content: string }[] }[]
    }
    expect(bill.components.map(({ name }) => name)).toEqual(names)
    for (const { version, hashes } of bill.components) {
      expect(version).toMatch(/^\d+\./)
      expect(hashes?.[0]).toMatchObject({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) })
    }
  })
})
