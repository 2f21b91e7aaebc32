import { Switch as Base } from '@base-ui/react/switch'

interface SwitchProps {
  /** Accessible name when there is no visible label. */
  label?: string
  labelledBy?: string
  id?: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** A switch that takes effect immediately; 32 by 20 pixels. */
export function Switch({ label, labelledBy, id, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <Base.Root
      id={id}
      aria-label={label}
      aria-labelledby={labelledBy}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={(next) => onChange(next)}
      className="inline-flex h-5 w-8 shrink-0 cursor-pointer items-center rounded-full border border-field-line bg-surface p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:cursor-default data-disabled:border-line data-disabled:bg-sunken"
    >
      <Base.Thumb className="size-4 rounded-full bg-field-line transition-transform duration-(--t-fast) data-checked:translate-x-3 data-checked:bg-on-accent data-disabled:bg-line-strong" />
    </Base.Root>
  )
}
