import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Dialog } from '../../../../ui/index.ts'

interface QuestionDialogProps {
  title: string
  onClose: () => void
  onSave: () => void
  /** False while what is asked for is missing. */
  isReady?: boolean
  saveLabel?: string
  isDanger?: boolean
  children: ReactNode
}

/**
 * The frame of what a command of columns asks: fields, "Cancel", and a button that does it and closes. Where something is
 * deleted, that button has the focus: Enter confirms, and one step of undo brings everything back.
 */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, onClose, onSave, isReady = true, saveLabel, isDanger = false, children } = props
  const { t } = useTranslation('columns')
  return (
    <Dialog
      title={title}
      closeLabel={t('close')}
      isOpen
      size="form"
      onClose={onClose}
      onSubmit={() => {
        if (!isReady) return
        onSave()
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look={isDanger ? 'danger' : 'primary'}
            type="submit"
            disabled={!isReady}
            {...(isDanger ? { 'data-first-focus': '' } : {})}
          >
            {saveLabel ?? t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  )
}
