import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveFile, writeArchive } from '../scripts/release/archive.ts'
import { billOfMaterials } from '../scripts/release/bill-of-materials.ts'
import { filesOfPackage, mostMegabytes } from '../scripts/release/files.ts'
import { type LockPackages, productionPackages } from '../scripts/release/production-packages.ts'

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
      { name: 'octavo/start', text: '#!/bin/sh\n', isExecutable: true },
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
  const packages = productionPackages(process.cwd(), lock.packages, ['packages/server', 'packages/core', ''])
  const names = packages.map(({ name }) => name)

  it('are the packages that the server needs, with their dependencies', () => {
    expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', '@duckdb/node-api', 'typebox', 'd3-format']))
    expect(names.some((name) => name.startsWith('@duckdb/node-bindings-'))).toBe(true)
  })

  it('contain no test tool and no library of the web app, which is already built', () => {
    expect(
      names.filter((name) => /^(vitest|vite|typescript|react|react-dom|@biomejs.*|playwright-core)$/.test(name)),
    ).toEqual([])
    expect(packages.filter(({ folder }) => lock.packages[folder]?.dev === true)).toEqual([])
  })

  it('leave 18 MB of the largest release to the sources and the built web app', () => {
    const bytes = packages.flatMap(filesOfPackage).reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes / 1_000_000).toBeLessThan(mostMegabytes - 18)
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
