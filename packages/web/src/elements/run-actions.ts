import { explain } from '../explain.ts'
import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/index.ts'
import { type Action, type ChosenMark, EffectFailure, type EffectHost, isMeant, runAction } from './effects/index.ts'

/**
 * Runs actions side by side, each in its order, and says what came of each: done where the author wants it said, or why it stopped. Those
 * that an author has paused do not start.
 */
export function runActions(actions: readonly Action[], host: EffectHost, chosen?: ChosenMark): void {
  const { paused } = host.state
  for (const action of actions) {
    if (!paused.isPaused(action.id) && isMeant(action, chosen)) void runAndTell(action, host, chosen)
  }
}

async function runAndTell(action: Action, host: EffectHost, chosen: ChosenMark | undefined): Promise<void> {
  try {
    const end = await runAction(action, host, chosen)
    if (end === 'paused') {
      notify({ title: titleOfStop(action), text: i18n.t('actions.paused'), tone: 'done' })
      return
    }
    if (!action.toast) return
    const { title, text } = action.toast
    notify({ title: title || text, ...(title && text ? { text } : {}), tone: 'done' })
  } catch (error) {
    const text = error instanceof EffectFailure ? i18n.t(`actions.${error.problem}`) : explain(error).message
    notify({ title: titleOfStop(action), text, tone: 'danger' })
  }
}

const titleOfStop = ({ name }: Action) => i18n.t('actions.stopped', { name: name ?? i18n.t('actions.unnamed') })
