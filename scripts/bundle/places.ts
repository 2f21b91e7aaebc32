import { dirname, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const place = /__placeOf\("([^"]+)"\)/g
const slashes = (path: string) => path.replaceAll('\\', '/')

/**
 * Lets modules find files by `import.meta.url` although many of them are in one chunk: each has the URL that it would have if it were
 * compiled alone into the folder of the bundle. Threads and processes are entries of the bundle, with the ending of JavaScript.
 */
export function placesOfSources(sources: string): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      const path = slashes(relative(sources, id))
      if (path.startsWith('..') || !code.includes('import.meta.url')) return null
      const url = `__placeOf("${path.replace(/\.ts$/, '.js')}")`
      return code.replace(/(?<=new URL\('\.\/[\w-]+-worker)\.ts(?=')/g, '.js').replaceAll('import.meta.url', url)
    },
    renderChunk(code, { fileName }) {
      if (!code.includes('__placeOf(')) return null
      const url = (file: string) => `new URL("${slashes(relative(dirname(fileName), file))}", import.meta.url).href`
      return code.replace(place, (_, file) => url(file))
    },
  }
}
