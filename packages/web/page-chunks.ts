import { build, type InlineConfig, type Rollup } from 'vite'

const start = '/index.html'

/** The pages that people open most. What only other pages load at once is kept apart for all of these together. */
const mainPages: Readonly<Record<string, string>> = {
  '/src/pages/Workbook.tsx': 'workbook',
  '/src/pages/editor/index.ts': 'editor',
  '/src/pages/frame/Frame.tsx': 'frame',
  '/src/pages/home/index.ts': 'home',
  '/src/pages/administration/index.ts': 'administration',
}
const nameOfPage = (module: string) => Object.entries(mainPages).find(([end]) => module.endsWith(end))?.[1] ?? 'others'

/** Throws for a main page that is not among the pages of the app, such as a file that was renamed: its chunk would silently join the others. */
export function requireMainPages(modules: readonly string[]): void {
  const missing = Object.keys(mainPages).filter((end) => !modules.some((module) => module.endsWith(end)))
  if (missing.length > 0) {
    throw new Error(`No page of the app begins with ${missing.join(', ')}: correct \`mainPages\` in page-chunks.ts.`)
  }
}

/** The elements that most dashboards have. Their code is fetched once the document is known, so each of them is a few files as well. */
const tiles: Readonly<Record<string, string>> = {
  '/src/elements/chart/Drawing.tsx': 'charts',
  '/src/elements/table/TableContent.tsx': 'tables',
}

/** Menus, dialogs and fields. Nearly every part that is loaded later needs some of those that the editor, or a page of lists, needs at once. */
const ofInterface = /node_modules\/(?:@base-ui|@floating-ui|tabbable|reselect)\/|packages\/web\/src\/(?:ui|forms)\//

type Chunk = Rollup.OutputChunk
type Chunks = ReadonlyMap<string, Chunk>

/**
 * The name of the chunk for modules that pages load at once: the modules with the same pages are one chunk. The bundler alone makes a chunk
 * for each set of the three hundred parts that are loaded later, and a page waited for 80 files before it was drawn. A module that a part of
 * another page needs too stays in the bundler's chunk, so that the part does not bring along the rest, except for the interface.
 * Read from a first build, because only the bundler knows which modules a page still needs when unused code has been removed.
 */
export async function pageChunks(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const chunks = await chunksOf(config)
  const always = closureOf(chunks, start)
  const modules = pageModules(chunks, always)
  requireMainPages(modules)
  const pages = modules.map((module) => ({
    page: nameOfPage(module),
    closure: closureOf(chunks, module),
  }))
  const pagesOf = new Map<Chunk, Set<string>>()
  for (const { page, closure } of pages) {
    for (const chunk of closure) pagesOf.set(chunk, (pagesOf.get(chunk) ?? new Set()).add(page))
  }
  const ofParts = new Set<Chunk>()
  const ofLists = new Set<Chunk>()
  for (const { page, closure } of pages) {
    const isOfLists = page === 'home' || page === 'administration'
    for (const chunk of partsOf(chunks, closure, always)) {
      if (isOfLists) ofLists.add(chunk)
      if (!pagesOf.get(chunk)?.has(page)) ofParts.add(chunk)
    }
  }
  const tilesOf = new Map<Chunk, string[]>()
  for (const [module, tile] of Object.entries(tiles)) {
    for (const chunk of closureOf(chunks, module, containing)) tilesOf.set(chunk, [...(tilesOf.get(chunk) ?? []), tile])
  }
  const nameOf = (chunk: Chunk, module: string): string | null => {
    if (always.has(chunk)) return 'start'
    const of = pagesOf.get(chunk) ?? new Set()
    if (of.size > 0 && !ofParts.has(chunk)) return [...of].sort().join('-')
    const mayJoinTiles = !of.has('workbook') && !ofLists.has(chunk) && (of.size === 0 || !ofInterface.test(module))
    if (mayJoinTiles && tilesOf.has(chunk)) {
      return ['tiles', ...(tilesOf.get(chunk) ?? []), ...[...of].sort()].join('-')
    }
    if (!ofInterface.test(module) || of.has('workbook')) return null
    if (of.size === 0) return null
    return of.has('editor') ? 'interface' : 'interface-of-lists'
  }
  return new Map(
    [...new Set([...always, ...pagesOf.keys(), ...tilesOf.keys()])].flatMap((chunk) =>
      modulesOf(chunk).flatMap((module) => {
        const name = nameOf(chunk, module)
        return name === null ? [] : [[module, name] as const]
      }),
    ),
  )
}

async function chunksOf(config: InlineConfig): Promise<Chunks> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })) as Rollup.RollupOutput
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

/** The modules of all pages: the start loads them by the address. */
function pageModules(chunks: Chunks, always: ReadonlySet<Chunk>): string[] {
  return [...always]
    .flatMap(({ dynamicImports }) => dynamicImports.map((file) => chunks.get(file)?.facadeModuleId ?? ''))
    .filter((module) => module.includes('/src/pages/'))
}

/** A module that begins a chunk stays in a small one of its own, which others can load by its name. */
const modulesOf = ({ moduleIds, facadeModuleId }: Chunk) =>
  moduleIds.filter((module) => module !== facadeModuleId && !module.endsWith('/src/main.tsx'))

type IsOf = (chunk: Chunk, module: string) => boolean
const beginning: IsOf = ({ facadeModuleId }, module) => facadeModuleId?.endsWith(module) ?? false
/** What other modules import too begins no chunk. */
const containing: IsOf = ({ moduleIds }, module) => moduleIds.some((each) => each.endsWith(module))

/** The chunk that a module begins or is in, and all that it loads at once. */
function closureOf(chunks: Chunks, module: string, isOf: IsOf = beginning): ReadonlySet<Chunk> {
  const first = [...chunks.values()].find((chunk) => isOf(chunk, module))
  if (!first) throw new Error(`The build has no chunk with ${module}.`)
  return reached(chunks, [first], ({ imports }) => imports)
}

/** What a page that has loaded these chunks may load later, without going to another page. */
function partsOf(chunks: Chunks, loaded: ReadonlySet<Chunk>, always: ReadonlySet<Chunk>): ReadonlySet<Chunk> {
  return reached(chunks, loaded, (chunk) =>
    always.has(chunk) ? chunk.imports : [...chunk.imports, ...chunk.dynamicImports],
  )
}

function reached(chunks: Chunks, from: Iterable<Chunk>, next: (chunk: Chunk) => readonly string[]): ReadonlySet<Chunk> {
  const all = new Set(from)
  for (const chunk of all) {
    for (const file of next(chunk)) {
      const imported = chunks.get(file)
      if (imported) all.add(imported)
    }
  }
  return all
}
