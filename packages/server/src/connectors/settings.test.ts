import { describe, expect, test } from 'vitest'
import { isHost, networkFields, problemsOfSettings } from './settings.ts'

describe('hosts', () => {
  test.each(['db', 'db.example.com', 'db_1.internal', 'db.example.com.', '192.0.2.7', '2001:db8::1', '127.1.example'])(
    '%s',
    (text) => {
      expect(isHost(text)).toBe(true)
    },
  )

  test.each([
    '',
    ' ',
    'a b',
    'http://db',
    'db:5432',
    'db/x',
    'user@db',
    '../db',
    '-db',
    'db-',
    'db..example',
    '999.1.1.1',
    '127.1',
    '0x7f000001.1',
    '[::1]',
    '::1%eth0/',
    'db\u0000',
    '\u0661.com\n',
    `${'a'.repeat(64)}.com`,
    'a.'.repeat(130),
  ])('%j is none', (text) => {
    expect(isHost(text)).toBe(false)
    expect(problemsOfSettings([networkFields.host], { host: text })).toMatchObject([{ path: 'host' }])
  })
})
