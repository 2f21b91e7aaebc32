import type { StorageSetting, StorageSettingChange } from '@octavo/core/contract'

/** The form values of a storage. */
export interface StorageForm {
  name: string
  bucket: string
  /** Path in the bucket; empty for the whole bucket. */
  folder: string
  region: string
  /** Empty for AWS. */
  endpoint: string
  isPathStyle: boolean
  accessKeyId: string
  /** Empty keeps the stored secret. */
  secret: string
}

export const newStorage: StorageForm = {
  name: '',
  bucket: '',
  folder: '',
  region: '',
  endpoint: '',
  isPathStyle: false,
  accessKeyId: '',
  secret: '',
}

/** The form of an existing storage; its secret is never returned. */
export function formOf({ name, uri, connection }: StorageSetting): StorageForm {
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(uri) ?? []
  return {
    name,
    bucket,
    folder,
    region: connection?.region ?? '',
    endpoint: connection?.endpoint ?? '',
    isPathStyle: connection?.isPathStyle ?? false,
    accessKeyId: connection?.accessKeyId ?? '',
    secret: '',
  }
}

/** The request for the form. */
export function changeOf(form: StorageForm): StorageSettingChange {
  const { bucket, folder, region, endpoint, isPathStyle, accessKeyId, secret } = form
  return {
    bucket: bucket.trim(),
    ...(folder.trim() === '' ? {} : { prefix: folder.trim() }),
    region: region.trim(),
    endpoint: endpoint.trim() === '' ? null : endpoint.trim(),
    isPathStyle,
    accessKeyId: accessKeyId.trim(),
    ...(secret === '' ? {} : { secretAccessKey: secret }),
  }
}

/** Whether the form is complete. An existing storage keeps its secret when none is entered. */
export const isComplete = ({ name, bucket, region, accessKeyId, secret }: StorageForm, isThere: boolean): boolean =>
  [name, bucket, region, accessKeyId].every((text) => text.trim() !== '') && (isThere || secret !== '')
