import type { Viewer } from '@octavo/core/access'
import { decideRight } from '@octavo/core/access'
import type { StorageSetting, StorageSettingChange, StorageSettingList } from '@octavo/core/contract'
import { AppError, conflict, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../../../access/index.ts'
import { type Clock, Secret } from '../../../../config/index.ts'
import type { Destinations } from '../../../../outbound/index.ts'
import type { Secrets } from '../../../../secrets/index.ts'
import type { Store } from '../../../../store/index.ts'
import { timestamp } from '../../../answers/timestamp.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
  SavedStorage,
} from '../../../organization/settings/organization-settings.ts'
import { serviceOf } from '../../../service/service.ts'
import { DeliveryFailed } from '../message/message.ts'
import { changeSettings, storedSettings } from '../settings/setting-changes.ts'
import type { StorageApi } from './storage-api.ts'
import { placeOf, type StoragePlace } from './storage-place.ts'
import { addressOfStorage } from './storage-target.ts'

const mostStorages = 20

export type StorageSettings = ReturnType<typeof createStorageSettings>

/** The buckets that an organization's exports may be written to, each with its access key. */
export function createStorageSettings(parts: Parts) {
  return serviceOf(parts, { list, set, remove, open })
}

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
  secrets: Secrets
  destinations: Destinations
  storage: StorageApi
}

/** The context contains the name, so that the secret of one storage cannot be used for another. */
const secretContext = (organizationId: string, name: string): string => `storage secret:${organizationId}:${name}`

async function list(parts: Parts, viewer: Viewer): Promise<StorageSettingList> {
  if (!decideRight(viewer, 'manageDestinations').allowed) requireRight(viewer, 'sendToStorage')
  const { storages = [] } = await storedSettings(parts, viewer.organizationId)
  const mayUseIntegrations = decideRight(viewer, 'manageAuditLog').allowed
  const shown = storages.filter(({ integrationId }) => integrationId === undefined || mayUseIntegrations)
  return { entries: shown.map((each) => entry(viewer, each)) }
}

function entry(viewer: Viewer, saved: SavedStorage): StorageSetting {
  const { name, region, endpoint, isPathStyle, accessKeyId, updatedAt } = saved
  const shown = { name, uri: addressOfStorage(saved) }
  if (!decideRight(viewer, 'manageDestinations').allowed) return shown
  const connection = { region, endpoint, isPathStyle, accessKeyId, updatedAt: timestamp(updatedAt) }
  return { ...shown, connection }
}

/** Checks access with the store before anything is saved. */
async function set(
  parts: Parts,
  viewer: Viewer,
  name: string,
  body: StorageSettingChange,
  signal: AbortSignal,
): Promise<StorageSetting> {
  requireRight(viewer, 'manageDestinations')
  const { organizationId } = viewer
  const { storages = [] } = await storedSettings(parts, organizationId)
  const known = storages.find((each) => each.name === name)
  if (known) refuseIntegration(known)
  const saved = await checked(parts, organizationId, { name, body, known }, signal)
  await changeSettings(parts, viewer, 'STORAGE_SET', (before) => ({ storages: withStorage(before, saved) }))
  return entry(viewer, saved)
}

/**
 * The storage in stored form, after a successful test upload. Throws `invalid_request` for invalid fields and for refusals of the store.
 */
export async function checked(
  parts: Pick<Parts, 'clock' | 'secrets' | 'destinations' | 'storage'>,
  organizationId: string,
  { name, body, known }: { name: string; body: StorageSettingChange; known: SavedStorage | undefined },
  signal: AbortSignal,
): Promise<SavedStorage> {
  const wanted = wantedOf(name, body, parts.clock.now())
  const secret = secretOf(parts, organizationId, wanted, body, known)
  const problems = problemsOf(parts, wanted)
  if (secret === null)
    problems.push({ path: 'secretAccessKey', message: 'Send it with a new endpoint or accessKeyId.' })
  const [first] = problems
  if (first || secret === null) {
    throw new AppError('invalid_request', { reason: `${first?.path}: ${first?.message}`, problems })
  }
  await parts.storage.check(placeOf(wanted, secret), `${wanted.prefix}octavo-check`, signal).catch(refused)
  return { ...wanted, secret: parts.secrets.encrypt(secret, secretContext(organizationId, name)) }
}

function refuseIntegration({ name, integrationId }: SavedStorage): void {
  if (integrationId === undefined) return
  const reason = `"${name}" is a storage integration of the audit log: change it with /v2/audit/storageIntegrations.`
  throw new AppError('invalid_request', { reason, problems: [{ path: 'storageName', message: reason }] })
}

type Wanted = Omit<SavedStorage, 'secret' | 'integrationId'>

function wantedOf(name: string, body: StorageSettingChange, updatedAt: number): Wanted {
  const { bucket, prefix = '', region, endpoint = null, isPathStyle = false, accessKeyId } = body
  const inner = prefix.trim().replace(/^\/+|\/+$/g, '')
  return {
    name,
    bucket,
    prefix: inner === '' ? '' : `${inner}/`,
    region,
    endpoint: endpoint === null || endpoint.trim() === '' ? null : endpoint.trim().replace(/\/+$/, ''),
    isPathStyle,
    accessKeyId,
    updatedAt,
  }
}

/** The secret of the request, or the stored one for the same key and place; null without either. */
function secretOf(
  { secrets }: Pick<Parts, 'secrets'>,
  organizationId: string,
  wanted: Wanted,
  { secretAccessKey }: StorageSettingChange,
  known: SavedStorage | undefined,
): Secret | null {
  if (secretAccessKey !== undefined) return new Secret(secretAccessKey)
  if (known?.endpoint !== wanted.endpoint || known.accessKeyId !== wanted.accessKeyId) return null
  return secrets.decrypt(known.secret, secretContext(organizationId, known.name))
}

function problemsOf({ destinations }: Pick<Parts, 'destinations'>, { name, endpoint, prefix }: Wanted): Problem[] {
  const problems: Problem[] = []
  const problem = (path: string, message: string) => problems.push({ path, message })
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(name)) {
    problem('storageName', 'A name has up to 64 letters, digits, and the characters _ - and dot.')
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be refused
  const isOdd = /[\u0000-\u001f\u007f\\]/.test(prefix)
  if (
    isOdd ||
    (prefix !== '' &&
      prefix
        .split('/')
        .slice(0, -1)
        .some((part) => ['', '.', '..'].includes(part)))
  ) {
    problem('prefix', 'A folder has no empty part, no part . or .., no backslash and no control character.')
  }
  if (endpoint === null) return problems
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && destinations.isNamed(url.hostname))) {
    problem('endpoint', 'The address of a store begins with https://.')
  } else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    problem('endpoint', 'The address of a store has no name, password or query.')
  }
  return problems
}

function refused(error: unknown): never {
  if (!(error instanceof DeliveryFailed)) throw error
  const problems = [{ path: '', message: error.message }]
  throw new AppError('invalid_request', { reason: error.message, problems }, { cause: error })
}

/** The storages with this one added or replaced by name. Throws `conflict` for too many. */
export function withStorage({ storages = [] }: OrganizationSettings, saved: SavedStorage): SavedStorage[] {
  const others = storages.filter(({ name }) => name !== saved.name)
  if (others.length >= mostStorages) {
    throw conflict({ rule: 'storages_full', most: mostStorages })
  }
  return [...others, saved].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Objects in the bucket are not deleted. */
async function remove(parts: Parts, viewer: Viewer, name: string): Promise<void> {
  await changeSettings(parts, viewer, 'STORAGE_REMOVED', ({ storages = [] }) => {
    const known = storages.find((each) => each.name === name)
    if (!known) throw new AppError('not_found', { kind: 'storage', id: name })
    refuseIntegration(known)
    return { storages: storages.filter((each) => each.name !== name) }
  })
}

/** Null when the organization has none with this name. */
async function open(
  parts: Parts,
  organizationId: string,
  name: string,
): Promise<{ saved: SavedStorage; place: StoragePlace } | null> {
  const { storages = [] } = await storedSettings(parts, organizationId)
  const saved = storages.find((each) => each.name === name)
  if (!saved) return null
  const secret = parts.secrets.decrypt(saved.secret, secretContext(organizationId, name))
  return { saved, place: placeOf(saved, secret) }
}
