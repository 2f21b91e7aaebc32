import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CircleAlert, type Icon, Info, TriangleAlert } from './icons.tsx'

const tones = {
  info: { look: 'border-info-line bg-info-soft text-info', icon: Info },
  warning: { look: 'border-warning-line bg-warning-soft text-warning', icon: TriangleAlert },
  danger: { look: 'border-danger-line bg-danger-soft text-danger', icon: CircleAlert },
  accent: { look: 'border-accent-line bg-accent-soft text-ink', icon: Info },
}

interface BannerProps {
  tone?: keyof typeof tones
  icon?: Icon
  /** One sentence. */
  children: ReactNode
  /** One button at most. */
  action?: ReactNode
}

/** One fact about the whole page, across its full width under the header. */
export function Banner({ tone = 'info', icon, children, action }: BannerProps) {
  const { look, icon: usual } = tones[tone]
  const Drawn = icon ?? usual
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex min-h-10 shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b px-4 py-1',
        look,
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Drawn className="size-4 shrink-0" />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </div>
  )
}
