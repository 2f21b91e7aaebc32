import { missingWords, showWishedLocale } from './i18n/index.ts'
import { isReplaced, startScript } from './new-version.ts'

/** Waits before a part is asked for again while there is a network. */
const retryMs = [500, 2_000, 5_000]

/**
 * Loads code, and tries again after a failure. Without a network it waits until there is one. When the server has a
 * newer build, the code no longer exists; the promise then stays pending until the reload that the reader is asked for,
 * so that nothing on screen breaks. Rejects when the code cannot be loaded for another reason.
 */
export async function loadPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let failures = 0; ; ) {
    try {
      return await withWords(load)
    } catch (error) {
      if (navigator.onLine) {
        if (await isReplaced()) return forever
        const wait = retryMs[failures]
        if (wait === undefined) throw error
        failures += 1
        await new Promise((resolve) => setTimeout(resolve, wait))
      } else {
        await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      }
    }
  }
}

/**
 * Loads a part on the first call, and returns the same promise after that: a page of 45 tiles asks for the code of each of them. A part that
 * could not be loaded is asked for again. `loaded` has the part as soon as it is here, for what can then be shown without waiting.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): PartLoader<Loaded> {
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  const start = () => {
    if (!loading) {
      const started = loadPart(load)
      loading = started
      started.then(
        (part) => {
          loaded = part
        },
        () => {
          loading = undefined
        },
      )
    }
    return loading
  }
  return Object.assign(start, { loaded: () => loaded })
}

export interface PartLoader<Loaded> {
  (): Promise<Loaded>
  loaded(): Loaded | undefined
}

/** A part is shown once its words are here in the language of the interface. English words come with the part itself. */
async function withWords<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load()
  if (missingWords().bundles.size > 0) await (await import('./i18n/translations.ts')).addTranslations()
  showWishedLocale()
  return loaded
}

/** Loads the texts of the parts that are already loaded, after the locale has changed. */
export const loadWords = (): Promise<void> => loadPart(async () => undefined)

const forever = new Promise<never>(() => {})

/**
 * Loads a page of the app. When the server has a newer build, the router gets an error that begins with these words and reloads, once for
 * each text.
 */
export async function loadPage<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await withWords(load)
  } catch {
    if (await isReplaced()) throw new Error(`Failed to fetch dynamically imported module of ${startScript()}`)
    return loadPart(load)
  }
}
