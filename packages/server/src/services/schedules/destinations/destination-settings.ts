import type { Viewer } from '@octavo/core/access'
import type { SlackSetting, WebhookSecret } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../../access/index.ts'
import { type Clock, Secret } from '../../../config/index.ts'
import type { Secrets } from '../../../secrets/index.ts'
import type { Store } from '../../../store/index.ts'
import { timestamp } from '../../answers/timestamp.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../../organization/settings/organization-settings.ts'
import { serviceOf } from '../../service/service.ts'
import { DeliveryFailed } from './message/message.ts'
import { changeSettings, storedSettings } from './settings/setting-changes.ts'
import type { SlackApi } from './slack/slack-api.ts'

/** A replaced webhook secret continues to sign for this long. */
const rotationMs = 24 * 60 * 60_000

export type DestinationSettings = ReturnType<typeof createDestinationSettings>

/** Settings of an organization for all of its deliveries: the secret of its webhooks and its Slack bot. */
export function createDestinationSettings(parts: Parts) {
  return serviceOf(parts, {
    webhookSecret,
    rotateWebhookSecret,
    webhookSecrets,
    slack,
    setSlack,
    removeSlack,
    slackToken,
  })
}

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
  secrets: Secrets
  slack: SlackApi
}

/** The store records how often the secret was replaced; the secret itself is derived from the server's key. */
const secretOf = ({ secrets }: Parts, organizationId: string, generation: number): string =>
  secrets.mac('webhook signatures', `${organizationId}.${generation}`)

async function webhookSecret(parts: Parts, viewer: Viewer): Promise<WebhookSecret> {
  requireRight(viewer, 'manageDestinations')
  return secretEntry(parts, viewer.organizationId, await storedSettings(parts, viewer.organizationId))
}

function secretEntry(parts: Parts, organizationId: string, { webhookSigning }: OrganizationSettings): WebhookSecret {
  const { generation = 0, rotatedAt = null } = webhookSigning ?? {}
  const until = rotatedAt === null ? null : rotatedAt + rotationMs
  return {
    secret: secretOf(parts, organizationId, generation),
    rotatedAt: rotatedAt === null ? null : timestamp(rotatedAt),
    previousValidUntil: until !== null && until > parts.clock.now() ? timestamp(until) : null,
  }
}

async function rotateWebhookSecret(parts: Parts, viewer: Viewer): Promise<WebhookSecret> {
  const rotatedAt = parts.clock.now()
  const changed = await changeSettings(parts, viewer, 'WEBHOOK_SECRET_REPLACED', ({ webhookSigning }) => ({
    webhookSigning: { generation: (webhookSigning?.generation ?? 0) + 1, rotatedAt },
  }))
  return secretEntry(parts, viewer.organizationId, changed)
}

/** The secrets that sign now, newest first. */
async function webhookSecrets(parts: Parts, organizationId: string): Promise<string[]> {
  const { webhookSigning } = await storedSettings(parts, organizationId)
  const { generation = 0, rotatedAt = 0 } = webhookSigning ?? {}
  const isBeforeValid = generation > 0 && rotatedAt + rotationMs > parts.clock.now()
  const generations = isBeforeValid ? [generation, generation - 1] : [generation]
  return generations.map((each) => secretOf(parts, organizationId, each))
}

const tokenContext = (organizationId: string): string => `slack token:${organizationId}`

async function slack(parts: Parts, viewer: Viewer): Promise<SlackSetting> {
  requireRight(viewer, 'manageDestinations')
  return slackEntry(await storedSettings(parts, viewer.organizationId))
}

function slackEntry({ slack: known }: OrganizationSettings): SlackSetting {
  if (!known) return { isConnected: false, workspace: null, bot: null, connectedAt: null }
  const { workspace, bot, connectedAt } = known
  return { isConnected: true, workspace, bot, connectedAt: timestamp(connectedAt) }
}

/** Slack is asked for the owner of the token before it is stored. */
async function setSlack(parts: Parts, viewer: Viewer, token: string, signal: AbortSignal): Promise<SlackSetting> {
  requireRight(viewer, 'manageDestinations')
  const { team, user } = await parts.slack
    .call('auth.test', new Secret(token), {}, signal)
    .catch((error: unknown): never => {
      if (!(error instanceof DeliveryFailed)) throw error
      const problems = [{ path: 'token', message: error.message }]
      throw new AppError('invalid_request', { reason: error.message, problems }, { cause: error })
    })
  const known = {
    token: parts.secrets.encrypt(token, tokenContext(viewer.organizationId)),
    workspace: String(team ?? ''),
    bot: String(user ?? ''),
    connectedAt: parts.clock.now(),
  }
  return slackEntry(await changeSettings(parts, viewer, 'SLACK_BOT_SET', () => ({ slack: known })))
}

async function removeSlack(parts: Parts, viewer: Viewer): Promise<void> {
  await changeSettings(parts, viewer, 'SLACK_BOT_REMOVED', () => ({ slack: null }))
}

/** Null when the organization has none. */
async function slackToken(parts: Parts, organizationId: string): Promise<Secret | null> {
  const { slack: known } = await storedSettings(parts, organizationId)
  return known ? parts.secrets.decrypt(known.token, tokenContext(organizationId)) : null
}
