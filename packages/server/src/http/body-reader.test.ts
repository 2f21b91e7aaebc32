import { bodyLimits } from '@octavo/core/contract'
import { afterEach, expect, test } from 'vitest'
import { createBodyReader } from './body-reader.ts'

const reader = createBodyReader()
afterEach(() => reader.close())
const limits = bodyLimits.large
const json = (text: string) => reader.checkJson(Buffer.from(text), limits)
const yaml = (text: string) => reader.readYaml(Buffer.from(text), limits)
/** Makes a body large enough for the thread. */
const padding = ' '.repeat(100_000)

test('a large body is refused for the same reasons as a small one', async () => {
  const deep = `${'['.repeat(201)}${']'.repeat(201)}`
  const reason = { code: 'invalid_request', message: 'The body is nested deeper than 200 levels.' }
  await expect(json(deep)).rejects.toMatchObject(reason)
  await expect(json(deep + padding)).rejects.toMatchObject(reason)
  await expect(json(`[]${padding}`)).resolves.toBe(undefined)
})

test('large YAML is parsed like small YAML', async () => {
  const text = 'a: 1\nb: [x, "y"]\n'
  expect(await yaml(`${text}#${padding}`)).toEqual(await yaml(text))
  await expect(yaml(`a: [1 ${padding}`)).rejects.toMatchObject({ message: expect.stringContaining('not YAML') })
  await expect(yaml('x'.repeat(2_000_001))).rejects.toMatchObject({ code: 'body_too_large' })
})

test('nodes and fields of YAML are limited before a tree is built', async () => {
  await expect(yaml(`- 1\n`.repeat(450_000))).rejects.toMatchObject({ message: expect.stringContaining('values') })
  const fields = Array.from({ length: 10_001 }, (_, index) => `f${index}: 1`).join('\n')
  await expect(yaml(fields)).rejects.toMatchObject({ message: expect.stringContaining('more than 10000 fields') })
})

test('concurrent bodies are all read, and a closed reader starts again', async () => {
  const texts = Array.from({ length: 5 }, (_, index) => `n: ${index}\n#${padding}`)
  expect(await Promise.all(texts.map(yaml))).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })))
  await reader.close()
  expect(await yaml(`n: 9\n#${padding}`)).toEqual({ n: 9 })
})
