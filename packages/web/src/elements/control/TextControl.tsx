import { useTranslation } from 'react-i18next'
import { useControl } from '../../editor/index.ts'
import { classNames, fieldLook, X } from '../../ui/index.ts'
import { Affix } from './Affix.tsx'
import type { ControlFieldProps } from './control-field.ts'
import { textModes } from './text-modes.ts'
import { useDraft } from './use-draft.ts'

/** A word to look for, with the way it is compared beside it. */
export function TextControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const { chosen, setItem } = useControl(element)
  const value = typeof chosen.items[0] === 'string' ? chosen.items[0] : ''
  const { draft, change, flush } = useDraft(value, (text) => setItem(text === '' ? undefined : text))
  const mode = textModes.find((known) => known === element.mode) ?? 'equals'
  return (
    <div className="relative flex">
      {element.showOperators !== false && <Affix side="start">{t(`control.mode.${mode}`)}</Affix>}
      <input
        type="text"
        aria-label={label}
        value={draft}
        onChange={(event) => change(event.target.value)}
        onBlur={flush}
        onKeyDown={(event) => event.key === 'Enter' && flush()}
        placeholder={t('control.all')}
        className={classNames(fieldLook, 'pr-8', element.showOperators !== false && 'rounded-l-none')}
      />
      {draft !== '' && (
        <button
          type="button"
          aria-label={t('control.clear', { name: label })}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
          onClick={() => {
            change('')
            setItem(undefined)
          }}
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}
