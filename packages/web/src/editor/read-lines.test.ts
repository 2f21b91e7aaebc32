import { expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

function streamOf(...chunks: Uint8Array<ArrayBuffer>[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

it('returns the values of lines for any division into chunks, even inside a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"Zoë"}\n\n{"b":2}\n{"c":3}')
  for (let cut = 0; cut <= bytes.length; cut++) {
    const read: unknown[] = []
    for await (const value of readLines(streamOf(bytes.slice(0, cut), bytes.slice(cut)))) read.push(value)
    expect(read).toEqual([{ a: 'Zoë' }, { b: 2 }, { c: 3 }])
  }
})

it('fails on a line that is not JSON, after the good ones', async () => {
  const read: unknown[] = []
  const reading = async () => {
    for await (const value of readLines(streamOf(new TextEncoder().encode('1\n<html>\n')))) read.push(value)
  }
  await expect(reading()).rejects.toThrow(SyntaxError)
  expect(read).toEqual([1])
})
