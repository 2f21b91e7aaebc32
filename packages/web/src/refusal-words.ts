import { isFeaturePermission } from '@octavo/core/access'
import type { ErrorBody, ErrorCause } from '@octavo/core/errors'
import { i18n } from './i18n/index.ts'
import './i18n/codes.ts'
import './i18n/errors.ts'

/** The text and hint of a refusal in the language of the reader. */
export type Words = Pick<ErrorBody, 'message' | 'hint'>

/**
 * Words a refusal of the server by its code and details. What the details contain only as text, such as the message of a data platform,
 * stays as it is. Undefined for a code that is not worded: its text was written for the reader of a log or of the API.
 */
export function wordsOfRefusal({ code, message, hint, details }: Omit<ErrorBody, 'requestId'>): Words | undefined {
  const values = valuesOf(details)
  const cause = causeIn(details)
  const ofCause = cause && wordsOfCause(cause)
  if (code === 'unauthorized') {
    return cause && ofCause !== undefined ? { message: ofCause, ...hintOf(cause.rule, values, hint) } : undefined
  }
  // The reason of a right or of an action is a whole sentence that says more than the code.
  const key = `code.${code === 'source_unavailable' && values.source === undefined ? 'source_here' : code}`
  if (!hasWords(key)) return undefined
  if (ofCause && code !== 'call_failed') return { message: ofCause, ...(hint ? hintOf(code, values, undefined) : {}) }
  const reason = ofCause ?? values.reason ?? message
  // Other hints of the server are about its requests.
  const ofRequest = code === 'invalid_request' ? hint : undefined
  const hints = hint === undefined ? {} : hintOf(hintKeyOf(code, values), values, ofRequest)
  return { message: words(key, { ...values, reason }), ...hints }
}

const waits = new Set(['rate_limited', 'too_many_attempts', 'call_limit_reached'])

/** The name of a hint, which several codes may share or one code may have several of. */
function hintKeyOf(code: string, { isPassing, signIn }: Record<string, unknown>): string {
  if (waits.has(code)) return 'rate_limited'
  if (code === 'csrf_failed' || code === 'draft_conflict' || code === 'version_conflict') return 'reload'
  if (code !== 'source_unavailable') return code
  if (signIn !== undefined) return 'source_sign_in'
  return isPassing === true ? 'source_passing' : code
}

function hintOf(name: string, values: Record<string, unknown>, hint: string | undefined): Pick<Words, 'hint'> {
  const key = `hint.${name}`
  const text = hasWords(key) ? words(key, values) : hint
  return text === undefined ? {} : { hint: text }
}

function wordsOfCause({ rule, ...values }: ErrorCause): string | undefined {
  const key = `rule.${rule}`
  if (!hasWords(key)) return undefined
  const needs = Array.isArray(values.needs) ? values.needs.map((name) => featureName(String(name))).join(', ') : ''
  const inner = Object.entries(values).flatMap(([name, value]) => {
    const refusal = refusalIn(value)
    return refusal ? [[name, (wordsOfRefusal(refusal) ?? refusal).message] as const] : []
  })
  return words(key, { ...values, needs, ...Object.fromEntries(inner) })
}

/** A refusal that is a value of another one, such as the failure of a step. */
function refusalIn(value: unknown): Omit<ErrorBody, 'requestId'> | undefined {
  const { code, message, details } = valuesOf(value)
  return typeof code === 'string' && typeof message === 'string' ? { code, message, details } : undefined
}

const featureName = (name: string): string =>
  isFeaturePermission(name) ? i18n.t(`feature.${name}`, { ns: 'codes' }) : name

const hasWords = (key: string): boolean => i18n.exists(key, { ns: 'errors' })

function words(key: string, values: Record<string, unknown>): string {
  const t = i18n.getFixedT(null, 'errors') as (key: string, values: Record<string, unknown>) => string
  return t(key, values).trim()
}

function valuesOf(details: unknown): Record<string, unknown> {
  return typeof details === 'object' && details !== null ? { ...details } : {}
}

function causeIn(details: unknown): ErrorCause | undefined {
  const { because } = valuesOf(details)
  const { rule } = valuesOf(because)
  return typeof rule === 'string' ? { ...valuesOf(because), rule } : undefined
}
