import type { SequenceValue } from '@octavo/core/contract'
import { controlHole } from '@octavo/core/display'
import {
  errorFieldOf,
  messageTexts,
  type SequenceError,
  type TextFormula,
  textFormulas,
  withTexts,
} from '@octavo/core/document'
import type { ToastText } from './action.ts'
import type { EffectHost } from './effect.ts'
import { presentOf } from './present-texts.ts'

/** What of the message the open page knows, and how the rest is asked for. */
interface MessageSources {
  host: EffectHost
  error: SequenceError | undefined
  ask: () => Promise<ReadonlyMap<string, SequenceValue>>
}

/**
 * The message at the end of a sequence, with the values of its formulas. Only values that the page does not know are
 * requested from the server, so that a failure can be reported without it. A formula without a value becomes a dash.
 */
export async function writtenMessage(
  { title, text }: ToastText,
  { host, error, ask }: MessageSources,
): Promise<ToastText> {
  const fields = { title, message: text }
  const present = presentOf(host)
  const known = ({ formula, format }: TextFormula) =>
    controlHole(formula, format ?? undefined, present) ?? (format === null ? errorHole(formula, error) : undefined)
  const isAsked = textFormulas(fields, messageTexts).some((each) => known(each) === undefined)
  const values = isAsked ? await ask().catch(() => undefined) : undefined
  const written = withTexts(fields, messageTexts, (each) => known(each) ?? values?.get(each.path)?.text ?? '\u2013')
  return { title: String(written.title), text: String(written.message) }
}

function errorHole(formula: string, error: SequenceError | undefined): string | undefined {
  const field = errorFieldOf(formula)
  return error && field ? String(error[field]) : undefined
}
