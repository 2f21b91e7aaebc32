import { findControl, readFormN } from '@octavo/core/document'
import { expect, it } from 'vitest'
import { type OpenPage, PageState } from '../editor/index.ts'
import { showOn } from '../ui/notify.ts'
import { runChangeActions } from './use-effects.ts'

const set = (control: string, value: object, more: object = {}) => ({
  effect: 'set-control-value',
  control,
  value,
  ...more,
})
const text = (value: string) => ({ type: 'constant', value: { type: 'text', value } })
const same = (control: string) => ({ type: 'control', control })
const action = (effects: object[], condition?: object) => ({
  id: JSON.stringify(effects),
  name: 'Follow',
  trigger: condition ? { on: 'on-change', condition } : 'on-change',
  effects,
})
const isOneOf = (...values: string[]) => ({ type: 'constant', cond: 'In', value: { type: 'text-list', value: values } })

/**
 * A page with controls and their actions. `isLate`: as in a browser, a control that was set is shown only after all synchronous code has
 * run.
 */
function open(controls: Record<string, object[]>, { isLate = false } = {}) {
  const elements = Object.entries(controls).map(([controlId, actions]) => ({
    ...{ id: controlId, kind: 'control', controlType: 'list', mode: 'include', controlId },
    actions,
  }))
  const { document } = readFormN({ schemaVersion: 1, pages: [{ id: 'p1', name: 'Page', elements }] })
  const state = new PageState()
  const reported: string[] = []
  showOn({ add: ({ title, text = '' }) => `${reported.push(`${title}: ${text}`)}`, change: () => {}, close: () => {} })
  let coming: Record<string, string> = {}
  const page = {
    document,
    zone: 'UTC',
    controlTexts: {} as Record<string, string>,
    setControl(controlId: string, next: string | undefined) {
      const { [controlId]: _, ...others } = coming
      coming = next === undefined ? others : { ...others, [controlId]: next }
      if (!isLate) page.controlTexts = coming
    },
  }
  const read = () => page as unknown as OpenPage
  /** The change of a control by a reader. */
  async function change(controlId: string, next: string | undefined) {
    const element = findControl(document, controlId)
    if (!element) throw new Error(`No control ${controlId}.`)
    const before = page.controlTexts
    page.setControl(controlId, next)
    runChangeActions({ hostId: controlId, state, read, org: '-', goTo: () => undefined }, element, next, before)
    await new Promise((resolve) => setTimeout(resolve))
    page.controlTexts = coming
  }
  return { change, state, reported, texts: () => page.controlTexts }
}

it.each([false, true])('a control that is changed runs its actions with its new value (late: %s)', async (isLate) => {
  const page = open({ A: [action([set('B', same('A')), set('C', same('B'))])], B: [], C: [] }, { isLate })
  await page.change('A', 'x')
  expect(page.texts()).toEqual({ A: 'x', B: 'x', C: 'x' })
  await page.change('A', 'y,z')
  expect(page.texts()).toEqual({ A: 'y,z', B: 'y,z', C: 'y,z' })
  expect(page.reported).toEqual([])
})

it('runs only for the values that the author names; one chosen value is enough', async () => {
  const page = open({ A: [action([set('B', text('hit'))], isOneOf('x', 'y'))], B: [] })
  await page.change('A', 'z')
  expect(page.texts()).toEqual({ A: 'z' })
  await page.change('A', 'z,y')
  expect(page.texts()).toEqual({ A: 'z,y', B: 'hit' })
})

it('a control that an effect sets runs its own actions, unless it has the value already', async () => {
  const page = open({ A: [action([set('B', same('A'))])], B: [action([set('A', same('B'))])] }, { isLate: true })
  await page.change('A', 'x')
  expect(page.texts()).toEqual({ A: 'x', B: 'x' })
  expect(page.reported).toEqual([])
})

it('stops when more than five sequences start each other, and reports it', async () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
  const chain = Object.fromEntries(
    names.map((name, at) => [
      name,
      names[at + 1] === undefined ? [] : [action([set(names[at + 1] ?? '', same(name))])],
    ]),
  )
  const page = open(chain, { isLate: true })
  await page.change('A', 'x')
  // The reader starts one sequence, and five more follow it.
  expect(Object.keys(page.texts())).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  expect(page.reported).toEqual([
    'Follow stopped: More than 5 sequences started one another through the controls that they set.',
  ])
})

it('starts nothing that is paused or turned off', async () => {
  const page = open({
    A: [action([set('B', same('A'))]), { ...action([set('C', same('A'))]), state: 'disabled' }],
    B: [],
    C: [],
  })
  page.state.paused.setAll(true)
  await page.change('A', 'x')
  page.state.paused.setAll(false)
  expect(page.texts()).toEqual({ A: 'x' })
  await page.change('A', 'y')
  expect(page.texts()).toEqual({ A: 'y', B: 'y' })
})
