import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { WorkbookCloudExport } from '@octavo/core/contract'
import type { Blobs } from '../../../../blobs/index.ts'
import {
  DeliveryCancelled,
  DeliveryFailed,
  type Message,
  openFile,
  type ReadyFile,
  type Sent,
  sentToOne,
} from '../message/message.ts'
import type { OpenUpload, StorageApi, UploadNotes } from './storage-api.ts'
import type { StorageSettings } from './storage-settings.ts'
import { addressOfExport, addressOfStorage, isInside, objectKeyOf, readAddress } from './storage-target.ts'

export interface StorageParcel {
  kind: 'storage'
  message: Message
  target: WorkbookCloudExport
  dueAt: number
  /** Unfinished uploads of earlier attempts, whose process was killed or could not reach the store. */
  openUploads: OpenUpload[]
}

interface Parts {
  blobs: Blobs
  storage: StorageApi
  storageSettings: Pick<StorageSettings, 'open'>
}

/** Stores a change of the parcel for the next attempt. */
export type KeepParcel = (parcel: StorageParcel) => Promise<void>

/**
 * Writes each file as a separate object. A repeated write replaces the earlier object. When the delivery is cancelled, an object whose upload
 * is complete stays, and the next file is not written.
 */
export async function storageParcel(
  parts: Parts,
  organizationId: string,
  parcel: StorageParcel,
  keep: KeepParcel,
  signal: AbortSignal,
): Promise<Sent> {
  const { blobs, storage } = parts
  const { target, message, dueAt } = parcel
  const { place, path } = await openPlace(parts, organizationId, target)
  const open = new Map(parcel.openUploads.map((upload) => [upload.uploadId, upload]))
  let cancelled: DeliveryCancelled | undefined
  const notes: UploadNotes = {
    async begun(upload) {
      open.set(upload.uploadId, upload)
      await keep({ ...parcel, openUploads: [...open.values()] })
    },
    async ended({ uploadId }) {
      open.delete(uploadId)
      try {
        await keep({ ...parcel, openUploads: [...open.values()] })
      } catch (error) {
        if (!(error instanceof DeliveryCancelled)) throw error
        cancelled = error
      }
    },
  }
  for (const upload of parcel.openUploads) {
    await storage.abandon(place, upload)
    await notes.ended(upload)
  }
  const isGzip = target.exportFormat === 'csv.gzip'
  const keys: string[] = []
  for (const file of message.files) {
    if (cancelled) throw cancelled
    const object = {
      key: objectKeyOf(target, path, file.name, dueAt),
      content: await contentOf(blobs, file, isGzip),
      mediaType: isGzip ? 'application/gzip' : file.mediaType,
      sizeBytes: file.sizeBytes,
      deliveryId: message.deliveryId,
    }
    await storage.put(place, object, notes, signal)
    keys.push(object.key)
  }
  return sentToOne(keys.join(', '))
}

/** Aborts open uploads of a delivery that has ended. Throws DeliveryFailed. */
export async function abandonUploads(
  parts: Parts,
  organizationId: string,
  { target, openUploads }: StorageParcel,
): Promise<void> {
  if (openUploads.length === 0) return
  const { place } = await openPlace(parts, organizationId, target)
  for (const upload of openUploads) await parts.storage.abandon(place, upload)
}

/** The settings are read for each attempt, so that changes by an administrator take effect immediately. */
async function openPlace({ storageSettings }: Parts, organizationId: string, target: WorkbookCloudExport) {
  const { authorization = '' } = target
  const found = await storageSettings.open(organizationId, authorization)
  const address = readAddress(addressOfExport(target))
  if (!found || !address) {
    const message = `The organization has no storage "${authorization}" any more: an administrator adds it in its settings.`
    throw new DeliveryFailed(message, false)
  }
  if (!isInside(found.saved, address)) {
    const message = `The storage "${authorization}" takes addresses below ${addressOfStorage(found.saved)} now.`
    throw new DeliveryFailed(message, false)
  }
  return { place: found.place, path: address.path }
}

async function contentOf(blobs: Blobs, file: ReadyFile, isGzip: boolean): Promise<Readable> {
  const content = await openFile(blobs, file)
  // `pipeline` destroys the gzip stream when the file fails, and the reader then gets the error.
  return isGzip ? pipeline(content, createGzip(), () => {}) : content
}
