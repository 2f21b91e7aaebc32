import { expect, test } from 'vitest'
import { hiddenSecrets } from './hidden-secrets.ts'

const secret = `a/ä"+<' &z`

test.each([
  ['as it is', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in small letters', encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase())],
  ['as a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['as JSON', JSON.stringify(secret).slice(1, -1)],
  ['as JSON of ASCII', JSON.stringify(secret).slice(1, -1).replace('ä', '\\u00e4')],
  ['as JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replace('/', '\\/')],
  ['as HTML', 'a/ä&quot;+&lt;&#39; &amp;z'],
  ['as base64', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
  ['as base64 of addresses', Buffer.from(secret).toString('base64url')],
])('a secret %s is hidden, in text and in bytes', (_, form) => {
  const hidden = hiddenSecrets([secret, ''])
  expect(hidden.inText(`<${form}>`)).toBe('<[secret]>')
  const bytes = hidden.in(Buffer.concat([Buffer.from([0xff]), Buffer.from(form), Buffer.from([0xfe])]))
  expect(bytes).toEqual(Buffer.concat([Buffer.from([0xff]), Buffer.from('[secret]'), Buffer.from([0xfe])]))
  expect(Buffer.byteLength(form)).toBeLessThanOrEqual(hidden.longestBytes)
})

test('a secret inside another one: nothing of the longer one remains', () => {
  expect(hiddenSecrets(['abc', 'abcdef']).inText('abcdef abc')).toBe('[secret] [secret]')
})

test('without secrets nothing is changed', () => {
  const bytes = Buffer.from([0, 255])
  expect(hiddenSecrets([]).in(bytes)).toBe(bytes)
  expect(hiddenSecrets([]).longestBytes).toBe(0)
})
