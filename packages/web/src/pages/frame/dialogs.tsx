import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Remark } from '../../forms/index.ts'
import { Button, Dialog, type DialogSize } from '../../ui/index.ts'
import { type Refusal, useProblemFocus } from '../data/use-action.ts'

interface ActionState {
  isBusy: boolean
  failure: string | undefined
  refusal?: Refusal
  run: () => void
}

interface FormDialogProps {
  title: string
  /** Label of the button that runs the action. */
  submit: string
  action: ActionState
  /** False while a required value is missing. */
  isReady?: boolean
  size?: DialogSize
  /** Shown to the left of the buttons. */
  beside?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with fields and one action; an error of the server is shown under the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, action, isReady = true, size = 'form', beside, onClose, children } = props
  const { t } = useTranslation()
  const fields = useProblemFocus<HTMLDivElement>(action)
  return (
    <Dialog
      size={size}
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={t('common.close')}
      onSubmit={() => isReady && action.run()}
      beside={beside}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!isReady} isBusy={action.isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <div ref={fields} className="flex flex-col gap-4">
        {children}
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      </div>
    </Dialog>
  )
}

interface ConfirmProps {
  title: string
  /** Label of the button that runs the action. */
  confirm: string
  action: ActionState
  onClose: () => void
  children: ReactNode
}

/** Asks before something that cannot be undone; the safe answer has the focus. */
export function Confirm({ title, confirm, action, onClose, children }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      size="confirm"
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button onClick={onClose} data-first-focus>
            {t('common.cancel')}
          </Button>
          <Button look="danger" isBusy={action.isBusy} onClick={() => action.run()}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      </div>
    </Dialog>
  )
}
