import { explain } from '../explain.ts'
import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/index.ts'
import { type Action, type ChosenMark, EffectFailure, type EffectHost, isMeant, runAction } from './effects/index.ts'

/** Runs actions side by side, each in its order, and says what came of each: done where the author wants it said, or why it stopped. */
export function runActions(actions: readonly Action[], host: EffectHost, chosen?: ChosenMark): void {
  for (const action of actions) if (isMeant(action, chosen)) void runAndTell(action, host, chosen)
}

async function runAndTell(action: Action, host: EffectHost, chosen: ChosenMark | undefined): Promise<void> {
  try {
    await runAction(action, host, chosen)
    if (!action.toast) return
    const { title, text } = action.toast
    notify({ title: title || text, ...(title && text ? { text } : {}), tone: 'done' })
  } catch (error) {
    const text = error instanceof EffectFailure ? i18n.t(`actions.${error.problem}`) : explain(error).message
    notify({
      title: i18n.t('actions.stopped', { name: action.name ?? i18n.t('actions.unnamed') }),
      text,
      tone: 'danger',
    })
  }
}
