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
  /** Announced to screen readers immediately; for failures. */
  isAlert?: boolean
  className?: string
}

/**
 * Fills a place that has no content: nothing there yet, no match, no right, or a failure with what to do next.
 * In a place less than 160 pixels high (inside a size container) it is one line without its icon.
 */
export function Message({ icon: Icon, title, text, fine, tone = 'quiet', actions, isAlert, className }: MessageProps) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={classNames('flex flex-col items-center justify-center-safe gap-1 px-4 py-3 text-center', className)}
    >
      <Icon
        className={classNames('mb-1 size-5 shrink-0 in-short:hidden', tone === 'danger' ? 'text-danger' : 'text-faint')}
        aria-hidden
      />
      <p className="max-w-[44ch] font-semibold text-ink in-short:font-medium">{title}</p>
      {text && <p className="max-w-[44ch] text-muted in-short:sr-only [overflow-wrap:anywhere]">{text}</p>}
      {fine && <p className="in-short:sr-only font-mono text-2xs font-normal text-faint select-text">{fine}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
