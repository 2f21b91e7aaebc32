import type { DocumentPage } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../forms/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { PeoplePicker } from '../sharing/PeoplePicker.tsx'
import { granteeOf, useGranteeChoices } from '../sharing/people-choices.ts'
import '../../i18n/organization.ts'

type Visibility = DocumentPage['visibility']

interface VisibilityDialogProps {
  page: Pick<DocumentPage, 'name' | 'visibility'>
  onSave: (visibility: Visibility) => void
  onClose: () => void
}

/** "Shared with" lists everybody who can see the page, so that choice is left out here. */
const notOffered: ReadonlySet<string> = new Set(['everyone'])

/**
 * The members and teams that can see a page. Members who can edit the workbook see every page. If nobody is chosen,
 * everybody sees it.
 */
export function VisibilityDialog({ page, onSave, onClose }: VisibilityDialogProps) {
  const { t } = useTranslation('editor')
  const common = useTranslation().t
  const people = useGranteeChoices()
  const [values, setValues] = useState<readonly string[]>(() => valuesOf(page.visibility))
  const chosen = values.map(
    (value): Choice => people.choices.find((choice) => choice.value === value) ?? { value, label: value },
  )

  function save() {
    const grantees = values.map(granteeOf)
    const users = grantees.flatMap(({ memberId }) => memberId ?? [])
    const teams = grantees.flatMap(({ teamId }) => teamId ?? [])
    const assignments = { ...(users.length > 0 ? { users } : {}), ...(teams.length > 0 ? { teams } : {}) }
    onSave(values.length === 0 ? undefined : { kind: 'specific-users-and-teams', assignments })
    onClose()
  }

  return (
    <Dialog
      title={t('visibility.title', { name: page.name })}
      size="form"
      isOpen
      onClose={onClose}
      closeLabel={common('common.close')}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{common('common.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('visibility.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <PeoplePicker
          label={t('visibility.people')}
          hint={t('visibility.hint')}
          people={people}
          without={notOffered}
          chosen={chosen}
          onChange={(next) => setValues(next.map(({ value }) => value))}
        />
      </div>
    </Dialog>
  )
}

function valuesOf(visibility: Visibility): string[] {
  if (typeof visibility !== 'object') return []
  const { users = [], teams = [] } = visibility.assignments
  return [...teams.map((id) => `team:${id}`), ...users]
}
