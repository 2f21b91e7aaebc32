import { expect, test } from 'vitest'
import { changeOf, formOf, isComplete, newStorage } from './storage-form.ts'

const connection = {
  region: 'eu-central-1',
  endpoint: null,
  isPathStyle: false,
  accessKeyId: 'AK',
  updatedAt: '2026-11-20T00:00:00.000Z',
}

test.each([
  ['s3://exports/', 'exports', undefined],
  ['s3://exports/reports/daily/', 'exports', 'reports/daily/'],
])('%s is a bucket and a folder, and saved as it is', (uri, bucket, prefix) => {
  const change = changeOf(formOf({ name: 'main', uri, connection }))
  expect(change).toEqual({
    bucket,
    ...(prefix === undefined ? {} : { prefix }),
    region: 'eu-central-1',
    endpoint: null,
    isPathStyle: false,
    accessKeyId: 'AK',
  })
})

test('a new storage needs a secret, and an existing one keeps its secret', () => {
  const filled = { ...newStorage, name: 'a', bucket: 'b', region: 'c', accessKeyId: 'd' }
  expect(isComplete(filled, false)).toBe(false)
  expect(isComplete(filled, true)).toBe(true)
  expect(isComplete({ ...filled, secret: 's' }, false)).toBe(true)
  expect(isComplete({ ...filled, bucket: ' ' }, true)).toBe(false)
})
