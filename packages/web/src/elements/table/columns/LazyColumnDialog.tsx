import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../../ui/index.ts'

const ColumnDialog = lazyPart(async () => ({ default: (await import('./ColumnDialog.tsx')).ColumnDialog }))

/** The dialogs of columns, loaded when a command first asks something. */
export function LazyColumnDialog(props: ComponentProps<typeof ColumnDialog>) {
  return (
    <Suspense>
      <ColumnDialog {...props} />
    </Suspense>
  )
}
