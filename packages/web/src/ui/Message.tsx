import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon } from './icons.tsx'

interface MessageProps {
  icon: Icon
  title: string
  text?: string | undefined
  /** Small print under the text: a code, a request id. */
  fine?: string | undefined
  tone?: 'quiet' | 'danger'
  actions?: ReactNode
  /** Announced at once; for failures. */
  isAlert?: boolean
  className?: string
}

/** What stands where content would stand: nothing to show, or a failure with what to do next. */
export function Message({ icon: Icon, title, text, fine, tone = 'quiet', actions, isAlert, className }: MessageProps) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={classNames('flex flex-col items-center justify-center-safe gap-1 px-4 py-3 text-center', className)}
    >
      <Icon
        className={classNames('mb-1 size-5 shrink-0', tone === 'danger' ? 'text-danger' : 'text-faint')}
        aria-hidden
      />
      <p className="font-medium text-ink">{title}</p>
      {text && <p className="max-w-md text-muted [overflow-wrap:anywhere]">{text}</p>}
      {fine && <p className="font-mono text-2xs text-faint select-text">{fine}</p>}
      {actions && <div className="mt-2 flex gap-2">{actions}</div>}
    </div>
  )
}
