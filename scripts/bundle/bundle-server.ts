/**
 * Bundles the server: `node scripts/bundle/bundle-server.ts`, which `npm start`, `npm run octavo` and `npm run pack` run when the sources
 * changed. Writes packages/server/dist with the folders of packages/server/src: the program, its threads and child processes, its
 * migrations, and the chunks that they share. See docs/decisions/0230-server-in-one-bundle.md.
 */
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { namesFile, tableOf } from '../../packages/server/src/cli/source-traces.ts'
import { root } from '../lib/setup.mjs'
import { type BundleContents, contentsFile, isLoadedAtRunTime, serverBundle } from './contents.ts'
import { lineTables } from './line-tables.ts'
import { placesOfSources } from './places.ts'

const sources = join(root, 'packages', 'server', 'src')
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => !/(^|\/)testing/.test(file))

/** What Node starts, and what is loaded by its path. */
const isEntry = (file: string) =>
  file === 'cli/main.ts' || /-worker\.ts$/.test(file) || /^store\/migrations\/\d{4}-[^/]*(?<!\.test)\.ts$/.test(file)
/** Files that the program reads beside its modules. */
const isRead = (file: string) => /\.\w+$/.test(file) && !/\.(ts|md)$/.test(file)

const bundle = await rolldown({
  input: Object.fromEntries(files.filter(isEntry).map((file) => [file.slice(0, -'.ts'.length), join(sources, file)])),
  cwd: root,
  platform: 'node',
  external: (id) => isLoadedAtRunTime(id),
  plugins: [placesOfSources(sources)],
  preserveEntrySignatures: 'strict',
  // A line that `placesOfSources` changed keeps its number, and traces name lines only.
  checks: { sourcemapBroken: false },
  logLevel: 'warn',
})
const folder = `${join(root, serverBundle)}.${process.pid}`
const { output } = await bundle.generate({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  sourcemap: 'hidden',
  keepNames: true,
  comments: false,
  // V8 keeps a text in half of the memory when it has only ASCII. The lines stay, for traces and for people.
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: false, asciiOnly: true } },
})
await bundle.close()
write(output.filter((each) => each.type === 'chunk'))

/** Writes everything beside the folder of the bundle first, so that a failed build leaves the one before it. */
function write(chunks: readonly OutputChunk[]): void {
  const target = join(root, serverBundle)
  const tables = lineTables(folder)
  rmSync(folder, { recursive: true, force: true })
  for (const chunk of chunks) {
    const file = join(folder, chunk.fileName)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, chunk.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
    const table = tables.tableOf(chunk)
    if (table) writeFileSync(tableOf(file), table)
  }
  writeFileSync(join(folder, namesFile), JSON.stringify(tables.names()))
  for (const file of files.filter(isRead)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(sources, file), join(folder, file))
  }
  writeFileSync(join(folder, contentsFile), `${JSON.stringify(contentsOf(chunks), null, 2)}\n`)
  rmSync(target, { recursive: true, force: true })
  renameSync(folder, target)
}

function contentsOf(chunks: readonly OutputChunk[]): BundleContents {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => id.slice(root.length + 1)))
  const bundled = modules.flatMap(
    (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? [],
  )
  const loaded = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter(isLoadedAtRunTime)
  return { bundled: [...new Set(bundled)].sort(), loaded: [...new Set(loaded)].sort() }
}
