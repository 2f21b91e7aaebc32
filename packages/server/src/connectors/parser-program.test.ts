import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compressedParser, parserProgram } from './parser-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-parser-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the parser is the WebAssembly of its package, which a release has compressed', () => {
  const ofPackage = Buffer.from(parserProgram())
  expect(ofPackage.subarray(0, 4).toString('latin1')).toBe('\0asm')
  const file = join(folder, compressedParser)
  // Comparing 23 MB number by number would take minutes.
  expect(ofPackage.equals(parserProgram(file))).toBe(true)
  const other = Buffer.from('another program')
  writeFileSync(file, zstdCompressSync(other))
  expect(Buffer.from(parserProgram(file))).toEqual(other)
})
