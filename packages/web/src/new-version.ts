/** Whether the server has another build of the app than the one that this page runs. */
let isOut = false
const listeners = new Set<() => void>()

export const newVersion = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => isOut,
}

/** The script that started this page: its name differs from build to build. */
export function startScript(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null
}

/**
 * Asks the server for a newer build after code of this page could not be loaded. False when it is unknown: without a response, or when the
 * response is not a page of the app.
 */
export async function isReplaced(): Promise<boolean> {
  if (isOut) return true
  const script = startScript()
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => undefined)
  if (script === null || !page?.ok) return false
  const text = await page.text().catch(() => '')
  if (!text.includes('id="root"') || text.includes(script)) return false
  isOut = true
  for (const listener of listeners) listener()
  return true
}
