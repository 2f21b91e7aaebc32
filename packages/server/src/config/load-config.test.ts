import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Config, ConfigError, configurationTable, loadConfig } from './index.ts'
import { settings } from './settings.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('loadConfig', () => {
  test('an empty environment configures a private server on loopback', () => {
    expect(loadConfig({ OCTAVO_PORT: '' })).toMatchObject({
      port: 4400,
      host: '127.0.0.1',
      databaseUrl: null,
      secretKey: null,
      adminEmail: 'admin@localhost',
      zone: 'UTC',
      sample: true,
      strict: false,
      trustedProxies: [],
      metrics: 'local',
    } satisfies Partial<Config>)
  })

  test.each([
    ['OCTAVO_PORT', '70000', 'is not a port (0 to 65535)'],
    ['OCTAVO_PORT', '1e3', 'is not a port (0 to 65535)'],
    ['DATABASE_URL', 'mysql://root:hunter2@host/db', 'is not an address of the form postgres://'],
    ['OCTAVO_PUBLIC_URL', 'octavo.example.com', 'is not an address of the form https://'],
    ['OCTAVO_AUTH_URL', 'auth.example.com', 'is not an address of the form https://'],
    ['OCTAVO_ADMIN_EMAIL', 'admin', 'is not an email address'],
    ['OCTAVO_ADMIN_PASSWORD', 'hunter2', 'is shorter than 12 characters'],
    ['OCTAVO_CLIENT_SECRET', 'hunter2', 'is shorter than 24 characters'],
    ['OCTAVO_CLIENT_ID', 'a b c d e f', 'is not made of 8 to 128'],
    ['OCTAVO_ZONE', 'Mars/Olympus', 'is not the name of a time zone'],
    ['OCTAVO_SAMPLE', 'perhaps', 'is neither on nor off'],
    ['OCTAVO_SAMPLE_DATE', '2026-02-30', 'is not a date'],
    ['OCTAVO_LOG_LEVEL', 'loud', 'is none of fatal'],
    ['OCTAVO_METRICS', 'friends', 'is none of local'],
    ['OCTAVO_RATE_LIMITS', 'export=0', 'is not made of pairs such as export=400 of token, export, send, download'],
    ['OCTAVO_RATE_LIMITS', 'exports=10', 'is not made of pairs'],
    ['OCTAVO_TRUSTED_PROXIES', 'my-proxy', 'holds "my-proxy", which is not an address or a network'],
    ['OCTAVO_TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/99', 'holds "10.0.0.0/99"'],
    ['OCTAVO_MAIL_FROM', 'x', 'is not a sender such as'],
    ['OCTAVO_PROT', '4400', 'is not a setting. Did you mean OCTAVO_PORT?'],
  ])('%s=%s is refused: it %s', (name, value, reason) => {
    const [problem, ...others] = problemsOf({ [name]: value })
    expect(problem).toContain(`${name} ${reason}`)
    expect(problem).not.toContain('hunter2')
    expect(others).toEqual([])
  })

  test('limits that are not set keep the value of the contract', () => {
    const { rateLimits } = loadConfig({ OCTAVO_RATE_LIMITS: 'download = 1000, token=6' })
    expect(rateLimits).toEqual({ token: 6, export: 400, send: 100, download: 1000, address: 600 })
  })

  test('the address of the token endpoint may be given with its path', () => {
    for (const url of ['https://auth.example.com', 'https://auth.example.com/v2/auth/token']) {
      expect(loadConfig({ OCTAVO_AUTH_URL: url }).authUrl).toBe('https://auth.example.com')
    }
  })

  test('all problems are reported at once', () => {
    expect(problemsOf({ OCTAVO_PORT: 'x', OCTAVO_ZONE: 'x', OCTAVO_STRICT: 'x' })).toHaveLength(3)
  })

  test('secret settings are never printed', () => {
    const config = loadConfig({
      DATABASE_URL: 'postgres://user:canary-1@host/db',
      OCTAVO_SECRET_KEY: 'canary-2',
      OCTAVO_ADMIN_PASSWORD: 'canary-3-canary',
      OCTAVO_CLIENT_SECRET: 'canary-4-canary-canary-canary',
    })
    expect(`${JSON.stringify(config)}${inspect(config, { depth: 9, showHidden: true })}`).not.toContain('canary')
    expect(config.databaseUrl?.reveal()).toContain('canary-1')
  })

  test('the table of the README names every setting', () => {
    const table = configurationTable()
    for (const { name } of Object.values(settings)) expect(table).toContain(`| \`${name}\` |`)
  })
})
