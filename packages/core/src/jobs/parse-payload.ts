import { Value } from 'typebox/value'
import { type JobKind, type JobPayload, jobKinds } from './kinds.ts'

/** Reads the payload of a job from its row. Throws when the text is not a valid payload of the kind, because such a job cannot run. */
export function parsePayload<K extends JobKind>(kind: K, text: string): JobPayload<K> {
  const payload: unknown = JSON.parse(text)
  const { payload: schema } = jobKinds[kind]
  if (!Value.Check(schema, payload)) throw new Error(`The payload is not one of the job kind "${kind}": ${text}`)
  return payload as JobPayload<K>
}
