import { expect, test } from 'vitest'
import { whyItFailed } from './report-maker.ts'

test.each([
  [{ platform: 'linux', arch: 'x64' }, 'Typesetting the report failed.'],
  [
    { platform: 'darwin', arch: 'arm64' },
    'PDF and PNG files are made by servers on Linux x64. This one runs on darwin arm64.',
  ],
])('a thread that does not start on %j says why', (platform, reason) => {
  expect(whyItFailed(platform)).toBe(reason)
})
