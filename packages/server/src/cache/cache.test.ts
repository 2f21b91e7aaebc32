import { describe, expect, it } from 'vitest'
import {
  type CompileKeyParts,
  compileKey,
  createByteCache,
  createSingleFlight,
  policyFingerprint,
  type ResultKeyParts,
  resultKey,
} from './index.ts'

const compileParts: CompileKeyParts = {
  organizationId: 'o1',
  documentId: 'd1',
  documentVersion: '3',
  elementId: 'e1',
  controls: { Region: 'West', Channel: 'web' },
  controlZone: 'UTC',
  sort: [],
  catalogueRevision: 'c1',
  functionsRevision: 'f1',
  policyFingerprint: 'p1',
  zone: 'UTC',
  today: '2026-11-20',
}
const otherCompileParts: { [K in keyof CompileKeyParts]: CompileKeyParts[K] } = {
  organizationId: 'o2',
  documentId: 'd2',
  documentVersion: '4',
  elementId: 'e2',
  controls: { Region: 'West' },
  controlZone: 'Europe/Berlin',
  sort: [{ level: 'base', columnId: 'c', direction: 'ascending' }],
  catalogueRevision: 'c2',
  functionsRevision: 'f2',
  policyFingerprint: 'p2',
  zone: 'Europe/Berlin',
  today: '2026-11-21',
}
const text = { kind: 'text' } as const
const resultParts: ResultKeyParts = {
  organizationId: 'o1',
  connectionId: 'x1',
  connectionRevision: 1,
  subject: 'role',
  statement: {
    text: 'SELECT $1, $2',
    values: [
      { type: text, value: 'a' },
      { type: text, value: 'b' },
    ],
  },
  policyFingerprint: 'p1',
  limit: 500,
  dataGeneration: 0,
}
const otherResultParts: { [K in keyof ResultKeyParts]: ResultKeyParts[K][] } = {
  organizationId: ['o2'],
  connectionId: ['x2'],
  connectionRevision: [2],
  subject: [''],
  statement: [
    { ...resultParts.statement, text: 'SELECT $2, $1' },
    { ...resultParts.statement, values: [...resultParts.statement.values].reverse() },
    {
      ...resultParts.statement,
      values: [
        { type: { kind: 'variant' }, value: 'a' },
        { type: text, value: 'b' },
      ],
    },
    {
      ...resultParts.statement,
      values: [
        { type: text, value: null },
        { type: text, value: 'b' },
      ],
    },
  ],
  policyFingerprint: ['p2', ''],
  limit: [501, null],
  dataGeneration: [1],
}

describe('cache keys', () => {
  it.each(Object.keys(compileParts) as (keyof CompileKeyParts)[])('compiling again when %s differs', (part) => {
    const changed = { ...compileParts, [part]: otherCompileParts[part] }
    expect(compileKey(changed)).not.toBe(compileKey(compileParts))
  })

  it.each(
    (Object.keys(resultParts) as (keyof ResultKeyParts)[]).flatMap((part) =>
      otherResultParts[part].map((value) => ({ part, value })),
    ),
  )('asking the engine again when $part is $value', ({ part, value }) => {
    expect(resultKey({ ...resultParts, [part]: value })).not.toBe(resultKey(resultParts))
  })

  it('do not depend on the order of the controls', () => {
    const controls = { Channel: 'web', Region: 'West' }
    expect(compileKey({ ...compileParts, controls })).toBe(compileKey(compileParts))
  })

  it('differ for values that only look alike when joined', () => {
    const key = (controls: Record<string, string>) => compileKey({ ...compileParts, controls })
    expect(key({ a: 'b,c', d: 'e' })).not.toBe(key({ a: 'b', 'c,d': 'e' }))
  })

  it.each([
    { memberId: 'm2' },
    { email: 'other@example.com' },
    { firstName: 'Eve' },
    { lastName: 'Lau' },
    { teams: [{ id: 't2', name: 'Sales' }] },
    { teams: [{ id: 't1', name: 'Head Office' }] },
    { teams: [] },
    { attributes: { region: 'East' } },
    { attributes: {} },
  ])('differ for viewers who differ in %j', (change) => {
    const viewer = {
      memberId: 'm1',
      email: 'one@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      teams: [{ id: 't1', name: 'Sales' }],
      attributes: { region: 'West' },
    }
    expect(policyFingerprint({ ...viewer, ...change } as typeof viewer)).not.toBe(policyFingerprint(viewer))
  })
})

describe('the byte cache', () => {
  const open = () => {
    const clock = { at: 0, now: () => clock.at }
    return { clock, cache: createByteCache<string>({ clock, ttlMs: 600_000, maxEntryBytes: 8, maxBytes: 20 }) }
  }

  it('drops a value at the end of its time to live', () => {
    const { clock, cache } = open()
    cache.set('a', 'A', 1)
    clock.at = 599_999
    expect(cache.get('a')).toBe('A')
    clock.at = 600_000
    expect(cache.get('a')).toBeUndefined()
    expect(cache.size()).toBe(0)
  })

  it('evicts the least recently used value when it is full', () => {
    const { cache } = open()
    for (const key of ['a', 'b']) cache.set(key, key, 8)
    cache.get('a')
    cache.set('c', 'c', 8)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['a', undefined, 'c'])
    expect(cache.size()).toBe(16)
  })

  it('refuses a value larger than the limit of an entry, and drops the older value of its key', () => {
    const { cache } = open()
    cache.set('a', 'old', 1)
    expect(cache.set('a', 'new', 9)).toBe(false)
    expect(cache.get('a')).toBeUndefined()
  })
})

describe('single flight', () => {
  const never = () => new AbortController().signal

  it('runs equal work once and returns the result to all callers', async () => {
    const flights = createSingleFlight<number>()
    let runs = 0
    const work = async () => ++runs
    expect(await Promise.all([1, 2, 3].map(() => flights.run('k', never(), work)))).toEqual([1, 1, 1])
    expect(await flights.run('k', never(), work)).toBe(2)
    expect(await Promise.all([flights.run('a', never(), work), flights.run('b', never(), work)])).toEqual([3, 4])
  })

  it('continues while a caller waits and is aborted when the last one leaves', async () => {
    const flights = createSingleFlight<void>()
    const [first, second] = [new AbortController(), new AbortController()]
    let inner: AbortSignal | undefined
    const work = (signal: AbortSignal) => {
      inner = signal
      return new Promise<void>(() => {})
    }
    const one = flights.run('k', first.signal, work)
    const two = flights.run('k', second.signal, work)
    first.abort()
    await expect(one).rejects.toMatchObject({ code: 'query_cancelled' })
    expect(inner?.aborted).toBe(false)
    second.abort()
    await expect(two).rejects.toMatchObject({ code: 'query_cancelled' })
    expect(inner?.aborted).toBe(true)
  })

  it('starts again for a caller that arrives after the last one has left', async () => {
    const flights = createSingleFlight<number>()
    const gone = new AbortController()
    const one = flights.run('k', gone.signal, () => new Promise<number>(() => {}))
    gone.abort()
    await expect(one).rejects.toMatchObject({ code: 'query_cancelled' })
    expect(await flights.run('k', never(), async () => 7)).toBe(7)
  })

  it('returns a failure to all callers, and runs the work again afterwards', async () => {
    const flights = createSingleFlight<number>()
    const failing = async () => Promise.reject(new Error('broken'))
    const both = [flights.run('k', never(), failing), flights.run('k', never(), failing)]
    for (const each of both) await expect(each).rejects.toThrow('broken')
    expect(await flights.run('k', never(), async () => 7)).toBe(7)
  })
})
