import type { DraftViewAs } from '@octavo/core/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, Remark } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { PeoplePicker } from '../sharing/PeoplePicker.tsx'
import { granteeOf, useGranteeChoices } from '../sharing/people-choices.ts'
import { viewDraftAs } from './draft-requests.ts'
import '../../i18n/organization.ts'

interface ViewAsDialogProps {
  workbookId: string
  isDataModel?: boolean
  onSeen: (seen: DraftViewAs) => void
  onClose: () => void
}

const notOffered: ReadonlySet<string> = new Set(['everyone'])

/** Asks whom to view the draft as, and checks whether the author may. */
export function ViewAsDialog({ workbookId, isDataModel = false, onSeen, onClose }: ViewAsDialogProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const people = useGranteeChoices()
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const [who] = chosen
  const look = useAction(async (value: string) => {
    const { memberId, teamId } = granteeOf(value)
    onSeen(await viewDraftAs({ workbookId, isDataModel }, teamId === undefined ? { memberId } : { teamId }))
  })
  return (
    <Dialog
      title={t('preview.asTitle')}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={() => who && look.run(who.value)}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={!who} isBusy={look.isBusy}>
            {t('preview.asStart')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <PeoplePicker
          label={t('preview.asWho')}
          hint={t('preview.asHint')}
          people={people}
          without={notOffered}
          chosen={chosen}
          onChange={(next) => {
            look.forget()
            setChosen(next)
            // Nothing else is asked: the preview starts with the choice.
            if (next[0]) look.run(next[0].value)
          }}
          isSingle
        />
        {look.failure && <Remark tone="danger">{look.failure}</Remark>}
      </div>
    </Dialog>
  )
}
