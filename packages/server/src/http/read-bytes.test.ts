import { PassThrough } from 'node:stream'
import { AppError } from '@octavo/core/errors'
import { describe, expect, it } from 'vitest'
import { readBytes } from './read-bytes.ts'

describe('readBytes', () => {
  it('makes no error for a body that came whole', async () => {
    // Stays open after its end, like the stream of a request before its response was sent.
    const body = new PassThrough({ autoDestroy: false })
    const read = readBytes(body, {}, 100)
    body.end('{"a":1}')
    expect(String(await read)).toBe('{"a":1}')
    // A `close` listener would create an error with its stack for every request.
    expect(body.listenerCount('close')).toBe(0)
  })

  it('throws for a body that ends early', async () => {
    const body = new PassThrough()
    const read = readBytes(body, {}, 100)
    body.write('{"a":')
    body.destroy()
    await expect(read).rejects.toThrow(AppError)
  })
})
