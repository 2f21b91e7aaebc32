import type { ApiCredentialView } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { type AwsKey, awsHeaders, placeOfHost } from './aws-signature.ts'
import type { FilledRequest, Send } from './filled-request.ts'
import { hostOf } from './web-addresses.ts'

type OfMethod<M extends ApiCredentialView['authMethod']> = Extract<ApiCredentialView, { authMethod: M }>
type OAuth = OfMethod<'oAuthClientCredentials'>['oAuthClientCredentials']
type Aws = NonNullable<OfMethod<'awsSigV4'>['awsSigV4']>
type Headers = FilledRequest['headers']

const formHeaders: Headers = [
  ['content-type', 'application/x-www-form-urlencoded'],
  ['accept', 'application/json'],
]

/** Fetches an access token with the client credentials grant (RFC 6749, 4.4). Throws `call_failed`. */
export async function accessTokenOf(oAuth: OAuth, clientSecret: string, send: Send): Promise<string> {
  const { clientId = '', accessTokenUrl = '', scopes = [], accessTokenAuthMethod = 'httpBasic' } = oAuth ?? {}
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  const headers = [...formHeaders]
  if (accessTokenAuthMethod === 'requestBody') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  } else {
    // Both are encoded as form values before they are joined (RFC 6749, 2.3.1).
    const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ a: text }).toString().slice(2))
    headers.push(['authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`])
  }
  const fields = await fieldsOf('token endpoint', accessTokenUrl, send, {
    method: 'POST',
    headers,
    body: Buffer.from(form.toString()),
  })
  const token = fields.access_token
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token
  throw refused('token endpoint', accessTokenUrl, 'Its answer holds no access_token.')
}

/** Fetches temporary credentials from AWS; the request is signed with the stored key. Throws `call_failed`. */
export async function temporaryKeyOf(
  aws: Aws,
  own: Pick<AwsKey, 'secretAccessKey' | 'sessionToken'>,
  send: Send,
  now: () => number,
): Promise<Pick<AwsKey, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>> {
  const { temporaryCredentialsUrl: address = '', temporaryCredentialsRequestParams: params = [] } = aws
  const pairs = (place: (typeof params)[number]['sendIn']) =>
    params.filter(({ sendIn }) => sendIn === place).map(({ key, value }): [string, string] => [key, value])
  const url = new URL(address)
  const query = new URLSearchParams(pairs('queryParam')).toString().replaceAll('+', '%20')
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`
  const inBody = pairs('body')
  const request: FilledRequest = {
    method: inBody.length > 0 ? 'POST' : 'GET',
    url: url.href,
    headers: [...(inBody.length > 0 ? formHeaders : formHeaders.slice(1)), ...pairs('header')],
    body: inBody.length > 0 ? Buffer.from(new URLSearchParams(inBody).toString()) : null,
  }
  const place = placeOfHost(hostOf(url))
  const key = {
    accessKeyId: aws.accessKeyId,
    ...own,
    service: place.service ?? 'sts',
    region: place.region ?? aws.region ?? 'us-east-1',
  }
  const headers = [...request.headers, ...awsHeaders(request, key, now())]
  const fields = await fieldsOf('source of temporary credentials', address, send, { ...request, headers })
  const { accessKeyField, secretKeyField, sessionTokenField } = aws.temporaryCredentialsResponseMapping ?? {}
  const accessKeyId = textAt(fields, accessKeyField ?? 'AccessKeyId')
  const secretAccessKey = textAt(fields, secretKeyField ?? 'SecretAccessKey')
  const sessionToken = sessionTokenField
    ? textAt(fields, sessionTokenField)
    : (textAt(fields, 'SessionToken') ?? textAt(fields, 'Token'))
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey, sessionToken }
  throw refused('source of temporary credentials', address, 'Its answer lacks the key that the mapping names.')
}

/** The text at a path of property names separated by dots; null when there is none. */
function textAt(fields: Readonly<Record<string, unknown>>, path: string): string | null {
  const value = path.split('.').reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name)
      ? (at as Record<string, unknown>)[name]
      : null
  }, fields)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Parses the response as an object. Errors leave out the response text because it may repeat the secret. */
async function fieldsOf(
  what: string,
  url: string,
  send: Send,
  request: Omit<FilledRequest, 'url'> & { url?: string },
): Promise<Record<string, unknown>> {
  const { status, bytes } = await send({ url, ...request })
  if (status < 200 || status > 299) throw refused(what, url, `It answered with the status ${status}.`)
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // A response that is not JSON is treated like one without fields.
  }
  throw refused(what, url, 'Its answer is not a JSON object.')
}

function refused(what: string, url: string, reason: string): AppError<'call_failed'> {
  return new AppError('call_failed', {
    reason: `The ${what} (${hostOf(new URL(url))}) gave no access. ${reason}`,
    hint: 'Check the credential of the connector.',
  })
}
