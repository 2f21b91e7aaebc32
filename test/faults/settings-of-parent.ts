import { once } from 'node:events'
import { flushCompileCache } from 'node:module'

/** The settings from the parent, which start this process. */
export async function settingsOfParent(): Promise<Record<string, string>> {
  // A killed process writes nothing at its end.
  flushCompileCache()
  const [settings] = await once(process, 'message')
  return settings as Record<string, string>
}
