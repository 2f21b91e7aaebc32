import { effectNames } from '@octavo/core/document'
import type { PageState } from '../../editor/index.ts'
import { i18n } from '../../i18n/index.ts'
import type { RunMessage } from './action.ts'
import '../../i18n/actions.ts'

/** What a run of an action did not do, because readers of a public embed cannot. */
interface LeftOut {
  actionId: string
  state: PageState
  /** Names of effects. */
  steps: ReadonlySet<string>
  /** Other steps have run. */
  isPart: boolean
}

/** Actions of each page whose reader has already seen that a part of them is left out. */
const reported = new WeakMap<PageState, Set<string>>()

/** Names the steps that were left out: each time where nothing else has run, and otherwise once. */
export function leftOutMessage({ actionId, state, steps, isPart }: LeftOut): RunMessage | undefined {
  const names = [...steps].map(nameOf).join(', ')
  if (!isPart) return { title: i18n.t('actions:leftOut.all'), text: names, tone: 'danger' }
  const known = reported.get(state) ?? new Set()
  if (known.has(actionId)) return undefined
  reported.set(state, known.add(actionId))
  return { title: i18n.t('actions:leftOut.part'), text: i18n.t('actions:leftOut.steps', { names }), tone: 'warning' }
}

function nameOf(step: string): string {
  const effect = effectNames.find((each) => each === step)
  return i18n.t(effect ? `actions:effects.${effect}` : 'actions:leftOut.branches')
}
