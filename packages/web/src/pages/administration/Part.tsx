import { type ReactNode, useId } from 'react'

interface PartProps {
  title: string
  text?: string
  action?: ReactNode
  children: ReactNode
}

/** A part of a page under a heading of its own. */
export function Part({ title, text, action, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-end justify-between gap-4">
        <div>
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text && <p className="text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
