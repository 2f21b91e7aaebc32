import { useState } from 'react'
import { Button, ChevronRight } from '../ui/index.ts'

/** The rows of one page. Back on the first page when `resetOn` changes. */
export function usePages<Row>(rows: readonly Row[], resetOn: string, size = 50) {
  const [state, setState] = useState({ page: 0, resetOn })
  const last = Math.max(0, Math.ceil(rows.length / size) - 1)
  const page = state.resetOn === resetOn ? Math.min(state.page, last) : 0
  return {
    rows: rows.slice(page * size, (page + 1) * size),
    from: rows.length === 0 ? 0 : page * size + 1,
    to: Math.min(rows.length, (page + 1) * size),
    isFirst: page === 0,
    isLast: page === last,
    go: (step: number) => setState({ page: Math.min(last, Math.max(0, page + step)), resetOn }),
  }
}

interface PagerProps {
  pages: Pick<ReturnType<typeof usePages>, 'isFirst' | 'isLast' | 'go'>
  text: string
  previous: string
  next: string
}

export function Pager({ pages, text, previous, next }: PagerProps) {
  return (
    <div className="mt-3 flex items-center justify-between gap-4 text-xs text-muted">
      <span className="tabular">{text}</span>
      {!(pages.isFirst && pages.isLast) && (
        <span className="flex gap-1">
          <Button isIcon aria-label={previous} disabled={pages.isFirst} onClick={() => pages.go(-1)}>
            <ChevronRight className="size-4 rotate-180" />
          </Button>
          <Button isIcon aria-label={next} disabled={pages.isLast} onClick={() => pages.go(1)}>
            <ChevronRight className="size-4" />
          </Button>
        </span>
      )}
    </div>
  )
}
