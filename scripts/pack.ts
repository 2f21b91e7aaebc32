/**
 * A release for this platform: `npm run pack -- [--key signing-key.pem] [--to folder]`. Writes an archive with the built web app, the
 * bundle of the server, Node and the packages that the bundle loads. Next to it are a bill of materials, the SHA-256 of both, and with `--key`
 * (Ed25519, PEM) a detached signature of the archive. The archive is reproducible: the same sources and packages result in the same bytes.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { compressedParser, parserModule } from '../packages/server/src/connectors/parser-program.ts'
import { type BundleContents, contentsFile, serverBundle } from './bundle/contents.ts'
import { ensureServerBuilt, ensureWebBuilt, program, root, serverFlags } from './lib/setup.mjs'
import { type ArchiveFile, writeArchive } from './release/archive.ts'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { filesBelow, filesOfPackage, licencesOfPackage, mostMegabytes } from './release/files.ts'
import { byFolder, type LockPackages, packagesBesideBundle, packagesInBundle } from './release/production-packages.ts'

const { values } = parseArgs({ options: { key: { type: 'string' }, to: { type: 'string', default: 'release' } } })
ensureWebBuilt()
ensureServerBuilt()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockPackages }
const contents = JSON.parse(readFileSync(join(root, serverBundle, contentsFile), 'utf8')) as BundleContents
const beside = packagesBesideBundle(root, lock.packages)
const inside = packagesInBundle(lock.packages, contents).filter(
  ({ folder }) => !beside.some((each) => each.folder === folder),
)
const packages = byFolder([...beside, ...inside])
const name = `octavo-${version}-${process.platform}-${process.arch}`
const target = resolve(root, values.to)
mkdirSync(target, { recursive: true })

const bill = billOfMaterials(root, version, packages)
const files: ArchiveFile[] = [
  ...beside.flatMap(filesOfPackage),
  ...[serverBundle, 'packages/web/dist'].flatMap(filesBelow).filter((file) => !file.endsWith('/.build')),
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/operations.md'],
].map((file) => ({ name: `${name}/${file}`, from: join(root, file) }))
const nodeFolder = beside.find(({ name: each }) => /^node-(bin-)?(linux|darwin|win)/.test(each))?.folder
const licences = inside.flatMap(licencesOfPackage)
if (nodeFolder === undefined) throw new Error(`There is no package of Node for ${process.platform} ${process.arch}.`)
files.push(
  ...licences.map((file) => ({
    name: `${name}/licenses/${file.replace('node_modules/', '')}`,
    from: join(root, file),
  })),
  {
    name: `${name}/package.json`,
    content: `${JSON.stringify({ name: 'octavo', version, type: 'module', private: true })}\n`,
  },
  { name: `${name}/sbom.cdx.json`, content: bill },
  { name: `${name}/${serverBundle}/connectors/${compressedParser}`, content: compressedParserProgram() },
  { name: `${name}/octavo`, content: launcher(nodeFolder), isExecutable: true },
)

const archive = join(target, `${name}.tar.gz`)
const sizeBytes = await writeArchive(archive, files)
writeFileSync(join(target, `${name}.cdx.json`), bill)
const sums = [`${name}.tar.gz`, `${name}.cdx.json`].map((file) => `${digestOf(join(target, file))}  ${file}`)
writeFileSync(join(target, `${name}.sha256`), `${sums.join('\n')}\n`)
if (values.key !== undefined) {
  const signature = sign(null, readFileSync(archive), createPrivateKey(readFileSync(values.key)))
  writeFileSync(`${archive}.sig`, signature)
}
const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
console.log(
  `${relative(process.cwd(), archive)}: ${megabytes(statSync(archive).size)} MB, ${megabytes(sizeBytes)} MB unpacked`,
)
console.log(
  `${packages.length} packages in the bill of materials, ${inside.length} of them in the bundle; ${values.key === undefined ? 'not signed' : 'signed'}`,
)
if (megabytes(sizeBytes) > mostMegabytes) {
  console.error(`The release is larger than ${mostMegabytes} MB.`)
  process.exitCode = 1
}

function compressedParserProgram(): Buffer {
  const file = createRequire(join(root, 'packages/server/package.json')).resolve(parserModule)
  return zstdCompressSync(readFileSync(file), { params: { [constants.ZSTD_c_compressionLevel]: 10 } })
}

/** A script that starts the server with the Node of the release; the default data folder is ./data. */
function launcher(node: string): string {
  return `#!/bin/sh
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
export OCTAVO_DATA="\${OCTAVO_DATA:-$PWD/data}"
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$OCTAVO_DATA/cache/compile}"
exec "$here/${node}/bin/node" ${serverFlags.join(' ')} "$here/${program}" "\${@:-serve}"
`
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
