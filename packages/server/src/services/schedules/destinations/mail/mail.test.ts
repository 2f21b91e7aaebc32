import { expect, test } from 'vitest'
import { DeliveryFailed } from '../message/message.ts'
import { requireMailSize } from './mail.ts'

const file = (megabytes: number) => ({
  name: 'a.csv',
  mediaType: 'text/csv',
  blobKey: 'a',
  sizeBytes: megabytes * 1024 * 1024,
  sha256: '',
  ofMember: '',
  rowCount: 1,
  isTruncated: false,
  leftOut: [],
})

test('a mail may have 30 MB; the error for a larger one has advice', () => {
  expect(() => requireMailSize([file(20), file(10)])).not.toThrow()
  const over = () => requireMailSize([file(20), file(10.5)])
  expect(over).toThrow(DeliveryFailed)
  expect(over).toThrow('The files have 30.5 MB together; a mail takes 30 MB.')
})
