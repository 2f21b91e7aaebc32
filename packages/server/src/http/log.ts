import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/index.ts'

export type Log = Logger

const secretNames = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'secret',
  'csrfToken',
]

/** Structured logs, one JSON object per line. Fields with known names of secrets are removed. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const paths = secretNames.flatMap((name) =>
    name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
  )
  const options = {
    level: config.logLevel,
    base: undefined,
    redact: { paths, censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
