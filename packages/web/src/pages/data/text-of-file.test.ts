import { expect, it } from 'vitest'
import { textOfFile } from './text-of-file.ts'

it.each([
  ['UTF-8', [0x4e, 0xc3, 0xa9, 0xe2, 0x82, 0xac], 'Né€'],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0x00, 0xac, 0x20], 'é€'],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xe9, 0x20, 0xac], 'é€'],
  ['Windows-1252', [0x4e, 0xe9, 0x80], 'Né€'],
  ['nothing', [], ''],
])('a file of %s is read as it was written', async (_encoding, bytes, text) => {
  expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toBe(text)
})
