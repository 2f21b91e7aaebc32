export type { Blobs, StoredBlob } from './blobs.ts'
export { createFolderBlobs } from './folder-blobs.ts'
