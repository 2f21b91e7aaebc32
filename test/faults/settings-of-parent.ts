import { once } from 'node:events'
import { flushCompileCache } from 'node:module'

/** The settings with which the parent lets this process begin. */
export async function settingsOfParent(): Promise<Record<string, string>> {
  // Whoever is killed writes nothing at its end.
  flushCompileCache()
  const [settings] = await once(process, 'message')
  return settings as Record<string, string>
}
