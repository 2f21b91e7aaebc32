export type { Blobs, OpenedBlob, StoredBlob } from './blobs.ts'
export { whileOpen } from './blobs.ts'
export { createFolderBlobs } from './folder-blobs.ts'
