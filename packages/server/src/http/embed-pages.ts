import { contentSecurityPolicyFor } from './security-headers.ts'
import type { PageRequest, Pages } from './serving.ts'
import { urlSigningHeaders } from './url-signing-headers.ts'

/** Origins by the embed, or by the organization of the first segment of an address. */
export interface FrameOrigins {
  /** Origins whose pages may frame a public embed, besides this server; null for an embed that does not exist. */
  ofPublicEmbed(embedId: string): Promise<readonly string[] | null>
  ofOrganization(slug: string): Promise<readonly string[]>
  /** Origins of other hosts whose pictures and pages an embed may show. */
  contentOfPublicEmbed(embedId: string): Promise<readonly string[]>
  /** The same for workbooks of an organization; null for an address without one. */
  contentOfOrganization(slug: string | null): Promise<readonly string[]>
  /** Path and parameters that a signed address opens; null for a wrong signature or a missing record. */
  placeOfSignedUrl(url: string): Promise<string | null>
}

/** The second form is a signed address that opens nothing; the page shows the reason. */
const publicAddress = /^\/embed\/(?:workbook\/)?([^/]+)$/
const recordAddress = /^\/embed\/([^/]+)(?:\/|$)/
const isSigned = (search: string) => /&(:|%3a)signature=/i.test(search)
const organizationAddress = /^\/([^/]+)\/(?:workbook|data-model|dataset)\//
const signedAddress = /^\/([^/]+)\/workbook\//
/** A workbook in the frame of another product; without this parameter it is an app page, which must not be framed. */
const isEmbedded = (search: string) => /[?&](:|%3a)embed=true(&|$)/i.test(search)

/**
 * The app's page of an embed, public or signed, with the origins that may frame it. In a frame of another origin the page names the setting
 * that would allow it, because a browser that refuses a frame shows nothing useful.
 */
export function createEmbedPages(app: Pages, frameOrigins: FrameOrigins): Pages {
  return async (request, reply) => {
    if (!request.wantsHtml) return false
    const [, embedId] = isSigned(request.search) ? (recordAddress.exec(request.path) ?? []) : []
    if (embedId !== undefined) {
      await reply
        .code(303)
        .headers(await leadOn(request, embedId, frameOrigins))
        .send()
      return true
    }
    const origins = await originsFor(request, frameOrigins)
    const content = await contentFor(request, frameOrigins)
    if (origins === null) {
      // A later handler sends the page; the policy depends on its address.
      if (content.length > 0) reply.header('content-security-policy', contentSecurityPolicyFor([], content))
      return false
    }
    const host = hostOf(request)
    if (host !== null && !origins.includes(host)) {
      await reply
        .code(403)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *")
        .send(refusal(host))
      return true
    }
    reply.header('content-security-policy', contentSecurityPolicyFor(origins, content))
    // The response depends on the surrounding frame.
    reply.header('vary', 'referer, sec-fetch-dest, sec-fetch-site')
    return app(request, reply)
  }
}

/** A signed address redirects to the workbook, whose page uses it like a signed token. */
async function leadOn({ baseUrl, path, search }: PageRequest, embedId: string, known: FrameOrigins) {
  const url = `${baseUrl}${path}${search}`
  const place = (await known.placeOfSignedUrl(url)) ?? `/embed/workbook/${embedId}?:embed=true`
  const location = `${place}&:signed_url=${encodeURIComponent(url)}`
  // The next request names the origin of the page around the frame, and nothing more.
  return { ...urlSigningHeaders, location, 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' }
}

/** Null for pages that are not embeds. */
async function originsFor(request: PageRequest, known: FrameOrigins): Promise<readonly string[] | null> {
  const { path, search } = request
  const [, embedId] = publicAddress.exec(path) ?? []
  // Any page may show that there is no such embed: the setting of an organization does not apply, and naming it would mislead.
  if (embedId !== undefined) return (await known.ofPublicEmbed(embedId)) ?? originOf(hostOf(request))
  const [, slug] = isEmbedded(search) ? (signedAddress.exec(path) ?? []) : []
  return slug === undefined ? null : known.ofOrganization(slug)
}

const originOf = (host: string | null): string[] => (host !== null && /^https?:/.test(host) ? [host] : [])

async function contentFor({ path }: PageRequest, known: FrameOrigins): Promise<readonly string[]> {
  const [, embedId] = publicAddress.exec(path) ?? []
  if (embedId !== undefined) return known.contentOfPublicEmbed(embedId)
  return known.contentOfOrganization(organizationAddress.exec(path)?.[1] ?? null)
}

/** The origin of the page around a frame, when the browser names it and it is not this server; null otherwise. */
function hostOf({ frame }: PageRequest): string | null {
  if (!/^(iframe|frame)$/.test(frame.destination ?? '') || frame.site === 'same-origin') return null
  return frame.referer !== undefined && URL.canParse(frame.referer) ? new URL(frame.referer).origin : null
}

const refusal = (host: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Octavo</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }</style>
<h1>This page may not show the embed</h1>
<p>The origin <code>${host.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code> is not in the setting <code>embedOrigins</code> of the organization.
An administrator can add it.</p>
</html>
`
