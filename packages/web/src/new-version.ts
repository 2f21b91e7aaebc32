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
 * Asks the server whether it has a newer build, after code of this page could not be loaded. False while that cannot be told: without
 * an answer, or when the answer is no page of the app.
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
