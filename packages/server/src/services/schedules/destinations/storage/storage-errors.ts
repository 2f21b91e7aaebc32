import { DestinationRefused } from '../../../../outbound/index.ts'
import { DeliveryFailed, reasonOf } from '../message/message.ts'
import type { StoragePlace } from './storage-place.ts'

const newKey = 'An administrator sets another one in the settings of the organization.'
const rights = 's3:PutObject, s3:GetObject and s3:AbortMultipartUpload'

/** Advice for an error code of the store. */
const sentences: Readonly<Record<string, (place: StoragePlace) => string>> = {
  AccessDenied: ({ bucket }) => `The access key lacks a right on the bucket "${bucket}"; it needs ${rights}.`,
  AllAccessDisabled: ({ bucket }) => `The bucket "${bucket}" is disabled.`,
  NoSuchBucket: ({ bucket }) => `There is no bucket "${bucket}".`,
  InvalidBucketName: ({ bucket }) => `"${bucket}" is not the name of a bucket.`,
  InvalidAccessKeyId: () => `The store does not know the access key. ${newKey}`,
  SignatureDoesNotMatch: () => `The secret of the access key is wrong. ${newKey}`,
  ExpiredToken: () => `The access key has expired. ${newKey}`,
  InvalidToken: () => `The access key is not valid. ${newKey}`,
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  RequestTimeTooSkewed: () => 'The clock of this server differs from that of the store.',
  QuotaExceeded: ({ bucket }) => `The bucket "${bucket}" is full.`,
  EntityTooLarge: () => 'The file is larger than the store accepts.',
  KMSDisabledException: ({ bucket }) => `The key that encrypts the bucket "${bucket}" is disabled.`,
}

function otherRegion({ region }: StoragePlace): string {
  return `The bucket is not in the region "${region}". An administrator corrects it in the settings of the organization.`
}

/** Codes for which a retry may succeed, besides every status of 500 and above. */
const passing = ['SlowDown', 'RequestTimeout', 'OperationAborted', 'NoSuchUpload', 'BadDigest']
const passingStatus = [408, 409, 425, 429]

interface Answer {
  status: number
  code: string
  text: string
}

/** The store's response in an error; null when there was none. */
export function answerIn(error: unknown): Answer | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { httpStatusCode } = (error as { $metadata: { httpStatusCode?: number } }).$metadata
  // A response with an unreadable body has a status and the parser's error.
  return httpStatusCode === undefined ? null : { status: httpStatusCode, code: error.name, text: error.message }
}

/** A failed request explained for the person who has to fix it. `step` names the request. */
export function failureOf(error: unknown, step: string, place: StoragePlace): DeliveryFailed {
  if (error instanceof DeliveryFailed) return error
  if (error instanceof DestinationRefused) return new DeliveryFailed(error.message, false, { cause: error })
  const answer = answerIn(error)
  if (answer === null) {
    const host = hostOfPlace(place)
    return new DeliveryFailed(`The storage ${host} cannot be reached: ${reasonOf(error)}`, true, { cause: error })
  }
  const { status, code, text } = answer
  const reason = [String(status), code, ...(text === code ? [] : [beginningOf(text)])].join(' ').trim()
  const sentence = sentences[code]?.(place) ?? byStatus(status, place)
  const isPassing = status >= 500 || status < 300 || passingStatus.includes(status) || passing.includes(code)
  const message = `The storage ${hostOfPlace(place)} answered ${reason} to ${step}.`
  return new DeliveryFailed(sentence === null ? message : `${message} ${sentence}`, isPassing, { cause: error })
}

/** Responses to HEAD have no body and therefore no code. */
function byStatus(status: number, place: StoragePlace): string | null {
  if (status === 403) return sentences.AccessDenied?.(place) ?? null
  return status === 301 || status === 307 ? otherRegion(place) : null
}

export const hostOfPlace = (place: StoragePlace): string => new URL(place.endpoint).host

const beginningOf = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 200)
