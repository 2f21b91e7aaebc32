/** The thread that checks and parses large bodies. Started by `body-reader.ts`. */
import { parentPort } from 'node:worker_threads'
import { isAppError } from '@octavo/core/errors'
import { type BodyOutcome, type BodyTask, decodeUtf8 } from './body-reader.ts'
import { jsonExcess } from './json-bounds.ts'
import { parseYaml } from './yaml.ts'

parentPort?.on('message', (task: BodyTask) => parentPort?.postMessage(outcomeOf(task)))

function outcomeOf({ kind, content, limits }: BodyTask): BodyOutcome {
  try {
    if (kind === 'yaml') return { text: JSON.stringify(parseYaml(decodeUtf8(content), limits)) }
    const excess = jsonExcess(content, limits)
    return excess === null ? { text: null } : { reason: `The body ${excess}.` }
  } catch (error) {
    if (isAppError(error, 'invalid_request')) return { reason: error.details.reason }
    if (isAppError(error, 'body_too_large')) return { tooLargeBytes: error.details.limitBytes }
    throw error
  }
}
