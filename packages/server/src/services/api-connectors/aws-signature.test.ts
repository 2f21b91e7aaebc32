import { describe, expect, test } from 'vitest'
import { awsHeaders, placeOfHost } from './aws-signature.ts'
import type { FilledRequest } from './filled-request.ts'

const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
  region: 'us-east-1',
  service: 's3',
}
const now = Date.UTC(2013, 4, 24)
const get: FilledRequest = { method: 'GET', url: 'https://examplebucket.s3.amazonaws.com/', headers: [], body: null }

const signatureOf = (request: FilledRequest, of: Partial<typeof key> = {}) =>
  new Map(awsHeaders(request, { ...key, ...of }, now)).get('authorization')?.replace(/^.*Signature=/, '')

describe('Signature Version 4', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  test.each([
    ['?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('the published example %s has its published signature', (query, signature) => {
    expect(signatureOf({ ...get, url: get.url + query })).toBe(signature)
  })

  test('the header names the key, the scope and what is signed', () => {
    const headers = new Map(awsHeaders(get, { ...key, sessionToken: 'token' }, now))
    expect(headers.get('x-amz-date')).toBe('20130524T000000Z')
    expect(headers.get('x-amz-security-token')).toBe('token')
    expect(headers.get('authorization')).toContain(
      'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, ',
    )
  })

  test.each([
    ['the order of the query', `${get.url}?a=1&b=2`, `${get.url}?b=2&a=1`],
    ['how the query is encoded', `${get.url}?a=%7Eb%2fc`, `${get.url}?a=~b%2Fc`],
    ['a name without a value', `${get.url}?a`, `${get.url}?a=`],
    ['how the path is encoded', `${get.url}a%2Db`, `${get.url}a-b`],
  ])('%s makes no difference', (_, one, other) => {
    expect(signatureOf({ ...get, url: one })).toBe(signatureOf({ ...get, url: other }))
  })

  test('a signed header replaces the same header of the request', () => {
    expect(signatureOf({ ...get, headers: [['X-Amz-Date', 'never']] })).toBe(signatureOf(get))
  })

  test('all other headers are kept', () => {
    const requests: FilledRequest[] = [
      get,
      { ...get, method: 'POST' },
      { ...get, url: 'https://examplebucket.s3.amazonaws.com/a' },
      { ...get, url: 'https://examplebucket.s3.amazonaws.com/?a=1' },
      { ...get, url: 'https://other.amazonaws.com/' },
      { ...get, headers: [['X-Amz-Target', 'a']] },
      { ...get, headers: [['Content-Type', 'a']] },
      { ...get, body: Buffer.from('a') },
    ]
    const signatures = [
      ...requests.map((request) => signatureOf(request)),
      signatureOf(get, { region: 'eu-west-1' }),
      signatureOf(get, { service: 'sqs' }),
      signatureOf(get, { secretAccessKey: 'other' }),
    ]
    expect(new Set(signatures).size).toBe(signatures.length)
  })
})

test.each([
  ['sqs.eu-west-1.amazonaws.com', 'sqs', 'eu-west-1'],
  ['abc.execute-api.us-east-1.amazonaws.com', 'execute-api', 'us-east-1'],
  ['bucket.s3.eu-central-1.amazonaws.com', 's3', 'eu-central-1'],
  ['s3.dualstack.us-gov-west-1.amazonaws.com', 's3', 'us-gov-west-1'],
  ['sqs.cn-north-1.amazonaws.com.cn', 'sqs', 'cn-north-1'],
  ['sts.amazonaws.com', 'sts', null],
  ['example.com', null, null],
  ['sqs.eu-west-1.amazonaws.com.evil.org', null, null],
])('%s is %s in %s', (host, service, region) => {
  expect(placeOfHost(host)).toEqual({ service, region })
})
