/**
 * A release for this platform: `npm run pack -- [--key signing-key.pem] [--to folder]`. Writes an archive with the built web app, the
 * sources of the server, Node and the required packages. Next to it are a bill of materials, the SHA-256 of both, and with `--key`
 * (Ed25519, PEM) a detached signature of the archive. The archive is reproducible: the same sources and packages result in the same bytes.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWebBuilt, root, serverFlags } from './lib/setup.mjs'
import { type ArchiveFile, writeArchive } from './release/archive.ts'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { filesBelow, filesOfPackage, mostMegabytes } from './release/files.ts'
import { type LockPackages, productionPackages } from './release/production-packages.ts'

const { values } = parseArgs({ options: { key: { type: 'string' }, to: { type: 'string', default: 'release' } } })
ensureWebBuilt()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockPackages }
const packages = productionPackages(root, lock.packages, ['packages/server', 'packages/core', ''])
const name = `octavo-${version}-${process.platform}-${process.arch}`
const target = resolve(root, values.to)
mkdirSync(target, { recursive: true })

const bill = billOfMaterials(root, version, packages)
const files: ArchiveFile[] = [
  ...packages.flatMap(filesOfPackage),
  ...['core', 'server'].flatMap((part) => [
    `packages/${part}/package.json`,
    ...filesBelow(`packages/${part}/src`).filter((file) => !/\.test\.ts$|\/testing(-[a-z]+)*(\/|\.ts$)/.test(file)),
  ]),
  ...filesBelow('packages/web/dist').filter((file) => !file.endsWith('/.build')),
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/operations.md'],
].map((file) => ({ name: `${name}/${file}`, from: join(root, file) }))
const nodeFolder = packages.find(({ name: each }) => /^node-(bin-)?(linux|darwin|win)/.test(each))?.folder
if (nodeFolder === undefined) throw new Error(`There is no package of Node for ${process.platform} ${process.arch}.`)
files.push(
  {
    name: `${name}/package.json`,
    text: `${JSON.stringify({ name: 'octavo', version, type: 'module', private: true })}\n`,
  },
  { name: `${name}/sbom.cdx.json`, text: bill },
  { name: `${name}/node_modules/@octavo/core`, linkTo: '../../packages/core' },
  { name: `${name}/octavo`, text: launcher(nodeFolder), isExecutable: true },
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
  `${packages.length} packages in the bill of materials; ${values.key === undefined ? 'not signed' : 'signed'}`,
)
if (megabytes(sizeBytes) > mostMegabytes) {
  console.error(`The release is larger than ${mostMegabytes} MB.`)
  process.exitCode = 1
}

/** A script that starts the server with the Node of the release; the default data folder is ./data. */
function launcher(node: string): string {
  return `#!/bin/sh
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
export OCTAVO_DATA="\${OCTAVO_DATA:-$PWD/data}"
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$OCTAVO_DATA/cache/compile}"
exec "$here/${node}/bin/node" ${serverFlags.join(' ')} "$here/packages/server/src/cli/main.ts" "\${@:-serve}"
`
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
