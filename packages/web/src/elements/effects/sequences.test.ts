import type { SequenceValue } from '@octavo/core/contract'
import { describe, expect, it } from 'vitest'
import { type Action, type ChosenMark, EffectFailure, hasRunnable, runAction } from './index.ts'
import { actionOf, constant, go, host, runEffects, stubPage, value } from './testing.ts'

stubPage()

describe('a sequence of effects', () => {
  const controlIs = (cond: string, ...value: string[]) => ({
    type: 'control',
    control: 'Region',
    cond,
    value: { type: 'text-list', value },
  })

  it.each([
    ['East', ['page east', 'page end']],
    ['West', ['page west', 'page end']],
    ['North,West', ['page some', 'page end']],
    ['', ['page other', 'page end']],
  ])('take the first branch whose condition holds, then go on: %s', async (text, shown) => {
    const target = host()
    target.texts.set('Region', text)
    const fork = {
      effect: 'if-else',
      branches: [
        { condition: controlIs('=', 'East'), effects: [go('east')] },
        { condition: controlIs('=', 'West'), effects: [go('west')] },
        { condition: controlIs('In', 'East', 'West'), effects: [go('some')] },
      ],
      else: [go('other')],
    }
    await runEffects([fork, go('end')], target)
    expect(target.shown).toEqual(shown)
  })

  it('do nothing if no branch is true and there is no else; conditions use values set by earlier steps', async () => {
    const target = host()
    const fork = { effect: 'if-else', branches: [{ condition: controlIs('=', 'East'), effects: [go('east')] }] }
    await runEffects([fork, go('end')], target)
    expect(target.shown).toEqual(['page end'])
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East']) }
    await runEffects([set, fork], target)
    expect(target.shown).toEqual(['page end', 'page east'])
  })

  it('run the steps for a failure, and still fail', async () => {
    const target = host()
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const action = actionOf({ effects: [go('a'), gone, go('b')], onFailure: [go('sorry')] })
    await expect(runAction(action, target)).rejects.toEqual(new EffectFailure('tableGone'))
    expect(target.shown).toEqual(['page a', 'page sorry'])
    await runAction(actionOf({ effects: [go('c')], onFailure: [go('sorry')] }), target)
    expect(target.shown).toEqual(['page a', 'page sorry', 'page c'])
  })

  it('are at most 100 with those of all branches, and run for at most a minute', async () => {
    const condition = controlIs('=', 'East')
    const branch = (count: number) => ({ condition, effects: Array.from({ length: count }, () => go('x')) })
    const fork = (count: number) => ({ effect: 'if-else', branches: [branch(count), branch(40)], else: [go('else')] })
    const target = host()
    await runEffects([fork(58)], target)
    expect(target.shown).toEqual(['page else'])
    await expect(runEffects([fork(59)], target)).rejects.toEqual(new EffectFailure('tooMany'))
    expect(target.shown).toEqual(['page else'])

    let time = 0
    const slow = {
      ...target,
      showPage(id: string) {
        time += 40_000
        target.showPage(id)
      },
    }
    const action = actionOf({ effects: [go('a'), go('b'), go('c')], onFailure: [go('late'), go('later')] })
    await expect(runAction(action, slow, undefined, { now: () => time })).rejects.toEqual(new EffectFailure('tooLong'))
    expect(target.shown).toEqual(['page else', 'page a', 'page b', 'page late'])
  })

  const messagesOf = async (action: Action, target: ReturnType<typeof host>, chosen?: ChosenMark) => {
    const messages: object[] = []
    const say = (message: object) => void messages.push(message)
    const end = await runAction(action, target, chosen, { say }).catch(() => 'failed')
    return { end, messages }
  }
  const text = (path: string, written: string): SequenceValue => ({ ...value(path, written), text: written })

  it('end with the message of the author, whose formulas the server computes if the page cannot', async () => {
    const target = host()
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East', 'West']) }
    const call = { effect: 'call-stored-procedure', connectionId: 'c', path: ['s', 'p'], arguments: [] }
    const say = (title: string, message?: string) =>
      actionOf({ effects: [set, call], successToast: { title, ...(message ? { message } : {}) } })
    expect(await messagesOf(say('Done'), target)).toEqual({ end: 'done', messages: [{ title: 'Done', text: '' }] })
    const ofControls = say('Now {{[Region]}}', 'and {{ [Region] }}.')
    const messages = [{ title: 'Now East, West', text: 'and East, West.' }]
    expect(await messagesOf(ofControls, target)).toEqual({ end: 'done', messages })
    expect(target.asked).toEqual([])
    target.asked.length = 0
    target.answers.set(undefined, [
      text('title[1]', '2.50'),
      { ...value('message[0]'), problem: { code: 'c', message: 'm' } },
    ])
    const computed = await messagesOf(say('{{[Region]}}: {{[p] | .2f}}', '{{[No/Such]}}'), target, {
      values: new Map([['c', ['x']]]),
      isAdding: false,
    })
    expect(computed.messages).toEqual([{ title: 'East, West: 2.50', text: '\u2013' }])
    expect(target.asked).toEqual([
      { message: 'success', selection: { c: ['x'] }, controls: { Region: 'East,West' }, results: { p: 2.5 } },
    ])
  })

  it('report why they failed, even without the server', async () => {
    const target = { ...host(), computeValues: () => Promise.reject(new Error('no network')) }
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const failureToast = {
      title: 'Step {{[Error/Step]}}: {{[error/code]}}',
      message: '{{[Error/Message]}} Of {{Sum([Orders/Net])}}.',
    }
    const { end, messages } = await messagesOf(actionOf({ effects: [go('a'), gone], failureToast }), target)
    expect(end).toBe('failed')
    const [message] = messages as { title: string; text: string }[]
    expect(message?.title).toBe('Step 2: tableGone')
    expect(message?.text).toMatch(/^\S.+ Of \u2013\.$/)
    const condition = { type: 'formula', formula: '[x]' }
    const trigger = { on: 'on-click', condition }
    const untested = await messagesOf(
      actionOf({ trigger, effects: [go('b')], failureToast: { title: '{{[Error/Step]}}' } }),
      target,
    )
    expect(untested).toEqual({ end: 'failed', messages: [{ title: '0', text: '' }] })
    expect(target.shown).toEqual(['page a'])
  })

  it('name the steps that public embeds leave out instead of the message of the author, once if others ran', async () => {
    const target = host()
    const left = (step: string) => ({ effect: 'left-out', step })
    const words = { title: 'Saved', message: '' }
    const steps = { effects: [left('insert-rows'), go('a'), left('if-else')], successToast: words }
    const part = [
      { title: 'Done in part', text: 'Left out in public embeds: Insert row, If and its steps', tone: 'warning' },
    ]
    expect(await messagesOf(actionOf(steps), target)).toEqual({ end: 'done', messages: part })
    expect(await messagesOf(actionOf(steps), target)).toEqual({ end: 'done', messages: [] })
    expect(target.shown).toEqual(['page a', 'page a'])
    const all = [{ title: 'Not available in public embeds', text: 'Insert row', tone: 'danger' }]
    const none = actionOf({ effects: [left('insert-rows')] })
    expect(hasRunnable(none)).toBe(true)
    for (const _ of [1, 2]) expect(await messagesOf(none, target)).toEqual({ end: 'done', messages: all })
    const gone = { effect: 'delete-rows', table: 'gone', whichRows: { type: 'formula', formula: 'True' } }
    const failed = actionOf({ effects: [gone], onFailure: [left('call-api')], failureToast: words })
    expect(await messagesOf(failed, target)).toEqual({ end: 'failed', messages: [] })
  })

  it('may start further sequences by setting controls, five levels deep', async () => {
    const target = host()
    const set = { effect: 'set-control-value', control: 'Region', value: constant('text-list', ['East']) }
    const action = actionOf({ effects: [set] })
    const ends: unknown[] = []
    const again = (cause: { depth: number } | undefined) =>
      void runAction(action, looping, undefined, cause).then(
        (end) => ends.push(end),
        (error: unknown) => ends.push(error),
      )
    const looping = {
      ...target,
      setControl: (_id: string, _text: string | undefined, cause?: { depth: number }) => again(cause),
    }
    again(undefined)
    await expect.poll(() => ends.length).toBe(7)
    expect(ends.filter((end) => end === 'done')).toHaveLength(6)
    expect(ends.filter((end) => end !== 'done')).toEqual([new EffectFailure('tooDeep')])
  })
})
