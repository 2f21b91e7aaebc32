import { adminTypeName, type FeaturePermission, featureNames, features, withImplied } from '@octavo/core/access'
import type { NewAccountType } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Checkbox, Field, Remark, Select, TextField } from '../../../forms/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { groups, useFeatureWords } from './feature-words.ts'
import type { TypeWithRights } from './type-with-rights.ts'

interface AccountTypeDialogProps {
  types: readonly TypeWithRights[]
  /** The custom type to change; null for a new one. */
  type: TypeWithRights | null
  /** The account type whose permissions a new one starts with. */
  from: TypeWithRights | null
  onClose: () => void
}

/**
 * Edits a custom account type. Permissions that a chosen permission implies are checked with it and cannot be removed.
 */
export function AccountTypeDialog({ types, type, from, onClose }: AccountTypeDialogProps) {
  const { t } = useTranslation('organization')
  const words = useFeatureWords()
  const queries = useQueryClient()
  const [name, setName] = useState(type?.accountTypeName ?? '')
  const [description, setDescription] = useState(type?.description ?? '')
  const [start, setStart] = useState(from?.accountTypeId ?? types[0]?.accountTypeId ?? '')
  const [wanted, setWanted] = useState<ReadonlySet<FeaturePermission>>(
    type?.rights ?? from?.rights ?? types[0]?.rights ?? new Set(),
  )
  const action = useAction(async () => {
    const body: NewAccountType = { name: name.trim(), description, permissions: [...withImplied(wanted)] }
    await send(type ? `/v2/accountTypes/${type.accountTypeId}` : '/v2/accountTypes', {
      method: type ? 'PATCH' : 'POST',
      body,
    })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['account-types'] }),
      queries.invalidateQueries({ queryKey: ['members'] }),
    ])
    onClose()
  })
  /** The chosen permissions that imply this one. */
  const impliedBy = (feature: FeaturePermission) =>
    [...wanted].filter((each) => each !== feature && withImplied([each]).has(feature))

  function toggle(feature: FeaturePermission, isWanted: boolean) {
    const next = new Set(wanted)
    if (isWanted) for (const each of withImplied([feature])) next.add(each)
    else next.delete(feature)
    setWanted(next)
  }

  return (
    <FormDialog
      size="wide"
      title={type ? t('types.editTitle', { name: type.accountTypeName }) : t('types.new')}
      submit={type ? t('common.save') : t('common.create')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={onClose}
      beside={<span className="mr-auto text-muted">{t('types.chosen', { count: wanted.size })}</span>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('files.name')} value={name} onChange={setName} maxLength={128} autoComplete="off" />
        {type ? (
          <p className="self-end text-xs text-muted">{t('types.changeHint', { count: type.members ?? 0 })}</p>
        ) : (
          <Field label={t('types.startFrom')}>
            {({ id }) => (
              <Select
                id={id}
                value={start}
                onChange={(value) => {
                  setStart(value)
                  setWanted(types.find(({ accountTypeId }) => accountTypeId === value)?.rights ?? new Set())
                }}
                options={types
                  .filter(({ accountTypeName }) => accountTypeName !== adminTypeName)
                  .map(({ accountTypeId, accountTypeName }) => ({ value: accountTypeId, label: accountTypeName }))}
              />
            )}
          </Field>
        )}
      </div>
      <TextField
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        maxLength={4096}
      />
      {action.failure && <Remark tone="danger">{action.failure}</Remark>}
      {groups.map((group) => (
        <fieldset key={group} className="min-w-0 border-t border-line pt-3">
          <legend className="float-left mb-2 w-full font-medium">{t(`types.group.${group}`)}</legend>
          <div className="clear-both grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {featureNames()
              .filter((feature) => features[feature].group === group)
              .map((feature) => {
                const implied = impliedBy(feature)
                return (
                  <Checkbox
                    key={feature}
                    isChecked={wanted.has(feature)}
                    isDisabled={implied.length > 0}
                    onChange={(isWanted) => toggle(feature, isWanted)}
                  >
                    {words.label(feature)}
                    <span className="block text-xs text-muted">
                      {implied[0] ? t('types.brought', { name: words.label(implied[0]) }) : words.text(feature)}
                    </span>
                  </Checkbox>
                )
              })}
          </div>
        </fieldset>
      ))}
    </FormDialog>
  )
}
