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
  /** A button that takes back or goes on; the notice closes with it. */
  action?: { label: string; run: () => void }
}

/** Shows a notice in the corner and gives the handle that changes it. A busy notice stays until it is changed. */
export function notify(notice: Notice): { change(next: Notice): void; close(): void } {
  const close = () => manager.close(id)
  const id: string = manager.add(content(notice, close))
  return { change: (next) => manager.update(id, content(next, close)), close }
}

function content({ title, text, tone, action }: Notice, close: () => void) {
  return {
    title,
    description: text ?? '',
    type: tone,
    timeout: tone !== 'done' ? 0 : action ? 12_000 : 6000,
    priority: tone === 'danger' ? ('high' as const) : ('low' as const),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          close()
          action.run()
        },
      },
    }),
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
      {toast.actionProps && <Toast.Action className={`${buttonLook('quiet')} -my-1.5 !px-2 !text-accent-strong`} />}
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
