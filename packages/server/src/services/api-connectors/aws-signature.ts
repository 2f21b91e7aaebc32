import { createHash, createHmac } from 'node:crypto'
import type { FilledRequest } from './filled-request.ts'

export interface AwsKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | null
  region: string
  service: string
}

/**
 * The headers that sign a request with Signature Version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). The host, the content type and
 * all headers whose names begin with x-amz- are signed.
 */
export function awsHeaders(request: FilledRequest, key: AwsKey, now: number): [name: string, value: string][] {
  const url = new URL(request.url)
  const at = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const payloadHash = sha256(request.body ?? '')
  const added: [string, string][] = [
    ['x-amz-date', at],
    ['x-amz-content-sha256', payloadHash],
    ...(key.sessionToken === null ? [] : [['x-amz-security-token', key.sessionToken] as [string, string]]),
  ]
  const replaced = new Set(added.map(([name]) => name))
  const others = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  const signed = [...others, ...added, ['host', url.host] as [string, string]]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')])
    .filter(([name]) => name === 'host' || name === 'content-type' || name.startsWith('x-amz-'))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    canonicalPath(url, key.service),
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payloadHash,
  ].join('\n')
  const scope = `${at.slice(0, 8)}/${key.region}/${key.service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(key, at.slice(0, 8)), toSign).toString('hex')
  const credential = `${key.accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
  return [...added, ['authorization', authorization]]
}

/** Every service except S3 requires the path to be encoded twice. */
function canonicalPath(url: URL, service: string): string {
  const segments = url.pathname.split('/').map((segment) => encoded(decoded(segment)))
  return (service === 's3' ? segments : segments.map(encoded)).join('/')
}

function canonicalQuery(url: URL): string {
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [encoded(decoded(name)), encoded(decoded(value.join('=')))] as const
    })
  pairs.sort(([name, value], [otherName, otherValue]) =>
    name === otherName ? (value < otherValue ? -1 : 1) : name < otherName ? -1 : 1,
  )
  return pairs.map(([name, value]) => `${name}=${value}`).join('&')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** RFC 3986: all but letters, digits, `-`, `.`, `_` and `~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const signingKey = ({ secretAccessKey, region, service }: AwsKey, day: string): Buffer =>
  [region, service, 'aws4_request'].reduce<Buffer>((key, part) => hmac(key, part), hmac(`AWS4${secretAccessKey}`, day))

/**
 * The service and the region that a host of AWS names, such as `sqs.eu-west-1.amazonaws.com`,
 * `abc.execute-api.us-east-1.amazonaws.com` or `bucket.s3.eu-west-1.amazonaws.com`; null where it names none.
 */
export function placeOfHost(host: string): { service: string | null; region: string | null } {
  const place = host.replace('.dualstack.', '.')
  const found = /^(?:.+\.)?([a-z0-9-]+)\.([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com(?:\.cn)?$/.exec(place)
  if (found) return { service: found[1] ?? null, region: found[2] ?? null }
  const global = /^(?:.+\.)?([a-z0-9-]+)\.amazonaws\.com$/.exec(host)
  return { service: global?.[1] ?? null, region: null }
}
