/** The content of a release as CycloneDX: exactly the packages that are in it, with their checksums and licences. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductionPackage } from './production-packages.ts'

export function billOfMaterials(root: string, version: string, packages: readonly ProductionPackage[]): string {
  const components = packages.map(({ folder, name, entry }) => {
    const { license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { license?: unknown }
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${entry.version}`
    return {
      type: 'library',
      'bom-ref': `${purl}#${folder}`,
      name,
      version: entry.version,
      purl,
      ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
      ...(entry.integrity === undefined ? {} : { hashes: [hashOf(entry.integrity)] }),
    }
  })
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'octavo', version, 'bom-ref': `octavo@${version}` } },
    components,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** `sha512-<base64>` of the lock file. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/)
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}
