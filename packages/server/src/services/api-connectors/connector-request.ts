import type { ConnectorParam, ConnectorRequest } from '@octavo/core/contract'
import type { Problem } from '@octavo/core/errors'
import { fillUrl, originPartOf, urlHolesOf } from './templates.ts'
import { addressProblem, headerNameProblem, isHeaderValue } from './web-addresses.ts'

/** Problems of a connector's request, with paths below `params`. */
export function requestProblems(request: ConnectorRequest): Problem[] {
  return [...urlProblems(request), ...headerProblems(request.headers), ...pathParamProblems(request)]
}

function urlProblems({ url }: ConnectorRequest): Problem[] {
  const path = 'params.url'
  if (/[{}]/.test(originPartOf(url))) {
    return [{ path, message: 'The host of the URL is fixed: placeholders are allowed only in its path and query.' }]
  }
  const sample = fillUrl(url, () => 'x')
  const wrong = addressProblem(sample)
  if (wrong !== null) return [{ path, message: wrong }]
  if (/[{}]/.test(sample)) {
    const message = 'A placeholder is a name in braces, such as {orderId}: letters, digits, _, - and dots.'
    return [{ path, message }]
  }
  return hasDotSegments(sample) ? [{ path, message: 'The path of the URL has no segments "." and "..".' }] : []
}

/** Whether the path has dot segments, which a URL parser resolves so that the call reaches another path. */
export function hasDotSegments(url: string): boolean {
  const [path = ''] = url.slice(originPartOf(url).length).split('?')
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}

function headerProblems(headers: readonly ConnectorParam[]): Problem[] {
  const seen = new Set<string>()
  return headers.flatMap(({ key, value }, index) => {
    const at = `params.headers[${index}]`
    const wrong = headerNameProblem(key)
    if (wrong !== null) return [{ path: `${at}.key`, message: wrong }]
    if (seen.has(key.toLowerCase())) return [{ path: `${at}.key`, message: `The header "${key}" is given twice.` }]
    seen.add(key.toLowerCase())
    if (isHeaderValue(value ?? '')) return []
    return [{ path: `${at}.value`, message: `The value of the header "${key}" holds characters that no header has.` }]
  })
}

function pathParamProblems({ url, pathParams }: ConnectorRequest): Problem[] {
  // Placeholders in the host are reported once, as a problem of the whole host.
  const holes = urlHolesOf(url).filter((hole) => !urlHolesOf(originPartOf(url)).includes(hole))
  const seen = new Set<string>()
  const problems = pathParams.flatMap(({ key, mode, value }, index): Problem[] => {
    const at = `params.pathParams[${index}]`
    if (!holes.includes(key)) {
      return [{ path: `${at}.key`, message: `The URL has no placeholder {${key}}.` }]
    }
    if (seen.has(key)) return [{ path: `${at}.key`, message: `The path parameter "${key}" is given twice.` }]
    seen.add(key)
    const isEmpty = mode === 'static' && (value ?? '') === ''
    return isEmpty ? [{ path: `${at}.value`, message: `The path parameter "${key}" needs a value.` }] : []
  })
  const missing = holes.filter((hole) => !pathParams.some(({ key }) => key === hole))
  const ofHoles = missing.map((hole) => ({
    path: 'params.pathParams',
    message: `The placeholder {${hole}} of the URL has no path parameter.`,
  }))
  return [...problems, ...ofHoles]
}
