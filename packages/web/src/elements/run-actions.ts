import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/index.ts'
import {
  type Action,
  type ChosenMark,
  type EffectHost,
  isOfColumn,
  type RunMessage,
  type RunOptions,
  runAction,
  why,
} from './effects/index.ts'

/**
 * Runs actions in parallel, each with its steps in order. Notifies the reader of each result: success if the author
 * wants it, or the reason of a failure. Actions that an author has paused do not start.
 */
export function runActions(
  actions: readonly Action[],
  host: EffectHost,
  chosen?: ChosenMark,
  options: RunOptions = {},
): void {
  const { paused } = host.state
  for (const action of actions) {
    if (!paused.isPaused(action.id) && isOfColumn(action, chosen)) void runAndReport(action, host, chosen, options)
  }
}

async function runAndReport(action: Action, host: EffectHost, chosen: ChosenMark | undefined, options: RunOptions) {
  const message: Partial<RunMessage> = {}
  const say = (written: RunMessage) => void Object.assign(message, written)
  try {
    const end = await runAction(action, host, chosen, { ...options, say })
    if (end === 'paused') {
      notify({ title: titleOfStop(action), text: i18n.t('actions.paused'), tone: 'warning' })
      return
    }
    const { title = '', text = '', tone = 'done' } = message
    if (title || text) notify({ title: title || text, ...(title && text ? { text } : {}), tone })
  } catch (error) {
    const { title = '', text = '' } = message
    notify({ title: title || titleOfStop(action), text: text || why(error).message, tone: 'danger' })
  }
}

const titleOfStop = ({ name }: Action) => i18n.t('actions.stopped', { name: name ?? i18n.t('actions.unnamed') })
