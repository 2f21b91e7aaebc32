import { type EmbedParameters, embedParameterNames, readEmbedParameters } from './embed-parameters.ts'
import { parseRawSearch, type RawSearch, writeRawSearch } from './raw-search.ts'

// Tests of other parts load this module where there is no page.
const opened: RawSearch = parseRawSearch(globalThis.location?.search ?? '')

/** Whether the page is in the frame of another product: the app's own frame is hidden then. */
export const isEmbedded: boolean = opened[':embed'] === 'true'

/** A public embed is recognized by its address alone. */
const isEmbedAddress = globalThis.location?.pathname.startsWith('/embed/') ?? false

/** What the address of the embed asked for when it was opened. */
export const embedParameters: EmbedParameters = readEmbedParameters(isEmbedded || isEmbedAddress ? opened : {})

/** The locale and variant in the address, as parameters of requests for a workbook; empty when the address has none. */
export const embedLanguage: Readonly<Record<string, string>> = {
  ...(embedParameters.lng === undefined ? {} : { lng: embedParameters.lng }),
  ...(embedParameters.lng === undefined || embedParameters.lngVariant === undefined
    ? {}
    : { lng_variant: embedParameters.lngVariant }),
}

/** Whether the page is meant for a frame, and is in one. */
export const hasHost: boolean = (isEmbedded || isEmbedAddress) && window.parent !== window

/** The parameters with which the embed was opened, added to every address it navigates to. */
export const keptParameters: RawSearch = Object.fromEntries(
  isEmbedded
    ? embedParameterNames.flatMap((name) => (opened[name] === undefined ? [] : [[name, opened[name]] as const]))
    : [],
)

let signed: string | undefined

/** Keeps the signed token of an embed, or the signed address that led here, and takes it out of the address, where scripts, histories and reports would see it. */
export function hideSignedToken(): void {
  const { ':jwt': jwt, ':signed_url': url, ...rest } = parseRawSearch(location.search)
  const token = jwt ?? url
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
