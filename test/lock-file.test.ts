import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  /** Included in the package that contains it. */
  inBundle?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))
const names = new Set(installed.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))

/** Reports are typeset on Linux x64 only: the registry from which the lock file was made did not have the packages for other platforms. */
const onOnePlatform = 'node_modules/@myriaddreamin/typst-ts-node-compiler'

test('the lock file contains every package for every platform, so that npm ci works anywhere', () => {
  const missing = installed.flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...(path === onOnePlatform ? {} : optionalDependencies) })
      .filter((name) => !names.has(name))
      .map((name) => `${path} wants ${name}`),
  )
  expect(missing).toEqual([])
  expect(names).toContain('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu')
})

test('every package has its integrity, and none has its download address', () => {
  const wrong = installed.filter(
    ([, entry]) => !entry.link && !entry.inBundle && (!entry.integrity || entry.resolved !== undefined),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

test('packages that the server needs have no install script', () => {
  // macOS only, and optional for Vite, which otherwise polls for file changes.
  const harmless = ['node_modules/fsevents']
  const scripted = installed.filter(
    ([path, { dev, hasInstallScript }]) => hasInstallScript && !dev && !harmless.includes(path),
  )
  expect(scripted.map(([path]) => path)).toEqual([])
})

test('the Node of every platform is a current one, so that none lacks fixes which the others have', () => {
  const wanted = Object.entries(lock.packages['']?.optionalDependencies ?? {})
  expect(wanted.length).toBeGreaterThan(2)
  const minors = wanted.map(([, version]) => Number(/^24\.(\d+)\.\d+$/.exec(version)?.[1]))
  expect(Math.max(...minors) - Math.min(...minors), JSON.stringify(wanted)).toBeLessThanOrEqual(5)
})
