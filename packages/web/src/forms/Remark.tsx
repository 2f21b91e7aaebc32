import { type ReactNode, useEffect, useRef } from 'react'
import { CircleAlert, classNames, TriangleAlert } from '../ui/index.ts'

const looks = {
  danger: { box: 'bg-danger-soft text-danger', Icon: CircleAlert },
  warning: { box: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  plain: { box: 'bg-accent-soft text-accent-text', Icon: CircleAlert },
}

/** A note inside a page or dialog. A `danger` is announced immediately and scrolled into view. */
export function Remark({ tone = 'plain', children }: { tone?: keyof typeof looks; children: ReactNode }) {
  const { box, Icon } = looks[tone]
  const remark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'danger') remark.current?.scrollIntoView({ block: 'nearest' })
  }, [tone])
  return (
    <div
      ref={remark}
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames('flex items-start gap-2.5 rounded-md px-3 py-2', box)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow whitespace-pre-line [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
