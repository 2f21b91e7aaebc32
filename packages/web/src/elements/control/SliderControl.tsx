import { Slider } from '@base-ui/react/slider'
import type { ControlElement } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { comparisonOf } from './comparison.ts'
import type { ControlFieldProps } from './control-field.ts'

/** One number on a track. */
export function SliderControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const value = numberOf(chosen.items[0])
  const { sign } = comparisonOf(element)
  return (
    <Track
      element={element}
      labels={[label]}
      values={[value ?? trackOf(element).high]}
      shown={([at]) => (value === undefined ? t('control.all') : `${sign === '=' ? '' : `${sign} `}${at}`)}
      isUnset={value === undefined}
      onCommit={([next]) => setItem(next)}
    />
  )
}

/** Two bounds on a track; there is no value while both are at its ends. */
export function RangeSliderControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setRange } = useControl(element)
  const { low, high } = trackOf(element)
  const min = numberOf(chosen.min)
  const max = numberOf(chosen.max)
  return (
    <Track
      element={element}
      labels={[t('control.minOf', { name: label }), t('control.maxOf', { name: label })]}
      values={[min ?? low, max ?? high]}
      shown={([from, to]) => `${from} – ${to}`}
      isUnset={min === undefined && max === undefined}
      onCommit={([from = low, to = high]) => (from <= low && to >= high ? setRange(null, null) : setRange(from, to))}
    />
  )
}

interface TrackProps {
  element: ControlElement
  /** One for each thumb. */
  labels: readonly string[]
  values: readonly number[]
  shown: (values: readonly number[]) => string
  isUnset: boolean
  onCommit: (values: readonly number[]) => void
}

function Track({ element, labels, values, shown, isUnset, onCommit }: TrackProps) {
  const { low, high, step } = trackOf(element)
  const [moving, setMoving] = useState<readonly number[]>()
  const at = (moving ?? values).map((value) => Math.min(high, Math.max(low, value)))
  return (
    <div className="flex h-control items-center gap-4 px-2">
      <Slider.Root
        value={at}
        min={low}
        max={high}
        step={step}
        className="min-w-0 grow"
        onValueChange={(next) => setMoving(asList(next))}
        onValueCommitted={(next) => {
          setMoving(undefined)
          onCommit(asList(next))
        }}
      >
        <Slider.Control className="flex h-control touch-none items-center select-none">
          <Slider.Track className="h-1 w-full rounded bg-line-strong">
            <Slider.Indicator className={isUnset && !moving ? 'rounded bg-transparent' : 'rounded bg-accent'} />
            {labels.map((label, index) => (
              <Slider.Thumb
                key={label}
                index={index}
                getAriaLabel={() => label}
                className="size-4 rounded-full border-2 border-accent bg-surface shadow-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1 has-[:focus-visible]:outline-focus"
              />
            ))}
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <output className="min-w-12 shrink-0 text-right text-xs text-muted tabular">
        {moving || !isUnset ? shown(at) : shown(values)}
      </output>
    </div>
  )
}

function trackOf(element: ControlElement): { low: number; high: number; step: number } {
  const low = numberOf(element.low as Cell) ?? 0
  const high = Math.max(low, numberOf(element.high as Cell) ?? 100)
  const step = numberOf(element.step as Cell)
  return { low, high, step: step !== undefined && step > 0 ? step : usualStep(high - low) }
}

/** A hundred steps or so, in round numbers. */
function usualStep(length: number): number {
  return length > 0 ? Math.min(1, 10 ** Math.floor(Math.log10(length / 10))) : 1
}

function numberOf(cell: Cell | undefined): number | undefined {
  if (typeof cell !== 'number' && typeof cell !== 'string') return undefined
  const value = Number(cell)
  return cell === '' || !Number.isFinite(value) ? undefined : value
}

function asList(value: number | readonly number[]): readonly number[] {
  return typeof value === 'number' ? [value] : value
}
