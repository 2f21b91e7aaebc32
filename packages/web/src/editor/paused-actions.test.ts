import { describe, expect, it } from 'vitest'
import { PausedActions } from './paused-actions.ts'

type Step = ['one', string, boolean] | ['all', boolean]

describe('paused actions', () => {
  it.each<[string, Step[], readonly string[], 'none' | 'some' | 'all']>([
    ['nothing at first', [], [], 'none'],
    ['one', [['one', 'a', true]], ['a'], 'some'],
    [
      'one and back',
      [
        ['one', 'a', true],
        ['one', 'a', false],
      ],
      [],
      'none',
    ],
    ['all, with those that come later', [['all', true]], ['a', 'b', 'new'], 'all'],
    [
      'all but one',
      [
        ['all', true],
        ['one', 'b', false],
      ],
      ['a', 'new'],
      'some',
    ],
    [
      'all again, which one of them forgets',
      [
        ['all', true],
        ['one', 'b', false],
        ['all', true],
      ],
      ['a', 'b', 'new'],
      'all',
    ],
    [
      'none after all',
      [
        ['one', 'a', true],
        ['all', true],
        ['all', false],
      ],
      [],
      'none',
    ],
  ])('are %s', (_name, steps, paused, extent) => {
    const actions = new PausedActions()
    let reported = 0
    actions.subscribe(() => reported++)
    for (const step of steps) {
      if (step[0] === 'one') actions.setOne(step[1], step[2])
      else actions.setAll(step[1])
    }
    expect(['a', 'b', 'new'].filter((id) => actions.isPaused(id))).toEqual(paused)
    expect([actions.extent(), reported]).toEqual([extent, steps.length])
  })
})
