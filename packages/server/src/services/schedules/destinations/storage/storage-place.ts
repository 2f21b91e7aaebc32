import type { Secret } from '../../../../config/index.ts'
import type { SavedStorage } from '../../../organization/settings/organization-settings.ts'

/** A bucket and the key with access to it. */
export interface StoragePlace {
  bucket: string
  region: string
  endpoint: string
  isPathStyle: boolean
  accessKeyId: string
  secret: Secret
}

/** The address of S3 in a region of AWS. */
const awsEndpoint = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

export function placeOf(storage: Omit<SavedStorage, 'secret'>, secret: Secret): StoragePlace {
  const { bucket, region, endpoint, isPathStyle, accessKeyId } = storage
  return { bucket, region, endpoint: endpoint ?? awsEndpoint(region), isPathStyle, accessKeyId, secret }
}
