import type { ApiCredentialView } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type AwsKey, awsHeaders, placeOfHost } from './aws-signature.ts'
import type { CredentialSecrets } from './credential-parts.ts'
import { accessTokenOf, temporaryKeyOf } from './fetched-secrets.ts'
import type { FilledRequest, Send } from './filled-request.ts'
import { hostOf } from './web-addresses.ts'

/** Adds authentication to requests; anything that it has to fetch for that is fetched once. */
export interface Signer {
  sign(request: FilledRequest): Promise<FilledRequest>
  /** All secrets that were sent, including fetched ones. */
  secrets(): string[]
}

interface Given {
  view: ApiCredentialView
  secrets: CredentialSecrets
  send: Send
  now: () => number
}

export function createSigner({ view, secrets, send, now }: Given): Signer {
  const used = new Set(Object.values(secrets))
  const of = (name: string) => secrets[name] ?? ''
  const withHeader = (request: FilledRequest, name: string, value: string): FilledRequest => ({
    ...request,
    headers: [...request.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase()), [name, value]],
  })
  let token: string | undefined
  let key: Awaited<ReturnType<typeof temporaryKeyOf>> | undefined

  async function sign(request: FilledRequest): Promise<FilledRequest> {
    switch (view.authMethod) {
      case 'basic': {
        const pair = Buffer.from(`${view.basic?.username ?? ''}:${of('password')}`, 'utf8').toString('base64')
        used.add(pair)
        return withHeader(request, 'authorization', `Basic ${pair}`)
      }
      case 'bearer':
        return withHeader(request, 'authorization', `Bearer ${of('token')}`)
      case 'apiKey': {
        const { key: name = '', isQueryParam = false } = view.apiKey ?? {}
        return isQueryParam ? withQuery(request, name, of('value')) : withHeader(request, name, of('value'))
      }
      case 'oAuthClientCredentials': {
        token ??= await accessTokenOf(view.oAuthClientCredentials, of('clientSecret'), send)
        used.add(token)
        return withHeader(request, 'authorization', `Bearer ${token}`)
      }
      case 'awsSigV4': {
        const { awsSigV4: aws } = view
        const own = { secretAccessKey: of('secretAccessKey'), sessionToken: secrets.sessionToken ?? null }
        if (aws?.temporaryCredentialsUrl !== undefined) key ??= await temporaryKeyOf(aws, own, send, now)
        const { accessKeyId = '' } = aws ?? {}
        const chosen = key ?? { accessKeyId, ...own }
        for (const secret of [chosen.secretAccessKey, chosen.sessionToken]) if (secret !== null) used.add(secret)
        const signed = awsHeaders(request, awsKeyFor(request, chosen, aws ?? {}), now())
        return signed.reduce((whole, [name, value]) => withHeader(whole, name, value), request)
      }
      default: {
        const what = `Credentials of kind ${view.authMethod} cannot be used by this server.`
        throw new AppError('call_failed', { reason: what, hint: 'Give the credential another way to sign in.' })
      }
    }
  }
  return { sign, secrets: () => [...used] }
}

/** After a redirect to the same place the parameter may already be present. */
function withQuery(request: FilledRequest, name: string, value: string): FilledRequest {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`
  const query = new URL(request.url).search
  if (query.slice(1).split('&').includes(pair)) return request
  return { ...request, url: `${request.url}${query === '' ? '?' : '&'}${pair}`.replace(/\?\?/, '?') }
}

/** The signing key for the host of a request. Service and region come from the credential, or else from the host name. */
export function awsKeyFor(
  { url }: FilledRequest,
  key: Pick<AwsKey, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>,
  given: { region?: string; service?: string },
): AwsKey {
  const host = hostOf(new URL(url))
  const place = placeOfHost(host)
  const service = given.service ?? place.service
  const region = given.region ?? place.region ?? (place.service === null ? null : 'us-east-1')
  if (service === null || region === null) {
    throw new AppError('call_failed', {
      reason: `The host ${host} names no service and region of AWS.`,
      hint: 'Set region and service of the credential.',
    })
  }
  return { ...key, service, region }
}
