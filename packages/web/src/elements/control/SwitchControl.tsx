import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { classNames } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'

/** True or false; or true and everything, where the document says so. */
export function SwitchControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const value = chosen.items[0]
  const isOn = value === true
  const isSwitch = element.controlType === 'switch'
  const offValue = element.mode === 'True/All' ? undefined : false
  const word = isOn ? 'true' : value === false ? 'false' : 'all'
  return (
    <label className="flex h-9 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        aria-label={label}
        checked={isOn}
        onChange={(event) => setItem(event.target.checked ? true : offValue)}
        className={classNames(
          isSwitch
            ? 'relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4'
            : 'size-4.5 shrink-0 cursor-pointer accent-(--accent)',
        )}
      />
      <span className="text-muted">{t(`control.logical.${word}`)}</span>
    </label>
  )
}
