import { type ProgressText, type ProgressView, progressView } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import { titleText } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useFormulaValues } from '../../editor/index.ts'
import { documentLocaleName } from '../../formats.ts'
import { Skeleton } from '../../ui/index.ts'
import type { ElementViewProps } from '../element-view.ts'
import { useDynamicText } from '../use-dynamic-text.ts'

/** How far something has come, as a bar or a ring. Its numbers are formulas over other elements. */
export function Progress({ element }: ElementViewProps<BaseElement>) {
  const { t } = useTranslation()
  const values = useFormulaValues(element)
  const read = (field: unknown): { number: number | null; isWaiting: boolean; problem?: string | undefined } => {
    if (typeof field !== 'string' || field.trim() === '') return { number: null, isWaiting: false }
    const value = values(field)
    if (!value) {
      const fixed = Number(field)
      return Number.isFinite(fixed)
        ? { number: fixed, isWaiting: false }
        : { number: null, isWaiting: false, problem: t('tile.formulaUnknown', { formula: field }) }
    }
    const number = value.cell === null ? null : Number(value.cell)
    const isWaiting = value.status === 'waiting'
    const problem =
      value.status === 'failed' ? (value.message ?? t('tile.formulaFailed', { formula: field })) : undefined
    return { number: number === null || Number.isNaN(number) ? null : number, isWaiting, problem }
  }
  const [value, min, max] = [read(element.value), read(element.min), read(element.max)]
  const numbers = { value: value.number, min: min.number, max: max.number }
  const view = progressView(element, numbers, (number) =>
    number.toLocaleString(documentLocaleName(), { maximumFractionDigits: 2 }),
  )
  const title = useDynamicText(element, titleText(element.name) ?? '')
  const problem = value.problem ?? min.problem ?? max.problem
  if (value.isWaiting || min.isWaiting || max.isWaiting) return <Skeleton className="h-full w-full" />
  return (
    <section
      aria-label={title || t('tile.progress')}
      className="flex h-full min-h-0 flex-col justify-center gap-2 overflow-hidden rounded-lg border border-line bg-surface px-4 py-3"
    >
      {title && (
        <h3 title={title} className="line-clamp-2 text-xs font-medium wrap-break-word text-muted">
          {title}
        </h3>
      )}
      {view.isRing ? <Ring view={view} element={element} /> : <Bar view={view} element={element} />}
      {problem && (
        <p role="alert" className="line-clamp-2 text-xs text-danger">
          {problem}
        </p>
      )}
    </section>
  )
}

interface PartProps {
  view: ProgressView
  element: BaseElement
}

function Bar({ view, element }: PartProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <Line element={element} look={view.label} fallback="" className="truncate text-xs text-muted" />
        <Line
          element={element}
          look={view.value}
          fallback={view.written}
          className="text-xl font-semibold tabular-nums"
        />
      </div>
      <Meter view={view}>
        <div
          className="overflow-hidden rounded-full bg-pressed"
          style={{ height: view.thickness, ...(view.track ? { backgroundColor: view.track } : {}) }}
        >
          <div
            className="h-full rounded-full bg-cat-1"
            style={{ width: `${(view.share ?? 0) * 100}%`, ...(view.color ? { backgroundColor: view.color } : {}) }}
          />
        </div>
      </Meter>
      <Line element={element} look={view.description} fallback="" className="truncate text-xs text-muted" />
    </div>
  )
}

const around = 2 * Math.PI * 42

function Ring({ view, element }: PartProps) {
  const stroke = { fill: 'none', strokeWidth: view.thickness }
  return (
    <div className="flex min-h-0 grow items-center gap-4">
      <Meter view={view} className="relative h-full max-h-40">
        <svg viewBox="0 0 100 100" className="h-full -rotate-90" aria-hidden>
          <circle cx="50" cy="50" r="42" {...stroke} stroke={view.track ?? 'var(--pressed)'} />
          <circle
            cx="50"
            cy="50"
            r="42"
            {...stroke}
            stroke={view.color ?? 'var(--cat-1)'}
            strokeLinecap="round"
            strokeDasharray={`${(view.share ?? 0) * around} ${around}`}
          />
        </svg>
        <span className="absolute inset-0 flex items-center justify-center">
          <Line element={element} look={view.value} fallback={view.written} className="font-semibold tabular-nums" />
        </span>
      </Meter>
      <div className="min-w-0">
        <Line element={element} look={view.label} fallback="" className="truncate" />
        <Line element={element} look={view.description} fallback="" className="truncate text-xs text-muted" />
      </div>
    </div>
  )
}

function Meter({ view, className, children }: { view: ProgressView; className?: string; children: React.ReactNode }) {
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={view.share === null ? undefined : Math.round(view.share * 100)}
      aria-valuetext={view.written}
      aria-label={view.label.text ?? view.written}
      className={className}
    >
      {children}
    </div>
  )
}

function Line({
  element,
  look,
  fallback,
  className,
}: {
  element: BaseElement
  look: ProgressText
  fallback: string
  className: string
}) {
  const text = useDynamicText(element, look.text ?? fallback)
  if (!look.isShown || text === '') return null
  return (
    <span
      className={className}
      style={{
        ...(look.color ? { color: look.color } : {}),
        ...(look.fontSize === undefined ? {} : { fontSize: look.fontSize, lineHeight: 1.3 }),
        ...(look.isBold === undefined ? {} : { fontWeight: look.isBold ? 600 : 400 }),
      }}
    >
      {text}
    </span>
  )
}
