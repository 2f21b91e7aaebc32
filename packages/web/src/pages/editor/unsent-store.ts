import type { EditBatch, UnsentEdits } from '../../editor/index.ts'

const databaseName = 'octavo-editor'
const storeName = 'unsent'

/** Unsent edits of one person and workbook in this browser's IndexedDB. */
export function unsentEdits(memberId: string, workbookId: string): UnsentEdits {
  const key = `${memberId}/${workbookId}`
  return {
    async read() {
      // In a frame of another site a browser may refuse its storage: then nothing is stored.
      const found: unknown = await inStore('readonly', (store) => store.get(key)).catch(() => [])
      // Written only by this app, with the shape below.
      return Array.isArray(found) ? (found as EditBatch[]) : []
    },
    async write(batches) {
      await inStore('readwrite', (store) =>
        batches.length === 0 ? store.delete(key) : store.put(structuredClone(batches), key),
      )
    },
  }
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened()
  try {
    return await done(work(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  await done(request)
  return request.result
}

function done(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
