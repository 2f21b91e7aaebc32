/** Which installed packages a release contains, from the lock file. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BundleContents, packagesAtRunTime } from '../bundle/contents.ts'

export interface LockEntry {
  version?: string
  integrity?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type LockPackages = Readonly<Record<string, LockEntry>>

export interface ProductionPackage {
  /** Folder from the root: `node_modules/pg`. */
  folder: string
  name: string
  entry: LockEntry
}

/** A package that a workspace imports. */
export interface Need {
  holder: string
  name: string
}

/** These packages and everything that they depend on, as far as it is installed, by folder. Packages for other platforms are not. */
export function productionPackages(root: string, packages: LockPackages, needs: readonly Need[]): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>()
  const waiting = [...needs]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = resolved(packages, next.holder, next.name)
    const entry = folder === undefined ? undefined : packages[folder]
    if (folder === undefined || !entry || entry.link || found.has(folder) || !existsSync(join(root, folder))) continue
    found.set(folder, { folder, name: nameOf(folder), entry })
    waiting.push(...needsOf(entry).map((name) => ({ holder: folder, name })))
  }
  return byFolder([...found.values()])
}

/** What runs beside the bundle: the packages that it loads, and Node. */
export function packagesBesideBundle(root: string, packages: LockPackages): ProductionPackage[] {
  const ofNode = Object.keys(packages['']?.optionalDependencies ?? {})
  return productionPackages(root, packages, [
    ...packagesAtRunTime.map((name) => ({ holder: 'packages/server', name })),
    ...ofNode.map((name) => ({ holder: '', name })),
  ])
}

/** The packages of which modules are in the bundle. */
export function packagesInBundle(packages: LockPackages, { bundled }: BundleContents): ProductionPackage[] {
  const found = bundled.map((folder) => {
    const entry = packages[folder]
    if (!entry) throw new Error(`${folder} is in the bundle, but not in the lock file.`)
    return { folder, name: nameOf(folder), entry }
  })
  return byFolder(found)
}

export function byFolder(packages: readonly ProductionPackage[]): ProductionPackage[] {
  return [...packages].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

function needsOf(entry: LockEntry | undefined): string[] {
  if (!entry) return []
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** Resolves a package like Node from the folder of another one: in the nearest node_modules upwards. */
function resolved(packages: LockPackages, holder: string, name: string): string | undefined {
  for (let folder = holder; ; folder = parentOf(folder)) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}

function parentOf(folder: string): string {
  const at = folder.lastIndexOf('/node_modules/')
  return at < 0 ? '' : folder.slice(0, at)
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
