import { childKey } from '@octavo/core/display'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from './element-data.ts'
import { PageData } from './page-data.ts'
import type { PageDataEvent, PageDataRequest } from './page-events.ts'

/** One request as the server would see it, answered line by line by the test. */
class Answering {
  readonly request: PageDataRequest
  readonly signal: AbortSignal
  private readonly lines: PageDataEvent[] = []
  private isClosed = false
  private failure: unknown
  private wake: () => void = () => undefined

  constructor(request: PageDataRequest, signal: AbortSignal) {
    this.request = request
    this.signal = signal
    signal.addEventListener('abort', () => this.fail(new Error('aborted')))
  }

  async send(...lines: PageDataEvent[]) {
    this.lines.push(...lines)
    await this.rest()
  }
  async close() {
    this.isClosed = true
    await this.rest()
  }
  async end() {
    this.lines.push({ event: 'end' })
    await this.close()
  }
  fail(failure: unknown) {
    this.failure = failure
    this.wake()
  }
  /** Runs everything that is ready. */
  async rest() {
    this.wake()
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  async *read(): AsyncGenerator<PageDataEvent> {
    for (;;) {
      const line = this.lines.shift()
      if (line) yield line
      else if (this.failure) throw this.failure
      else if (this.isClosed) return
      else {
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
      }
    }
  }
}

let requests: Answering[]
let page: PageData
let onHold: Failure | undefined
const broken = { code: 'stream_broken', message: 'lost' }

beforeEach(() => {
  requests = []
  onHold = undefined
  page = new PageData({
    elementIds: ['a', 'b', 'c'],
    hold: () => onHold,
    broken,
    toFailure: (error) => ({ code: 'thrown', message: error instanceof Error ? error.message : '' }),
    transport(request, signal) {
      const answering = new Answering(request, signal)
      requests.push(answering)
      return answering.read()
    },
  })
})

function request(index: number): Answering {
  const found = requests[index]
  if (!found) throw new Error(`There is no request ${index}.`)
  return found
}

const columns = [{ id: 'x', name: 'X', type: 'int64', nullable: true }]
const schema = (resultId: string, elements: string[], level = 'base'): PageDataEvent => ({
  event: 'schema',
  resultId,
  elements,
  level,
  offset: 0,
  columns,
})
const batch = (resultId: string, cells: (string | null)[], seq = 0): PageDataEvent => ({
  event: 'batch',
  resultId,
  seq,
  columns: [cells],
})
const done = (resultId: string, rows: number, truncated = false): PageDataEvent => ({
  event: 'done',
  steps: { authorization: 0, compile: 0, wait: 0, engine: 0, conversion: 0, stream: 0 },
  resultId,
  rows,
  truncated,
  cached: false,
  ms: 3,
})
const whole = (resultId: string, elements: string[], cells: string[], level = 'base') => [
  schema(resultId, elements, level),
  batch(resultId, cells),
  done(resultId, cells.length),
]
const cells = (elementId: string, level: 'base' | 'g1' = 'base') => {
  const rows = page.element(elementId).levels.get(level)
  return rows?.values[0]?.slice(0, rows.rowCount)
}

describe('a page load', () => {
  it('is one request for all elements, with the control values', () => {
    page.load({ Status: 'open' })
    expect(requests.map((entry) => entry.request)).toEqual([{ controls: { Status: 'open' } }])
  })

  it('shows rows as they come and never waits for other elements', async () => {
    page.load({})
    await request(0).send(schema('r1', ['a']), batch('r1', ['1', '2']))
    expect(page.element('a').status).toBe('waiting')
    expect(cells('a')).toEqual(['1', '2'])
    await request(0).send(batch('r1', ['3'], 1), done('r1', 3, true))
    expect(page.element('a')).toMatchObject({ status: 'ready', isStale: false, milliseconds: 3 })
    expect(page.element('a').levels.get('base')).toMatchObject({ rowCount: 3, hasMore: true })
    expect(page.element('b').status).toBe('waiting')
  })

  it('keeps the control values with which the shown rows were requested', async () => {
    page.load({ Level: 'a' })
    await request(0).send(schema('r1', ['a']), batch('r1', ['1']))
    expect(page.element('a').controls).toEqual({ Level: 'a' })
    await request(0).send(done('r1', 1))
    page.load({ Level: 'b' })
    await request(1).send(schema('r1', ['a']), batch('r1', ['2']))
    expect([cells('a'), page.element('a').controls]).toEqual([['1'], { Level: 'a' }])
    await request(1).send(done('r1', 1))
    expect([cells('a'), page.element('a').controls]).toEqual([['2'], { Level: 'b' }])
  })

  it('keeps older rows after a temporary failure, marks them, and removes the mark with newer rows', async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a', 'b'], ['1']))
    page.refresh()
    const lost = { event: 'error', code: 'source_unavailable', message: 'away' } as const
    await request(1).send({ ...lost, elementId: 'a', isPassing: true }, { ...lost, elementId: 'b' })
    expect(page.element('a')).toMatchObject({
      status: 'ready',
      outdated: { failure: { message: 'away' }, attempts: 1 },
    })
    expect([cells('a'), page.element('b').status, page.element('b').outdated]).toEqual([['1'], 'failed', undefined])
    page.retry('a')
    await request(2).send({ ...lost, elementId: 'a', isPassing: true })
    expect(page.element('a').outdated?.attempts).toBe(2)
    page.retry('a')
    await request(3).send(...whole('r1', ['a'], ['2']))
    expect([cells('a'), page.element('a').outdated]).toEqual([['2'], undefined])
  })

  it('keeps the number of queries before a waiting one until the next request', async () => {
    page.load({})
    await request(0).send({ event: 'waiting', elements: ['a', 'b'], ahead: 3 })
    expect([page.element('a').ahead, page.element('c').ahead]).toEqual([3, undefined])
    await request(0).send({ event: 'waiting', elements: ['a'], ahead: 1 })
    expect([page.element('a').ahead, page.element('b').ahead]).toEqual([1, 3])
    page.retry('a')
    expect(page.element('a').ahead).toBeUndefined()
  })

  it('stops waiting for one element, and continues with the others of its request', async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a'], ['1']))
    page.load({ Status: 'open' })
    await request(1).send(schema('r1', ['a']), schema('r2', ['b']))
    page.cancel('a', broken)
    expect(page.element('a')).toMatchObject({ status: 'failed', failure: { message: 'lost' } })
    expect(request(1).signal.aborted).toBe(true)
    expect(request(2).request).toMatchObject({ controls: { Status: 'open' }, elementIds: ['b', 'c'] })
    await request(2).send(...whole('r2', ['b'], ['7']))
    expect([cells('b'), page.element('a').status]).toEqual([['7'], 'failed'])
    page.retry('a')
    await request(3).send(...whole('r1', ['a'], ['2']))
    expect([cells('a'), page.element('a').status]).toEqual([['2'], 'ready'])
  })

  it('keeps rows and order of the page when another view opens, until its own rows arrive', async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a'], ['1']))
    const sort = { level: 'base', columnId: 'x', direction: 'descending' } as const
    page.sort('a', sort)
    await request(1).send(...whole('r1', ['a'], ['2']))
    const transport = (asked: PageDataRequest, signal: AbortSignal) => {
      requests.push(new Answering(asked, signal))
      return request(2).read()
    }
    page = new PageData({ elementIds: ['a', 'b'], transport, toFailure: () => broken, broken, previous: page })
    page.load({})
    expect([cells('a'), page.element('a').isStale, page.element('b').isStale]).toEqual([['2'], true, false])
    expect(request(2).request.sort).toEqual([{ elementId: 'a', ...sort }])
    await request(2).send(...whole('r1', ['a'], ['3']))
    expect([cells('a'), page.element('a').isStale]).toEqual([['3'], false])
  })

  it('gives a shared result to every element under its own column ids', async () => {
    page.load({})
    await request(0).send(
      {
        event: 'schema',
        resultId: 'r1',
        elements: ['a', 'b'],
        level: 'base',
        offset: 0,
        columns,
        columnIds: { b: ['y'] },
      },
      batch('r1', ['7']),
      done('r1', 1),
    )
    expect(page.element('a').levels.get('base')?.columns[0]?.id).toBe('x')
    expect(page.element('b').levels.get('base')?.columns[0]).toMatchObject({ id: 'y', type: { kind: 'int64' } })
    expect(cells('b')).toEqual(['7'])
  })

  it('calls the listeners of the changed element and no others', async () => {
    const reported: string[] = []
    page.subscribe('a', () => reported.push('a'))
    page.subscribe('b', () => reported.push('b'))
    page.load({})
    reported.length = 0
    await request(0).send(schema('r1', ['a']), batch('r1', ['1']))
    expect(reported).toEqual(['a'])
  })

  it('keeps an error to its element', async () => {
    page.load({})
    await request(0).send(
      { event: 'error', elementId: 'b', code: 'query_failed', message: 'No such table', hint: 'Check it.' },
      ...whole('r1', ['a'], ['1']),
    )
    await request(0).end()
    expect(page.element('b')).toMatchObject({
      status: 'failed',
      failure: { code: 'query_failed', message: 'No such table', hint: 'Check it.' },
    })
    expect(page.element('a').status).toBe('ready')
  })

  it('reports elements that were not computed as absent', async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a', 'b'], ['1']))
    await request(0).end()
    expect(page.element('c').status).toBe('absent')
  })

  it('fails for the missing elements when the stream ends without its last line', async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a'], ['1']))
    await request(0).close()
    expect(page.element('a').status).toBe('ready')
    expect(page.element('b')).toMatchObject({ status: 'failed', failure: broken })
  })

  it('fails for every element when the request is refused', async () => {
    page.load({})
    request(0).fail(new Error('refused'))
    await request(0).rest()
    expect(page.element('c')).toMatchObject({ status: 'failed', failure: { code: 'thrown', message: 'refused' } })
  })

  it('is busy until the last line', async () => {
    const busy: boolean[] = []
    page.subscribeToPage(() => busy.push(page.isBusy()))
    page.load({})
    await request(0).end()
    expect(busy).toEqual([true, false])
  })
})

describe('a change of the controls', () => {
  beforeEach(async () => {
    page.load({})
    await request(0).send(...whole('r1', ['a'], ['1', '2']))
    page.load({ Status: 'open' })
  })

  it('aborts the running request and sends a new one', () => {
    expect(request(0).signal.aborted).toBe(true)
    expect(request(1).request.controls).toEqual({ Status: 'open' })
  })

  it('keeps the old rows as stale until the new ones are complete', async () => {
    expect(page.element('a')).toMatchObject({ status: 'waiting', isStale: true })
    await request(1).send(schema('r1', ['a']), batch('r1', ['9']))
    expect(cells('a')).toEqual(['1', '2'])
    await request(1).send(done('r1', 1))
    expect(cells('a')).toEqual(['9'])
    expect(page.element('a').isStale).toBe(false)
  })

  it('ignores lines of the aborted request', async () => {
    await request(0).send(...whole('r2', ['b'], ['5']))
    expect(page.element('b').levels.size).toBe(0)
    expect(page.element('b').status).toBe('waiting')
  })

  it('replaces rows by an error', async () => {
    await request(1).send({ event: 'error', elementId: 'a', code: 'query_failed', message: 'no' })
    expect(page.element('a')).toMatchObject({ status: 'failed', isStale: false })
  })
})

describe('requests for one element', () => {
  beforeEach(async () => {
    page.load({ Status: 'open' })
    await request(0).send(schema('r1', ['a']), batch('r1', ['1', '2']), done('r1', 2, true))
    await request(0).end()
  })

  it('a sort requests only that element and is part of later loads', async () => {
    page.sort('a', { level: 'base', columnId: 'x', direction: 'descending' })
    const sort = [{ elementId: 'a', level: 'base', columnId: 'x', direction: 'descending' }]
    expect(request(1).request).toEqual({ controls: { Status: 'open' }, elementIds: ['a'], sort })
    page.load({})
    expect(request(2).request).toEqual({ controls: {}, sort })
    expect(request(1).signal.aborted).toBe(true)
  })

  it('more rows are requested once and appended', async () => {
    page.loadMore('a', 'base')
    page.loadMore('a', 'base')
    expect(requests).toHaveLength(2)
    expect(request(1).request).toMatchObject({
      elementIds: ['a'],
      windows: [{ elementId: 'a', level: 'base', offset: 2, limit: 500 }],
    })
    await request(1).send(...whole('w', ['a'], ['3']))
    await request(1).end()
    expect(cells('a')).toEqual(['1', '2', '3'])
    page.loadMore('a', 'base')
    expect(requests).toHaveLength(2)
  })

  it('more rows are requested up to the given limit', () => {
    page.loadMore('a', 'base', 10_000)
    expect(request(1).request.windows).toEqual([{ elementId: 'a', level: 'base', offset: 2, limit: 10_000 }])
  })

  it('a failed request for more rows keeps the present rows and is not repeated', async () => {
    page.loadMore('a', 'base')
    await request(1).send({ event: 'error', elementId: 'a', code: 'query_failed', message: 'no' })
    await request(1).end()
    expect(cells('a')).toEqual(['1', '2'])
    expect(page.element('a').levels.get('base')?.hasMore).toBe(false)
  })

  it('the rows of a group are requested by its key', async () => {
    const key = childKey('base', ['North', null])
    page.loadChildren('a', 'base', ['North', null])
    page.loadChildren('a', 'base', ['North', null])
    expect(requests).toHaveLength(2)
    expect(request(1).request.windows).toEqual([
      { elementId: 'a', level: 'base', parentKey: ['North', null], offset: 0, limit: 500 },
    ])
    expect(page.element('a').children.get(key)).toEqual({ status: 'waiting' })
    await request(1).send(...whole('w', ['a'], ['5', '6']))
    await request(1).end()
    expect(page.element('a').children.get(key)).toMatchObject({ status: 'ready', rows: { rowCount: 2 } })
  })

  it('a group that fails can be requested again', async () => {
    page.loadChildren('a', 'base', ['North'])
    await request(1).close()
    expect(page.element('a').children.get(childKey('base', ['North']))?.status).toBe('failed')
    page.loadChildren('a', 'base', ['North'])
    expect(requests).toHaveLength(3)
  })

  it('a refresh bypasses the cache and closes groups', async () => {
    page.loadChildren('a', 'base', ['North'])
    await request(1).send(...whole('w', ['a'], ['5']))
    await request(1).end()
    page.refresh(['a'])
    expect(request(2).request).toMatchObject({ refresh: true, elementIds: ['a'] })
    await request(2).send(...whole('r', ['a'], ['1']))
    expect(page.element('a').children.size).toBe(0)
  })

  it('everything ends when the page is left', () => {
    page.sort('a', undefined)
    page.loadChildren('a', 'base', ['North'])
    page.dispose()
    expect(requests.slice(1).map((entry) => entry.signal.aborted)).toEqual([true, true])
  })
})

describe('paused queries', () => {
  const paused = { code: 'query_cancelled', message: 'Paused', isPassing: true }

  it('are not sent: rows stay with their time, and resuming sends one request for all of them', async () => {
    page.load({})
    await request(0).send(...whole('r', ['a', 'b', 'c'], ['1']))
    await request(0).end()
    onHold = paused
    page.follow({ elementIds: ['a', 'b', 'c', 'd'] }, ['a'])
    page.follow({ elementIds: ['a', 'b', 'c', 'd'] }, ['a', 'd'])
    expect(requests).toHaveLength(1)
    expect(page.counts()).toEqual({ running: 0, held: 2 })
    expect(page.element('a')).toMatchObject({ status: 'ready', outdated: { failure: paused } })
    expect(page.element('a').levels.get('base')?.rowCount).toBe(1)
    expect(page.element('b').outdated).toBeUndefined()
    expect(page.element('d')).toMatchObject({ status: 'failed', failure: paused })
    onHold = undefined
    page.resume()
    expect(requests).toHaveLength(2)
    expect(request(1).request.elementIds).toEqual(['a', 'd'])
    expect(page.counts()).toEqual({ running: 2, held: 0 })
    await request(1).send(...whole('s', ['a', 'd'], ['2']))
    await request(1).end()
    expect(page.element('a')).toMatchObject({ status: 'ready' })
    expect(page.element('a').outdated).toBeUndefined()
    page.resume()
    expect(requests).toHaveLength(2)
  })

  it('keep an element paused when its earlier rows arrive late', async () => {
    page.load({})
    onHold = paused
    page.follow({ elementIds: ['a', 'b', 'c'] }, ['a'])
    await request(0).send(...whole('r', ['a', 'b', 'c'], ['1']))
    await request(0).end()
    expect(page.element('a')).toMatchObject({ status: 'failed', failure: paused })
    expect(page.element('b').status).toBe('ready')
    expect(page.counts()).toEqual({ running: 0, held: 1 })
  })

  it('include a page that is opened, but not manual requests', async () => {
    onHold = paused
    page.load({})
    expect(requests).toHaveLength(0)
    page.retry('b')
    expect(request(0).request.elementIds).toEqual(['b'])
    expect(page.counts()).toEqual({ running: 1, held: 2 })
    page.refresh()
    expect(request(1).request).toMatchObject({ refresh: true })
    expect(page.counts()).toEqual({ running: 3, held: 0 })
  })
})
