import { expect, test } from 'vitest'
import { addressProblem, globProblem, isHostAllowed } from './web-addresses.ts'

test.each([
  ['*', 'anything.example.com', true],
  ['api.example.com', 'api.example.com', true],
  ['API.Example.com', 'api.example.COM', true],
  ['api.example.com', 'api.example.com.evil.org', false],
  ['*.example.com', 'a.b.example.com', true],
  ['*.example.com', 'example.com', false],
  ['*.example.com', 'evilexample.com', false],
  ['api-*.example.com', 'api-1.example.com', true],
  ['api-*.example.com', 'web-1.example.com', false],
  ['a*b*c', 'aXbXbXc', true],
  ['a*b*c', 'aXbXcX', false],
  ['a.example.com', 'axexample.com', false],
  ['*.bücher.example', 'x.xn--bcher-kva.example', true],
  ['::1', '::1', true],
  ['127.0.0.*', '127.0.0.1', true],
])('the glob %s and the host %s: %s', (glob, host, isAllowed) => {
  expect(globProblem(glob)).toBeNull()
  expect(isHostAllowed([glob], host)).toBe(isAllowed)
})

test('a glob with many stars takes no time', () => {
  const startedAt = performance.now()
  expect(isHostAllowed(['*a'.repeat(100)], 'a'.repeat(200).concat('b'))).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(200)
})

test.each([
  '',
  'https://a.example.com',
  'a.example.com/x',
  'a.example.com:443',
  'u@a.example.com',
  'a b',
  'a?b',
  '[::1]',
])('no glob of hosts: %s', (glob) => expect(globProblem(glob)).not.toBeNull())

test.each([
  ['https://api.example.com/v1?a=b', true],
  ['http://127.0.0.1:8080', true],
  ['https://[2001:db8::1]/', true],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  ['example.com', false],
  ['https://u@example.com', false],
  ['https://example.com/#x', false],
  ['https://example.com\\x', false],
  ['https://exam ple.com', false],
  ['https://', false],
])('the address %s: %s', (text, isSound) => {
  expect(addressProblem(text) === null).toBe(isSound)
})
