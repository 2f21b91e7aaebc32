import type { ApiConnector, ConnectorParam } from '@octavo/core/contract'
import { expect, test } from 'vitest'
import { credentialOf, hostsOf, isWhole, methods, signInOf } from './credential-form.ts'
import { askedOf, nameOf, valuesOf } from './test-values.ts'

const dynamic = (key: string, more: Partial<ConnectorParam> = {}): ConnectorParam => ({ key, mode: 'dynamic', ...more })
const connector = {
  params: {
    headers: [{ key: 'X-Fixed', mode: 'static', value: 'a' }, dynamic('X-Usual', { value: 'u' })],
    pathParams: [dynamic('id')],
    queryParams: [dynamic('text', { type: 'string' }), dynamic('list')],
    bodyParams: [dynamic('raw', { type: 'raw' })],
  },
} as unknown as ApiConnector

test('a test asks for the dynamic values, and sends texts and JSON in the form of the connector', () => {
  const asked = askedOf(connector)
  expect(asked.map(nameOf)).toEqual([
    'pathParams id',
    'queryParams text',
    'queryParams list',
    'headers X-Usual',
    'bodyParams raw',
  ])
  const texts = new Map([
    ['pathParams id', '12'],
    ['queryParams text', '12'],
    ['queryParams list', '[1, "a"]'],
    ['bodyParams raw', '{'],
  ])
  expect(valuesOf(asked, texts)).toEqual({
    pathParams: { id: 12 },
    queryParams: { text: '12', list: [1, 'a'] },
    headers: {},
    bodyParams: { raw: '{' },
  })
})

test('hosts are read from lines and lists', () => {
  expect(hostsOf(' a.example.com\n*.example.org, b \n')).toEqual(['a.example.com', '*.example.org', 'b'])
})

test.each(methods)(
  '%s: what is shown of a credential fills the form, and its secrets have to be entered again',
  (method) => {
    const texts = Object.fromEntries(
      Object.keys(signInOf(null).texts).map((name) => [name, `a ${name}`.replace(' ', '-')]),
    )
    const whole = { method, texts: texts as ReturnType<typeof signInOf>['texts'], isElsewhere: true }
    expect(isWhole(whole)).toBe(true)
    const sent = credentialOf(whole)
    expect(sent.authMethod).toBe(method)
    const again = signInOf(sent as Parameters<typeof signInOf>[0])
    expect(again.method).toBe(method)
    expect(
      isWhole({
        ...again,
        texts: { ...again.texts, password: '', token: '', value: '', clientSecret: '', secretAccessKey: '' },
      }),
    ).toBe(false)
  },
)
