import type { ReactNode } from 'react'
import { Button, Dialog } from '../ui/index.ts'
import { Remark } from './Remark.tsx'

interface ConfirmProps {
  title: string
  children: ReactNode
  confirm: string
  cancel: string
  closeLabel: string
  isBusy?: boolean
  isDisabled?: boolean
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back; the safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  const { title, children, confirm, cancel, closeLabel, isBusy = false, isDisabled = false } = props
  const { failure, onConfirm, onClose } = props
  return (
    <Dialog
      size="small"
      title={title}
      isOpen
      onClose={onClose}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onClick={onClose} data-first-focus>
            {cancel}
          </Button>
          <Button look="danger" disabled={isBusy || isDisabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-5 py-4">
        {children}
        {failure && <Remark tone="danger">{failure}</Remark>}
      </div>
    </Dialog>
  )
}
