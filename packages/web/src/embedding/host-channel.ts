import { hasHost } from '../embedded.ts'

const storageKey = 'octavo-embed-host'

let hostOrigin = hasHost ? originOfHost() : undefined
const waiting: object[] = []

/**
 * The origin of the page around this frame. The server and the browser (`frame-ancestors`) check which pages may embed
 * it; here the origin only has to be found. Browsers without `ancestorOrigins` report it as the referrer until the
 * frame navigates within the app; after that it is read from the storage of the tab.
 */
function originOfHost(): string | undefined {
  const named: unknown = location.ancestorOrigins?.[0]
  if (typeof named === 'string' && named !== 'null') return named
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
  if (referrer !== undefined && referrer !== location.origin) {
    remember(referrer)
    return referrer
  }
  return remembered() ?? referrer
}

function remember(origin: string): void {
  try {
    sessionStorage.setItem(storageKey, origin)
  } catch {
    // In a frame of another site a browser may refuse its storage.
  }
}

function remembered(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Sends an event to the page around the embed and to no other; nothing happens outside of a frame. */
export function sendToHost(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
  if (!hasHost) return
  const message = { type, ...fields }
  if (hostOrigin === undefined) waiting.push(message)
  else window.parent.postMessage(message, hostOrigin)
}

export interface HostMessage {
  type: string
  [field: string]: unknown
}

/** Listens to messages of the page around the embed, and ignores all other windows and origins. Returns a function that stops it. */
export function listenToHost(listener: (message: HostMessage) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (!hasHost || source !== window.parent || (hostOrigin !== undefined && origin !== hostOrigin)) return
    if (hostOrigin === undefined) {
      // A host that no browser names is known by its first message.
      hostOrigin = origin
      for (const message of waiting.splice(0)) window.parent.postMessage(message, hostOrigin)
    }
    if (isMessage(data)) listener(data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

const isMessage = (data: unknown): data is HostMessage =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
