import { isAppError } from '@octavo/core/errors'
import { describe, expect, it } from 'vitest'
import { assertServed, tooOld } from './server-version.ts'

const reasonOf = (version: string): string | null => {
  try {
    assertServed(version)
    return null
  } catch (error) {
    return isAppError(error, 'source_unavailable') ? error.details.reason : String(error)
  }
}

describe('versions of servers', () => {
  it.each(['10.6.0-MariaDB', '10.11.14-MariaDB-0+deb12u2', '11.4.2-MariaDB', '5.5.5-10.6.16-MariaDB-log', '8.0.40'])(
    '%s is served',
    (version) => expect(reasonOf(version)).toBeNull(),
  )
  it.each([
    ['10.5.29-MariaDB', '10.5.29'],
    ['5.5.5-10.4.1-MariaDB-log', '10.4.1'],
    ['5.5.68-MariaDB', '5.5.68'],
  ])('%s is refused by name', (version, number) => {
    expect(reasonOf(version)).toBe(`The server is MariaDB ${number}, and Octavo needs MariaDB 10.6 or newer.`)
  })
  it('the error names both versions of MySQL', () => {
    expect(tooOld('8.0.16-log').details).toMatchObject({
      reason: 'The server is MySQL 8.0.16, and Octavo needs MySQL 8.0.17 or newer.',
      step: 'version',
    })
  })
})
