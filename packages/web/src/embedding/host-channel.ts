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

/** Messages that arrived while no page of the app was ready to run them; the next one that is gets them. */
const early: HostMessage[] = []
const mostEarly = 100
let readyPages = 0

/** Listens to messages of the page around the embed, and ignores all other windows and origins. Returns a function that stops it. */
export function listenToHost(listener: (message: HostMessage) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = messageOfHost(event)
    if (message) listener(message)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/**
 * Listens like `listenToHost` for a page of the app that is ready, beginning with the messages that arrived before it: the code of the page
 * is loaded apart, so a host can send a message as soon as it sees the first element.
 */
export function listenAsPage(listener: (message: HostMessage) => void): () => void {
  readyPages += 1
  const stop = listenToHost(listener)
  for (const message of early.splice(0)) listener(message)
  return () => {
    readyPages -= 1
    stop()
  }
}

if (hasHost) {
  listenToHost((message) => {
    if (readyPages === 0 && early.length < mostEarly && message.type !== 'workbook:session:update') early.push(message)
  })
}

/** The message of an event, when it is one and comes from the host. */
function messageOfHost({ source, origin, data }: MessageEvent<unknown>): HostMessage | undefined {
  if (!hasHost || source !== window.parent || (hostOrigin !== undefined && origin !== hostOrigin)) return undefined
  if (hostOrigin === undefined) {
    // A host that no browser names is known by its first message.
    hostOrigin = origin
    for (const message of waiting.splice(0)) window.parent.postMessage(message, hostOrigin)
  }
  return isMessage(data) ? data : undefined
}

const isMessage = (data: unknown): data is HostMessage =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
