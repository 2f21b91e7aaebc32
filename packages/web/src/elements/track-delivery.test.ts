// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trackDelivery } from './track-delivery.ts'
import { forgetEnded, useTrackedExports } from './tracked-exports.ts'

const progress = { step: 'sending', done: 0, total: 1, rows: null, rowTotal: null, file: null }
const run = (state: string, more: object = {}) => ({
  ...{ deliveryId: 'd', workbookId: 'w', scheduleId: null, sendId: 's', name: 'To all', state, reason: null },
  progress: state === 'running' ? progress : null,
  ...more,
})
const messages = { entries: [{ recipient: 'ann@example.com', recipients: [] }], total: 1 }

let answers: Record<string, () => Response>
const requests: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return (
      answers[path.split('?')[0] ?? '']?.() ?? Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 })
    )
  })
})
afterEach(() => {
  cleanup()
  forgetEnded()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = () => renderHook(() => useTrackedExports()).result.current
const later = () => act(() => vi.advanceTimersByTimeAsync(2_100))

it('follows a delivery until it has ended, with its recipients', async () => {
  let state = 'running'
  answers = {
    '/v2/deliveries/one': () => Response.json(run(state, { deliveryId: 'one' })),
    '/v2/workbooks/w/sends/s/runs/one/deliveries': () => Response.json(messages),
  }
  void trackDelivery('one', 'Mine')
  void trackDelivery('one', 'Mine')
  await later()
  expect(shown()).toMatchObject([
    { file: 'To all', state: 'running', delivery: { recipients: ['ann@example.com'], messages: 1, run: { progress } } },
  ])
  state = 'success'
  await later()
  expect(shown()).toMatchObject([{ state: 'done', text: '' }])
  const count = requests.length
  await later()
  expect(requests.length).toBe(count)
})

it.each([
  ['fails', () => Response.json(run('error', { reason: 'No row.' })), 'failed', 'No row.'],
  ['is skipped', () => Response.json(run('skipped', { reason: 'Empty.' })), 'done', 'Empty.'],
  ['is gone', () => Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 }), 'failed', 'Gone.'],
])('reports a delivery that %s', async (name, answer, state, text) => {
  answers = {
    [`/v2/deliveries/${name.replace(' ', '%20')}`]: answer,
    [`/v2/workbooks/w/sends/s/runs/${name.replace(' ', '%20')}/deliveries`]: () => Response.json(messages),
  }
  void trackDelivery(name, 'Mine')
  await later()
  expect(shown()).toMatchObject([{ state, text }])
})

it('reads again after a failure that passes', async () => {
  let fails = true
  answers = {
    '/v2/deliveries/late': () =>
      fails ? Response.json({ code: 'internal', message: 'Later.' }, { status: 503 }) : Response.json(run('success')),
    '/v2/workbooks/w/sends/s/runs/late/deliveries': () => Response.json(messages),
  }
  void trackDelivery('late', 'Mine')
  await later()
  expect(shown()).toMatchObject([{ file: 'Mine', state: 'running' }])
  fails = false
  await later()
  expect(shown()).toMatchObject([{ state: 'done' }])
})

it('cancels a delivery on the server, and shows who cancelled it', async () => {
  let state = 'running'
  answers = {
    '/v2/deliveries/long': () =>
      Response.json(run(state, state === 'cancelled' ? { reason: 'Cancelled by Ann.' } : {})),
    '/v2/workbooks/w/sends/s/runs/long/deliveries': () => Response.json(messages),
    '/v2/query/long': () => {
      state = 'cancelled'
      return Response.json({})
    },
  }
  void trackDelivery('long', 'Mine')
  await later()
  expect(shown()).toMatchObject([{ state: 'running' }])
  const [entry] = shown()
  act(() => entry?.cancel())
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(requests).toContain('/v2/query/long')
  expect(shown()).toMatchObject([{ state: 'cancelled', text: 'Cancelled by Ann.' }])
})

it('goes on with a delivery that could not be cancelled', async () => {
  answers = {
    '/v2/deliveries/stays': () => Response.json(run('running')),
    '/v2/workbooks/w/sends/s/runs/stays/deliveries': () => Response.json(messages),
    '/v2/query/stays': () => Response.json({ code: 'internal', message: 'Later.' }, { status: 503 }),
  }
  void trackDelivery('stays', 'Mine')
  await later()
  const [entry] = shown()
  act(() => entry?.cancel())
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(shown()).toMatchObject([{ state: 'running', text: 'Later.' }])
  answers['/v2/deliveries/stays'] = () => Response.json(run('success'))
  await later()
  expect(shown()).toMatchObject([{ state: 'done' }])
})
