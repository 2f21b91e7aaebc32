import { adminTypeName } from '@octavo/core/access'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Field, Select } from '../../../forms/index.ts'
import { notify } from '../../../ui/index.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import type { TypeWithRights } from './type-with-rights.ts'

interface DeleteTypeDialogProps {
  type: TypeWithRights
  types: readonly TypeWithRights[]
  onClose: () => void
}

/** Deletes a custom account type; its members get the chosen type. */
export function DeleteTypeDialog({ type, types, onClose }: DeleteTypeDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const others = types.filter(
    (each) => each.accountTypeId !== type.accountTypeId && each.accountTypeName !== adminTypeName,
  )
  const [replacement, setReplacement] = useState(others[0]?.accountTypeId ?? '')
  const action = useAction(async () => {
    await send(`/v2/accountTypes/${type.accountTypeId}`, {
      method: 'DELETE',
      query: { reassignToAccountTypeId: replacement },
    })
    await Promise.all([
      // The permissions of the deleted type are not requested again: they no longer exist.
      queries.invalidateQueries({
        queryKey: ['account-types'],
        predicate: ({ queryKey }) => !queryKey.includes(type.accountTypeId),
      }),
      queries.invalidateQueries({ queryKey: ['members'] }),
    ])
    notify({ title: t('types.deleted', { name: type.accountTypeName }), tone: 'done' })
    onClose()
  })
  return (
    <Confirm
      title={t('types.deleteTitle', { name: type.accountTypeName })}
      confirm={t('types.deleteConfirm')}
      action={action}
      onClose={onClose}
    >
      <p>{type.members === 0 ? t('types.deleteUnused') : t('types.deleteText', { count: type.members ?? 0 })}</p>
      {type.members !== 0 && (
        <Field label={t('types.replacement')}>
          {({ id }) => (
            <Select
              id={id}
              value={replacement}
              onChange={setReplacement}
              options={others.map(({ accountTypeId, accountTypeName, description }) => ({
                value: accountTypeId,
                label: accountTypeName,
                text: description,
              }))}
            />
          )}
        </Field>
      )}
    </Confirm>
  )
}
