import { type ComponentProps, lazy, Suspense } from 'react'

const ColumnDialog = lazy(async () => ({ default: (await import('./ColumnDialog.tsx')).ColumnDialog }))

/** The dialogs of columns, loaded when a command first asks something. */
export function LazyColumnDialog(props: ComponentProps<typeof ColumnDialog>) {
  return (
    <Suspense>
      <ColumnDialog {...props} />
    </Suspense>
  )
}
