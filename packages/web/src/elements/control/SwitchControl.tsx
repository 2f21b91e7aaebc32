import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { Switch } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'

/** Chooses true or false; or true or no filter, depending on the document. */
export function SwitchControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const value = chosen.items[0]
  const isOn = value === true
  const offValue = element.mode === 'True/All' ? undefined : false
  const word = isOn ? 'true' : value === false ? 'false' : 'all'
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch or the checkbox is inside
    <label className="flex h-control cursor-pointer items-center gap-2">
      {element.controlType === 'switch' ? (
        <Switch label={label} isOn={isOn} onChange={(next) => setItem(next ? true : offValue)} />
      ) : (
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          onChange={(event) => setItem(event.target.checked ? true : offValue)}
          className="checkbox shrink-0"
        />
      )}
      <span className="text-muted">{t(`control.logical.${word}`)}</span>
    </label>
  )
}
