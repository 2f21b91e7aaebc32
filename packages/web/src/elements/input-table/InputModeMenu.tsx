import { type DataElement, setElementField } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useMaybeEditor } from '../../editor/index.ts'
import { Menu, MenuChoice } from '../../ui/index.ts'
import { type InputMode, inputModes } from './input-modes.ts'
import { PendingPublish } from './PendingPublish.tsx'

interface InputModeMenuProps {
  element: DataElement
  mode: InputMode
  canChange: boolean
}

/** Who enters rows; in the editor a menu that changes it. */
export function InputModeMenu({ element, mode, canChange }: InputModeMenuProps) {
  const { t } = useTranslation('inputTables')
  const editor = useMaybeEditor()
  const label = t(`mode.${mode}`)
  const look = 'rounded-full border border-line px-2 py-0.5 text-2xs'
  if (!canChange || !editor) return <span className={look}>{label}</span>
  return (
    <>
      <Menu
        label={t('modeIs', { mode: label })}
        align="start"
        side="top"
        trigger={label}
        triggerClass={`${look} hover:bg-hover`}
      >
        <MenuChoice
          label={t('whoEnters')}
          value={mode}
          onChoose={(next) =>
            editor.apply(t('word.mode'), setElementField(editor.state.document, element.id, ['inputMode'], next))
          }
          options={inputModes.map((value) => ({ value: value as InputMode, label: t(`modeText.${value}`) }))}
        />
      </Menu>
      {!editor.isDataModel && <PendingPublish editor={editor} element={element} mode={mode} />}
    </>
  )
}
