import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.ts'
import { noticesWanted } from './notify.ts'

const ToastRegion = lazyPart(async () => ({ default: (await import('./ToastRegion.tsx')).ToastRegion }))

/** Once in the app. The corner of notices is loaded when there is one to show. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const isWanted = useSyncExternalStore(noticesWanted.subscribe, noticesWanted.read)
  return (
    isWanted && (
      <Suspense>
        <ToastRegion closeLabel={closeLabel} />
      </Suspense>
    )
  )
}
