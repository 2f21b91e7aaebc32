import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { buttonLook } from './Button.tsx'
import { CircleAlert, CircleCheck, LoaderCircle, X } from './icons.tsx'
import { popupLook } from './Menu.tsx'

const manager = Toast.createToastManager()

export interface Notice {
  title: string
  text?: string
  tone: 'busy' | 'done' | 'danger'
}

/** Shows a notice in the corner and gives the handle that changes it. A busy notice stays until it is changed. */
export function notify(notice: Notice): { change(next: Notice): void; close(): void } {
  const id = manager.add(content(notice))
  return {
    change: (next) => manager.update(id, content(next)),
    close: () => manager.close(id),
  }
}

function content({ title, text, tone }: Notice) {
  return {
    title,
    description: text ?? '',
    type: tone,
    timeout: tone === 'done' ? 6000 : 0,
    priority: tone === 'danger' ? ('high' as const) : ('low' as const),
  }
}

export function Toasts({ children, closeLabel }: { children: ReactNode; closeLabel: string }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2">
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={popupLook('flex items-start gap-3 p-3')}>
      <ToneIcon tone={toast.type} />
      <Toast.Content className="min-w-0 grow">
        <Toast.Title className="font-medium [overflow-wrap:anywhere]" />
        <Toast.Description className="text-muted [overflow-wrap:anywhere]" />
      </Toast.Content>
      <Toast.Close aria-label={closeLabel} className={`${buttonLook('quiet', true)} -my-1.5 -mr-1.5`}>
        <X className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}

function ToneIcon({ tone }: { tone: string | undefined }) {
  if (tone === 'busy') return <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-muted" aria-hidden />
  if (tone === 'danger') return <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
  return <CircleCheck className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
}
