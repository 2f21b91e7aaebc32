import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkFormula } from '../check.ts'
import { functions } from './index.ts'
import { replacementOf } from './not-functions.ts'

interface Published {
  functions: {
    name: string
    category: string
    class: string
    aliases?: string[]
    required: number
    most: number | null
    args: { name: string; optional: boolean; repeats?: true; values?: (string | number)[] }[]
    status?: string
  }[]
  notFunctions: string[]
}

/** Names, categories, classes and arguments of the published catalogue of functions. */
const published = JSON.parse(
  readFileSync(new URL('../testing/published-functions.json', import.meta.url), 'utf8'),
) as Published

/** Functions whose class in the catalogue differs from our class. */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  aggregate: ['aggregate', 'level-shift'],
  window: ['window', 'lookup', 'display'],
  passthrough: ['row', 'aggregate'],
}

describe('the published catalogue', () => {
  it('has 240 functions, and all except the two without a known signature are supported', () => {
    expect(published.functions).toHaveLength(240)
    const missing = published.functions.filter(({ name }) => !functions.find(name))
    expect(missing.map(({ name, status }) => [name, status])).toEqual([
      ['ArrayFilter', 'unknown_signature'],
      ['ArrayTransform', 'unknown_signature'],
    ])
  })

  it.each(published.functions.filter(({ name }) => functions.find(name)))(
    '$name has the same class and the same number of arguments',
    (entry) => {
      const definition = functions.find(entry.name)
      expect(CLASSES[entry.class] ?? [entry.class]).toContain(definition?.class)
      const params = definition?.params ?? []
      // Additional optional arguments are allowed: a zone, a second condition. A line needs at least two points.
      const least = params.filter((param) => !param.optional).length
      expect(least).toBe(entry.name === 'MakeLine' ? 2 : entry.required)
      if (!params.at(-1)?.repeats) expect(params.length).toBeGreaterThanOrEqual(entry.most ?? Number.POSITIVE_INFINITY)
    },
  )

  it.each(published.functions.filter(({ name }) => functions.find(name)))(
    '$name has the same names of arguments and the same constants',
    ({ name, category, aliases = [], args }) => {
      const definition = functions.find(name)
      expect(definition).toMatchObject({ name, category })
      for (const alias of aliases) expect(functions.find(alias)).toBe(definition)
      const params = definition?.params ?? []
      // The catalogue counts the else value as a parameter, and our last parameter repeats.
      const published = args.filter((arg) => arg.name !== 'else')
      published.forEach((arg, index) => {
        const param = params[Math.min(index, params.length - 1)]
        expect(param?.name).toBe(arg.name)
        expect(param?.optional ?? false).toBe(arg.optional)
        const words = arg.values?.filter((item) => typeof item === 'string').map((item) => item.toLowerCase())
        if (words?.length) expect(param?.values?.map((item) => item.toLowerCase()).sort()).toEqual(words.sort())
        if (arg.repeats && name !== 'MakeLine') expect(param?.repeats).toBe(true)
      })
    },
  )

  it.each(published.notFunctions)('%s is not a function, and the problem names its replacement', (name) => {
    const { problems } = checkFormula(`${name}(1, 2)`, { resolve: () => null, candidates: () => [] })
    expect(problems[0]?.hint ?? '').not.toBe('')
    if (!['And', 'Or'].includes(name)) expect(replacementOf(name)).not.toBeNull()
  })
})
