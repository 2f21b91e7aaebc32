import type { NewTeam, NewTeamAnswer, Team } from '@octavo/core/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { Checkbox, type Choice, Field, Picker, Select, TextArea, TextField } from '../../../forms/index.ts'
import { useAction } from '../../data/use-action.ts'
import { FormDialog } from '../../frame/dialogs.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'

/** Creates a team, or changes its name, description and visibility. */
export function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { choices, onSearch } = useMemberChoices()
  const [name, setName] = useState(team?.name ?? '')
  const [description, setDescription] = useState(team?.description ?? '')
  const [visibility, setVisibility] = useState<'public' | 'private'>(team?.visibility ?? 'private')
  const [members, setMembers] = useState<Choice[]>([])
  const [hasWorkspace, setWorkspace] = useState(false)
  const action = useAction(async () => {
    const texts = { name: name.trim(), description, visibility }
    if (team) {
      await send(`/v2/teams/${team.teamId}`, { method: 'PATCH', body: texts })
      await queries.invalidateQueries({ queryKey: ['teams'] })
      onClose()
      return
    }
    const body: NewTeam = { ...texts, members: members.map(({ value }) => value), createTeamFolder: hasWorkspace }
    const { teamId } = await call<NewTeamAnswer>('/v2/teams', { method: 'POST', body })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['teams'] }),
      queries.invalidateQueries({ queryKey: ['files'] }),
    ])
    onClose()
    await navigate({ to: '/administration/teams/$teamId', params: { teamId } })
  })
  return (
    <FormDialog
      title={team ? t('teams.editTitle', { name: team.name }) : t('teams.new')}
      submit={team ? t('common.save') : t('common.create')}
      action={action}
      isReady={name.trim() !== ''}
      size="form"
      onClose={onClose}
    >
      <TextField
        label={t('files.name')}
        value={name}
        onChange={setName}
        maxLength={128}
        hint={team ? t('teams.renameHint') : undefined}
      />
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={2}
      />
      <Field label={t('teams.visibility')}>
        {({ id }) => (
          <Select
            id={id}
            value={visibility}
            onChange={setVisibility}
            options={(['private', 'public'] as const).map((value) => ({
              value,
              label: t(`teams.${value}`),
              text: t(`teams.${value}Text`),
            }))}
          />
        )}
      </Field>
      {!team && (
        <>
          <Picker
            label={t('sections.members')}
            placeholder={t('deactivate.newOwnerPlaceholder')}
            choices={choices}
            chosen={members}
            onChange={setMembers}
            onSearch={onSearch}
            nothing={t('sharing.nobody')}
            removeLabel={(each) => t('common.removeName', { name: each })}
          />
          <Checkbox isChecked={hasWorkspace} onChange={setWorkspace}>
            {t('teams.withWorkspace')}
            <span className="block text-xs text-muted">{t('teams.withWorkspaceText')}</span>
          </Checkbox>
        </>
      )}
    </FormDialog>
  )
}
