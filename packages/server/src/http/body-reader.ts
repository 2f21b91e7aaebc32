import { Worker } from 'node:worker_threads'
import type { BodyLimits } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { jsonExcess } from './json-bounds.ts'
import { parseYaml } from './yaml.ts'

/** Reads JSON and YAML within limits; large bodies outside the main event loop. */
export interface BodyReader {
  /** Throws `invalid_request` for bytes that exceed the limits. */
  checkJson(content: Buffer, limits: BodyLimits): Promise<void>
  /** The value of one YAML document. Throws `invalid_request`, and `body_too_large` above 2 MB. */
  readYaml(content: Buffer, limits: BodyLimits): Promise<unknown>
  close(): Promise<void>
}

export interface BodyTask {
  kind: 'json' | 'yaml'
  content: Uint8Array
  limits: BodyLimits
}
/** `text`: the JSON of a YAML body, `null` for a JSON body within its limits. */
export type BodyOutcome = { text: string | null } | { reason: string } | { tooLargeBytes: number }

/** Below these sizes parsing here is cheaper than passing the body to the thread. */
const jsonHereBytes = 64 * 1024
const yamlHereBytes = 8 * 1024
/** A body that takes longer than this is refused, and its thread ended. */
const deadlineMs = 20_000
/** The thread is ended after this time without a large body, to free its memory. */
const idleMs = 15_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

export function createBodyReader(): BodyReader {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  /** Resolves when the previous body is read: one at a time, so that a deadline refuses only its own body. */
  let turn: Promise<unknown> = Promise.resolve()

  function elsewhere(kind: BodyTask['kind'], content: Buffer, limits: BodyLimits): Promise<string | null> {
    const task: BodyTask = { kind, content: new Uint8Array(content), limits }
    const mine = turn.then(async () => {
      clearTimeout(idle)
      thread ??= new Worker(new URL('./body-worker.ts', import.meta.url), { resourceLimits })
      const outcome = await outcomeOf(thread, task)
      if (outcome === null) await stop()
      else idle = setTimeout(() => void stop(), idleMs).unref()
      return textOf(outcome)
    })
    turn = mine.catch(() => {})
    return mine
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const running = thread
    thread = undefined
    await running?.terminate()
  }

  return {
    async checkJson(content, limits) {
      if (content.length > jsonHereBytes) return void (await elsewhere('json', content, limits))
      const excess = jsonExcess(content, limits)
      if (excess !== null) throw unreadable(`The body ${excess}.`)
    },
    async readYaml(content, limits) {
      if (content.length <= yamlHereBytes) return parseYaml(decodeUtf8(content), limits)
      return JSON.parse((await elsewhere('yaml', content, limits)) ?? 'null')
    },
    close: stop,
  }
}

/** Null when the thread failed, ran out of memory or took too long. */
function outcomeOf(thread: Worker, task: BodyTask): Promise<BodyOutcome | null> {
  return new Promise((resolve) => {
    const end = (outcome: BodyOutcome | null) => {
      clearTimeout(deadline)
      thread.off('message', end)
      thread.off('error', fail)
      thread.off('exit', fail)
      thread.unref()
      resolve(outcome)
    }
    const fail = () => end(null)
    const deadline = setTimeout(fail, deadlineMs)
    thread.ref()
    thread.on('message', end)
    thread.on('error', fail)
    thread.on('exit', fail)
    thread.postMessage(task, [task.content.buffer as ArrayBuffer])
  })
}

function textOf(outcome: BodyOutcome | null): string | null {
  if (outcome === null) {
    throw new AppError('invalid_request', {
      reason: 'The body takes too long to read.',
      hint: 'Send a smaller or simpler body.',
    })
  }
  if ('text' in outcome) return outcome.text
  if ('reason' in outcome) throw unreadable(outcome.reason)
  throw new AppError('body_too_large', { limitBytes: outcome.tooLargeBytes })
}

export function decodeUtf8(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw unreadable('The body is not UTF-8 text.')
  }
}

export function unreadable(reason: string): AppError<'invalid_request'> {
  return new AppError('invalid_request', { reason, hint: 'Correct the body and send it again.' })
}
