import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { createFolderBlobs, whileOpen } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'octavo-blobs-'))
afterAll(() => rmSync(root, { recursive: true }))
let count = 0
const bench = () => {
  count += 1
  const folder = join(root, String(count))
  return { blobs: createFolderBlobs(folder), folder, unfinished: join(folder, '.unfinished') }
}
async function* pieces(...parts: (string | Uint8Array)[]) {
  yield* parts
}

describe('blobs in a folder', () => {
  test('a stored file is returned with its size and checksum', async () => {
    const { blobs } = bench()
    const content = ['grün ', Buffer.from('und '), 'weiß']
    expect(await blobs.put('exports/one', pieces(...content))).toEqual({
      sizeBytes: 15,
      sha256: createHash('sha256').update('grün und weiß').digest('hex'),
    })
    const opened = await blobs.open('exports/one')
    expect(opened?.sizeBytes).toBe(15)
    expect(opened && (await text(opened.stream))).toBe('grün und weiß')
  })

  test('an opened file is closed if the work before it is passed on fails', async () => {
    const { blobs } = bench()
    await blobs.put('one', pieces('content'))
    const opened = await blobs.open('one')
    if (!opened) throw new Error('The file is missing.')
    const closed = once(opened.stream, 'close')
    await expect(whileOpen(opened, () => Promise.reject(new Error('full disk')))).rejects.toThrow('full disk')
    await closed
    expect(opened.stream.destroyed).toBe(true)
  })

  test('a file is visible completely or not at all, and an error leaves nothing', async () => {
    const { blobs, unfinished } = bench()
    async function* failing() {
      yield 'half'
      expect(await blobs.open('one')).toBeNull()
      throw new Error('source broke')
    }
    await expect(blobs.put('one', failing())).rejects.toThrow('source broke')
    expect(await blobs.open('one')).toBeNull()
    expect(readdirSync(unfinished)).toEqual([])
  })

  test('an abort keeps the previous file', async () => {
    const { blobs, unfinished } = bench()
    await blobs.put('one', pieces('old'))
    const controller = new AbortController()
    async function* endless() {
      for (;;) {
        yield 'more'
        controller.abort()
      }
    }
    await expect(blobs.put('one', endless(), { signal: controller.signal })).rejects.toThrow(/abort/)
    const opened = await blobs.open('one')
    expect(opened && (await text(opened.stream))).toBe('old')
    expect(readdirSync(unfinished)).toEqual([])
  })

  test('a deleted file does not exist, and deleting it again returns false', async () => {
    const { blobs } = bench()
    await blobs.put('one', pieces())
    expect([await blobs.delete('one'), await blobs.delete('one')]).toEqual([true, false])
    expect(await blobs.open('one')).toBeNull()
  })

  test.each(['', '/etc/passwd', '../one', 'a/../b', 'a//b', 'a/', '.unfinished/x', 'a\\b', 'a\0b', 'x'.repeat(600)])(
    '%j is not a valid key',
    async (key) => {
      const { blobs } = bench()
      await expect(blobs.put(key, pieces('x'))).rejects.toThrow(/Not a key/)
      await expect(blobs.open(key)).rejects.toThrow(/Not a key/)
      await expect(blobs.delete(key)).rejects.toThrow(/Not a key/)
    },
  )

  test('cleaning removes leftovers older than a day, and no file that is being written', async () => {
    const { blobs, unfinished } = bench()
    await blobs.clean()
    mkdirSync(unfinished, { recursive: true })
    writeFileSync(join(unfinished, 'old'), '')
    writeFileSync(join(unfinished, 'young'), '')
    utimesSync(join(unfinished, 'old'), 1, 1)
    await blobs.clean()
    expect(readdirSync(unfinished)).toEqual(['young'])
    await blobs.clean({ isAlone: true })
    expect(readdirSync(unfinished)).toEqual([])
  })
})
