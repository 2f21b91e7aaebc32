/** Small things that this browser remembers. In a frame of another site it may refuse to: then nothing is remembered. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // As above.
  }
}

const contentPrefix = 'octavo-content '
const ownerKey = 'octavo-content-of'
/** Also here, for browsers that store nothing. */
const contents = new Map<string, string>()
let owner: string | null = null

/** Text that contains parts of documents; only for the member who kept it, see `forgetContentsOfOthers`. */
export const readContent = (key: string): string | null => readKept(contentPrefix + key) ?? contents.get(key) ?? null

export function keepContent(key: string, text: string | null): void {
  if (text === null) forgetContent(key)
  else {
    contents.set(key, text)
    keepText(contentPrefix + key, text)
  }
}

function forgetContent(key: string): void {
  contents.delete(key)
  try {
    localStorage.removeItem(contentPrefix + key)
  } catch {
    // Nothing was stored.
  }
}

/** Removes what another member left in this browser. Called with each session. */
export function forgetContentsOfOthers(memberId: string): void {
  if ((readKept(ownerKey) ?? owner) === memberId) return
  owner = memberId
  for (const key of [...contents.keys(), ...storedContents()]) forgetContent(key)
  keepText(ownerKey, memberId)
}

function storedContents(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(contentPrefix))
    return keys.map((key) => key.slice(contentPrefix.length))
  } catch {
    return []
  }
}
