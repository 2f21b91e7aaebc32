import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { buttonLook } from './Button.tsx'
import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert, X } from './icons.tsx'
import { type Notice, type NoticeBoard, showOn } from './notify.ts'
import { popupLook } from './popup-look.ts'

const manager = Toast.createToastManager()
const board: NoticeBoard = {
  add: (notice, close) => manager.add(content(notice, close)),
  change: (id, notice, close) => manager.update(id, content(notice, close)),
  close: (id) => manager.close(id),
}

function content({ title, text, tone, action }: Notice, close: () => void) {
  return {
    title,
    description: text ?? '',
    type: tone,
    timeout: timeouts(action !== undefined)[tone],
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

/** Milliseconds that a notice is shown; 0 until it is closed or changed. */
const timeouts = (hasAction: boolean): Record<Notice['tone'], number> => ({
  busy: 0,
  done: hasAction ? 12_000 : 6000,
  // Something was not done, and the button does it.
  warning: hasAction ? 0 : 12_000,
  danger: 0,
})

/** The corner that notices appear in; at most three at a time. F8 moves the focus there. */
export function ToastRegion({ closeLabel }: { closeLabel: string }) {
  useEffect(() => showOn(board), [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-(--z-toast) flex w-[min(360px,calc(100vw-2rem))] flex-col gap-2">
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
        <Toast.Description className="text-xs text-muted [overflow-wrap:anywhere]" />
      </Toast.Content>
      {toast.actionProps && (
        <Toast.Action className={`${buttonLook('quiet', false, true)} -my-1 min-w-0! text-accent-text!`} />
      )}
      {/* The library hides this from assistive technology until the list is pointed at; here it can always be seen and reached. */}
      <Toast.Close
        aria-label={closeLabel}
        aria-hidden={false}
        className={`${buttonLook('quiet', true, true)} -my-1 -mr-1`}
      >
        <X className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}

function ToneIcon({ tone }: { tone: string | undefined }) {
  if (tone === 'busy') return <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin text-muted" aria-hidden />
  if (tone === 'danger') return <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
  if (tone === 'warning') return <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
  return <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
}
