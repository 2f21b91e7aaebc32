import { describe, expect, test } from 'vitest'
import { validateDocument } from '../index.ts'
import { webAddressProblem } from '../web-address-problem.ts'

const hostile = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u00a0javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  'ftp://example.com',
]
const good = [
  'https://example.com/a?b=c:d',
  'HTTP://example.com',
  'mailto:ada@example.com',
  '/main/workbook/x-1',
  '//example.com/a.png',
  '?page=2',
  '#top',
  'https://example.com/{{[Column]}}',
  '{{[Address]}}',
  '',
]

test.each(hostile)('refuses %j', (address) => expect(webAddressProblem(address)).not.toBe(null))
test.each(good)('allows %j', (address) => expect(webAddressProblem(address)).toBe(null))

describe('a document with a hostile address is refused with the path of the address', () => {
  const places: [string, (url: string) => Record<string, unknown>][] = [
    ['source.url', (url) => ({ kind: 'image', source: { kind: 'url', url } })],
    ['url', (url) => ({ kind: 'embed', url })],
  ]
  test.each(places)('%s', (place, fields) => {
    const bodyWith = (url: string) => ({
      name: 'x',
      folderId: 'f',
      schemaVersion: 1,
      pages: [{ id: 'p', name: 'P', elements: [{ id: 'e', ...fields(url) }] }],
    })
    const problemsOf = (url: string) => validateDocument(bodyWith(url)).problems.map(({ path }) => path)
    expect(problemsOf('https://example.com/a.png')).toEqual([])
    expect(problemsOf('javascript:alert(1)')).toEqual([`pages[0].elements[0].${place}`])
  })
})
