import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** A reader loads at most this much before the first tile shows. */
const budgetBytes = 350_000
/** What an editor loads on top of that. */
const editorBudgetBytes = 250_000
const webFolder = join(import.meta.dirname, '..')
const entry = 'index.html'
const workbookPage = 'src/pages/Workbook.tsx'
const editorPage = 'src/pages/editor/index.ts'

let outDir: string
let manifest: Manifest

beforeAll(async () => {
  // The test runner sets `test`, which would build React for development.
  vi.stubEnv('NODE_ENV', 'production')
  outDir = await mkdtemp(join(tmpdir(), 'octavo-web-'))
  await build({ root: webFolder, logLevel: 'error', build: { outDir, emptyOutDir: true, manifest: true } })
  manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(outDir, { recursive: true, force: true })
})

/** A chunk and everything that it loads at once, not what it may load later. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

async function compressedBytes(file: string): Promise<number> {
  const bytes = await readFile(join(outDir, file))
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length
}

describe('the built app', () => {
  it('loads at most 350 kB compressed before the first tile of a workbook', async () => {
    const latin = (await readdir(join(outDir, 'assets'))).filter((name) => /inter-latin-wght-normal.*woff2/.test(name))
    expect(latin).toHaveLength(1)
    const files = [
      'index.html',
      'theme.js',
      'favicon.svg',
      ...filesOf(entry),
      ...filesOf(workbookPage),
      ...latin.map((name) => `assets/${name}`),
    ]
    const sizes = await Promise.all(
      [...new Set(files)].map(async (file) => ({ file, bytes: await compressedBytes(file) })),
    )
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(budgetBytes)
  })

  it('loads at most 250 kB compressed more for the editor, and only when it opens', async () => {
    const early = new Set([...filesOf(entry), ...filesOf(workbookPage)])
    expect(manifest[editorPage]?.isDynamicEntry).toBe(true)
    expect(early.has(manifest[editorPage]?.file ?? '')).toBe(false)
    const late = [...filesOf(editorPage)].filter((file) => !early.has(file))
    const sizes = await Promise.all(late.map(async (file) => ({ file, bytes: await compressedBytes(file) })))
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(editorBudgetBytes)
  })

  it.each([
    [workbookPage, 30],
    [editorPage, 65],
    ['src/pages/home/index.ts', 55],
    ['src/pages/administration/index.ts', 55],
  ])('waits for few files before %s is drawn', (page, most) => {
    const files = new Set([...filesOf(entry), ...filesOf(page)])
    expect(files.size, [...files].join('\n')).toBeLessThanOrEqual(most)
  })

  it.each([
    ['tables', /^src\/elements\/table\/TableContent\.tsx$/, 12],
    ['charts', /^_tiles-charts-[\w-]{8}\.js$/, 12],
    ['numbers', /^src\/elements\/kpi\/Kpi\.tsx$/, 4],
  ])('waits for few more files before %s are drawn', (_, pattern, most) => {
    const [name = ''] = Object.keys(manifest).filter((each) => pattern.test(each))
    const early = new Set([...filesOf(entry), ...filesOf(workbookPage)])
    const more = [...filesOf(name)].filter((file) => !early.has(file))
    expect(more.length, `${name}: ${more.join(', ')}`).toBeGreaterThan(0)
    expect(more.length, more.join('\n')).toBeLessThanOrEqual(most)
  })

  it('has no files that wait for each other', () => {
    const finished = new Set<string>()
    const walk = (name: string, path: readonly string[]) => {
      expect(path, [...path, name].join(' loads ')).not.toContain(name)
      if (finished.has(name)) return
      for (const imported of manifest[name]?.imports ?? []) walk(imported, [...path, name])
      finished.add(name)
    }
    for (const name of Object.keys(manifest)) walk(name, [])
  })

  it('loads a workbook without the chart library, the Markdown parser, home and administration', () => {
    const early = new Set([...filesOf(entry), ...filesOf(workbookPage)])
    for (const late of [
      'src/chart/chart-library.ts',
      'src/elements/text/rich-text.ts',
      'src/pages/frame/Frame.tsx',
      'src/pages/home/index.ts',
      'src/pages/administration/index.ts',
    ]) {
      expect(manifest[late]?.isDynamicEntry, late).toBe(true)
      expect(early.has(manifest[late]?.file ?? '')).toBe(false)
    }
  })

  it('loads nothing from other hosts', async () => {
    const page = await readFile(join(outDir, 'index.html'), 'utf8')
    expect(page).not.toMatch(/(?:src|href)="https?:/)
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  })
})
