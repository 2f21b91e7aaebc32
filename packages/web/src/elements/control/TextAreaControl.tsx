import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { classNames, fieldLook } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import { useDraft } from './use-draft.ts'

/** Text of several lines; takes effect when the typing rests. */
export function TextAreaControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const value = typeof chosen.items[0] === 'string' ? chosen.items[0] : ''
  const { draft, change, flush } = useDraft(value, (text) => setItem(text === '' ? undefined : text))
  return (
    <textarea
      aria-label={label}
      value={draft}
      rows={1}
      placeholder={t('control.all')}
      onChange={(event) => change(event.target.value)}
      onBlur={flush}
      className={classNames(fieldLook, 'min-h-control grow resize-none py-1.5 leading-5')}
    />
  )
}
