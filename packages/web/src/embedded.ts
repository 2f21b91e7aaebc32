import { parseRawSearch, writeRawSearch } from './raw-search.ts'

/** The page stands in the frame of another product: it is shown without the frame of the app. */
export const isEmbedded: boolean = parseRawSearch(location.search)[':embed'] === 'true'

let signed: string | undefined

/** Keeps the signed token of an embed and takes it out of the address, where scripts, histories and reports would see it. */
export function hideSignedToken(): void {
  const { ':jwt': token, ...rest } = parseRawSearch(location.search)
  if (!isEmbedded || token === undefined) return
  signed = decodeURIComponent(token)
  history.replaceState(history.state, '', `${location.pathname}${writeRawSearch(rest)}${location.hash}`)
}

/** The signed token, once. */
export function takeSignedToken(): string | undefined {
  const token = signed
  signed = undefined
  return token
}
