import type { Secret } from '../../../../config/index.ts'
import { DestinationRefused, type PostHttp } from '../../../../outbound/index.ts'
import { DeliveryFailed, reasonOf } from '../message/message.ts'

/** Slack's response, with its fields when `ok` is true. */
type Answer = { ok: true } & Record<string, unknown>

export interface SlackApi {
  /** Calls a method of the Web API with a form. Throws DeliveryFailed that says what a person can do. */
  call(method: string, token: Secret, fields: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer>
  /** Sends the bytes of a file to its upload address in Slack. */
  upload(url: string, content: AsyncIterable<Uint8Array>, length: number, signal: AbortSignal): Promise<void>
}

/** Longer waits are left to the queue, which retries later. */
const longestWaitSeconds = 30
const mostTries = 3
const mostAnswerBytes = 1_000_000

/** Errors that are not caused by the request: a retry may succeed. */
const passing = ['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout']

const newToken = 'An administrator sets a new one in the settings of the organization.'
const sentences: Readonly<Record<string, string>> = {
  invalid_auth: `The token of the bot is not valid. ${newToken}`,
  not_authed: `The token of the bot is not valid. ${newToken}`,
  account_inactive: `The bot is deactivated. ${newToken}`,
  token_revoked: `The token of the bot was revoked. ${newToken}`,
  token_expired: `The token of the bot has expired. ${newToken}`,
  channel_not_found: 'There is no such conversation, or the bot is not in it.',
  not_in_channel: 'The bot is not in the conversation. Invite it there.',
  is_archived: 'The conversation is in the archive.',
  user_not_found: 'There is no such person.',
  missing_scope: 'The bot lacks a scope; it needs chat:write, files:write and im:write.',
}

/** The Slack Web API at `address`, for example `https://slack.com/api`. */
export function createSlackApi({ post, address }: { post: PostHttp; address: string }): SlackApi {
  const hostName = new URL(address).host

  async function send(url: string, request: Omit<Parameters<PostHttp>[0], 'url'>) {
    try {
      return await post({ url, ...request })
    } catch (error) {
      if (error instanceof DestinationRefused) throw new DeliveryFailed(error.message, false, { cause: error })
      const message = `Slack (${hostName}) cannot be reached: ${reasonOf(error)}`
      throw new DeliveryFailed(message, true, { cause: error })
    }
  }

  return {
    async call(method, token, fields, signal) {
      const body = Buffer.from(new URLSearchParams(fields).toString())
      const headers = {
        authorization: `Bearer ${token.reveal()}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.byteLength,
      }
      for (let tries = 1; ; tries += 1) {
        const once = (async function* () {
          yield body
        })()
        const { status, text, retryAfter } = await send(`${address}/${method}`, {
          headers,
          body: once,
          signal,
          mostTextBytes: mostAnswerBytes,
        })
        if (status === 429 && retryAfter !== null && retryAfter <= longestWaitSeconds && tries < mostTries) {
          await waited(retryAfter * 1000, signal)
          continue
        }
        return answerOf(method, status, text)
      }
    },
    async upload(url, content, length, signal) {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': length }
      const { status, text } = await send(url, { headers, body: content, signal })
      if (status >= 200 && status < 300) return
      throw new DeliveryFailed(`Slack did not accept a file: ${status} ${beginningOf(text)}`.trim(), status >= 429)
    },
  }
}

function answerOf(method: string, status: number, text: string): Answer {
  const answer = parsed(text)
  if (answer?.ok === true) return { ...answer, ok: true }
  const code = typeof answer?.error === 'string' ? answer.error : null
  if (code === null) {
    const isPassing = status >= 500 || status === 429 || status === 408
    throw new DeliveryFailed(`Slack answered ${status} to ${method}: ${beginningOf(text)}`, isPassing)
  }
  const sentence = sentences[code]
  throw new DeliveryFailed(
    `Slack refused ${method} (${code})${sentence === undefined ? '.' : `: ${sentence}`}`,
    passing.includes(code),
  )
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

const beginningOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
