import type { TeamAttributeAssignment, UserAttribute, UserAttributeAssignment } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Avatar, Checkbox, type Choice, Picker, Remark, TextArea, TextField } from '../../../forms/index.ts'
import { ArrowDown, ArrowUp, Button, notify, Pencil, Plus, Trash } from '../../../ui/index.ts'
import { teamsQuery, useMemberNames } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Failed, Loaded, Page } from '../../frame/Page.tsx'
import { crumbTo } from '../../frame/Trail.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { Part } from '../Part.tsx'
import { attributeQuery, memberValuesQuery, teamValuesQuery, textValue } from './attributes.ts'

/** One user attribute: its default, the values of teams by priority, and the values of members. */
export function AttributePage() {
  const { t } = useTranslation('organization')
  const { attributeId = '' } = useParams({ strict: false })
  const attribute = useQuery(attributeQuery(attributeId))
  return (
    <Loaded query={attribute} title={t('attributes.failedOne')}>
      {(found) => <OneAttribute key={found.userAttributeId} attribute={found} />}
    </Loaded>
  )
}

function OneAttribute({ attribute }: { attribute: UserAttribute }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [task, setTask] = useState<'edit' | 'delete' | null>(null)
  const removal = useAction(async () => {
    await send(`/v2/user-attributes/${attribute.userAttributeId}`, { method: 'DELETE' })
    await navigate({ to: '/administration/user-attributes' })
    await queries.invalidateQueries({ queryKey: ['user-attributes'], exact: true })
    notify({ title: t('attributes.deleted', { name: attribute.name }), tone: 'done' })
  })
  return (
    <Page
      title={attribute.name}
      lead={attribute.description}
      crumbs={[crumbTo('/administration/user-attributes', t('sections.userAttributes'))]}
      actions={
        <>
          <Button onClick={() => setTask('edit')}>
            <Pencil className="size-4" /> {t('teams.edit')}
          </Button>
          <Button onClick={() => setTask('delete')}>
            <Trash className="size-4" /> {t('common.delete')}
          </Button>
        </>
      }
    >
      <p className="mb-6 max-w-2xl text-muted">{t('attributes.order')}</p>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <MemberValues attribute={attribute} />
        <div className="flex flex-col gap-6">
          <TeamValues attribute={attribute} />
          <Part title={t('attributes.everyone')} text={t('attributes.everyoneText')}>
            <Card>
              <p className="px-4 py-3">
                {attribute.defaultValue ? (
                  <Value value={attribute.defaultValue.val} />
                ) : (
                  <span className="text-muted">{t('attributes.noDefault')}</span>
                )}
              </p>
            </Card>
          </Part>
        </div>
      </div>
      {task === 'edit' && <EditDialog attribute={attribute} onClose={() => setTask(null)} />}
      {task === 'delete' && (
        <Confirm
          title={t('attributes.deleteTitle', { name: attribute.name })}
          confirm={t('attributes.deleteConfirm')}
          action={removal}
          onClose={() => setTask(null)}
        >
          <p>{t('attributes.deleteText')}</p>
          <Remark tone="warning">{t('attributes.deleteRows', { name: attribute.name })}</Remark>
        </Confirm>
      )}
    </Page>
  )
}

function Value({ value }: { value: string }) {
  const { t } = useTranslation('organization')
  if (value === '') return <span className="text-muted">{t('attributes.emptyValue')}</span>
  return <code className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]">{value}</code>
}

type Editing = { id: string; name: string; value: string } | 'new' | null

function TeamValues({ attribute }: { attribute: UserAttribute }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const path = `/v2/user-attributes/${attribute.userAttributeId}/teams`
  const values = useQuery(teamValuesQuery(attribute.userAttributeId))
  const teams = useQuery(teamsQuery)
  const [editing, setEditing] = useState<Editing>(null)
  const nameOf = (id: string) =>
    teams.data?.entries.find(({ teamId }) => teamId === id)?.name ?? t('sharing.unknownTeam')
  const refresh = () => queries.invalidateQueries({ queryKey: ['user-attributes'] })
  const order = useAction(async (ordered: readonly TeamAttributeAssignment[]) => {
    const assignments = ordered.map(({ teamId, value }, place) => ({ teamId, value, priority: place + 1 }))
    await send(path, { method: 'POST', body: { assignments } })
    await refresh()
  })
  const removal = useAction(async (teamId: string) => {
    await send(`${path}/${teamId}`, { method: 'DELETE' })
    await refresh()
  })
  const entries = values.data?.entries ?? []
  const swap = (place: number, other: number) => {
    const ordered = [...entries]
    const [one, two] = [ordered[place], ordered[other]]
    if (!one || !two) return
    ordered[place] = two
    ordered[other] = one
    order.run(ordered)
  }
  const present = new Set(entries.map(({ teamId }) => teamId))
  return (
    <Part
      title={t('sections.teams')}
      text={t('attributes.teamsText')}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus className="size-4" /> {t('attributes.addTeam')}
        </Button>
      }
    >
      <Card>
        {values.isError ? (
          <Failed title={t('attributes.failedOne')} error={values.error} onRetry={values.refetch} />
        ) : entries.length === 0 ? (
          <p className="px-4 py-3 text-muted">{t('attributes.noTeams')}</p>
        ) : (
          <ol className="divide-y divide-line">
            {entries.map(({ teamId, value }, place) => {
              const name = nameOf(teamId)
              return (
                <li key={teamId} className="flex items-center gap-3 px-4 py-2">
                  <span className="w-4 text-right text-xs text-faint tabular">{place + 1}</span>
                  <Avatar name={name} isTeam />
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{name}</span>
                    <Value value={value.val} />
                  </span>
                  <Button
                    look="quiet"
                    isIcon
                    aria-label={t('attributes.up', { name })}
                    disabled={place === 0 || order.isBusy}
                    onClick={() => swap(place, place - 1)}
                  >
                    <ArrowUp className="size-4" />
                  </Button>
                  <Button
                    look="quiet"
                    isIcon
                    aria-label={t('attributes.down', { name })}
                    disabled={place === entries.length - 1 || order.isBusy}
                    onClick={() => swap(place, place + 1)}
                  >
                    <ArrowDown className="size-4" />
                  </Button>
                  <EditButtons
                    name={name}
                    onEdit={() => setEditing({ id: teamId, name, value: value.val })}
                    onRemove={() => removal.run(teamId)}
                  />
                </li>
              )
            })}
          </ol>
        )}
        {(order.failure ?? removal.failure) && (
          <div className="p-3">
            <Remark tone="danger">{order.failure ?? removal.failure}</Remark>
          </div>
        )}
        {editing !== null && (
          <ValueDialog
            attribute={attribute}
            editing={editing}
            label={t('sections.teams')}
            choices={(teams.data?.entries ?? [])
              .filter(({ teamId }) => !present.has(teamId))
              .map(({ teamId, name }) => ({ value: teamId, label: name }))}
            save={(ids, val) =>
              send(path, {
                method: 'POST',
                body: { assignments: ids.map((teamId) => ({ teamId, value: textValue(val) })) },
              })
            }
            onClose={() => setEditing(null)}
          />
        )}
      </Card>
    </Part>
  )
}

const firstShown = 50

function MemberValues({ attribute }: { attribute: UserAttribute }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const path = `/v2/user-attributes/${attribute.userAttributeId}/users`
  const values = useQuery(memberValuesQuery(attribute.userAttributeId))
  const { choices, onSearch } = useMemberChoices()
  const [editing, setEditing] = useState<Editing>(null)
  const [shown, setShown] = useState(firstShown)
  const entries: readonly UserAttributeAssignment[] = values.data?.entries ?? []
  const nameOf = useMemberNames(entries.slice(0, shown).map(({ userId }) => userId))
  const removal = useAction(async (userId: string) => {
    await send(`${path}/${userId}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['user-attributes'] })
  })
  const present = new Set(entries.map(({ userId }) => userId))
  return (
    <Part
      title={t('sections.members')}
      text={t('attributes.membersText')}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus className="size-4" /> {t('attributes.addMember')}
        </Button>
      }
    >
      <Card>
        {values.isError ? (
          <Failed title={t('attributes.failedOne')} error={values.error} onRetry={values.refetch} />
        ) : entries.length === 0 ? (
          <p className="px-4 py-3 text-muted">{t('attributes.noMembers')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {entries.slice(0, shown).map(({ userId, value }) => {
              const name = nameOf(userId) || t('sharing.unknownMember')
              return (
                <li key={userId} className="flex items-center gap-3 px-4 py-2">
                  <Avatar name={name} />
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{name}</span>
                    <Value value={value.val} />
                  </span>
                  <EditButtons
                    name={name}
                    onEdit={() => setEditing({ id: userId, name, value: value.val })}
                    onRemove={() => removal.run(userId)}
                  />
                </li>
              )
            })}
          </ul>
        )}
        {entries.length > shown && (
          <div className="border-t border-line p-2 text-center">
            <Button look="quiet" onClick={() => setShown(shown + 4 * firstShown)}>
              {t('files.more', { count: entries.length - shown })}
            </Button>
          </div>
        )}
        {removal.failure && (
          <div className="p-3">
            <Remark tone="danger">{removal.failure}</Remark>
          </div>
        )}
        {editing !== null && (
          <ValueDialog
            attribute={attribute}
            editing={editing}
            label={t('sections.members')}
            choices={choices.filter(({ value }) => !present.has(value))}
            onSearch={onSearch}
            save={(ids, val) =>
              send(path, {
                method: 'POST',
                body: { assignments: ids.map((userId) => ({ userId, value: textValue(val) })) },
              })
            }
            onClose={() => setEditing(null)}
          />
        )}
      </Card>
    </Part>
  )
}

function EditButtons({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <span className="flex">
      <Button look="quiet" isIcon aria-label={t('attributes.change', { name })} onClick={onEdit}>
        <Pencil className="size-4" />
      </Button>
      <Button look="quiet" isIcon aria-label={t('attributes.removeValue', { name })} onClick={onRemove}>
        <Trash className="size-4" />
      </Button>
    </span>
  )
}

interface ValueDialogProps {
  attribute: UserAttribute
  editing: Exclude<Editing, null>
  label: string
  choices: readonly Choice[]
  onSearch?: (text: string) => void
  save: (ids: readonly string[], value: string) => Promise<unknown>
  onClose: () => void
}

/** Sets the same value for one or several holders. */
function ValueDialog({ attribute, editing, label, choices, onSearch, save, onClose }: ValueDialogProps) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Choice[]>([])
  const [value, setValue] = useState(editing === 'new' ? '' : editing.value)
  const ids = editing === 'new' ? chosen.map((choice) => choice.value) : [editing.id]
  const action = useAction(async () => {
    await save(ids, value)
    await queries.invalidateQueries({ queryKey: ['user-attributes'] })
    onClose()
  })
  return (
    <FormDialog
      title={editing === 'new' ? attribute.name : t('attributes.valueOf', { name: editing.name })}
      submit={t('common.save')}
      action={action}
      isReady={ids.length > 0}
      onClose={onClose}
    >
      {editing === 'new' && (
        <Picker
          label={label}
          placeholder={t('attributes.choose')}
          choices={choices}
          chosen={chosen}
          onChange={setChosen}
          {...(onSearch && { onSearch })}
          nothing={t('sharing.nobody')}
          removeLabel={(name) => t('common.removeName', { name })}
        />
      )}
      <TextField
        label={t('attributes.value')}
        value={value}
        onChange={setValue}
        maxLength={4096}
        hint={t('attributes.valueHint')}
      />
    </FormDialog>
  )
}

function EditDialog({ attribute, onClose }: { attribute: UserAttribute; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const [description, setDescription] = useState(attribute.description ?? '')
  const [hasDefault, setHasDefault] = useState(attribute.defaultValue !== null)
  const [value, setValue] = useState(attribute.defaultValue?.val ?? '')
  const action = useAction(async () => {
    await send(`/v2/user-attributes/${attribute.userAttributeId}`, {
      method: 'PATCH',
      body: { description, defaultValue: hasDefault ? textValue(value) : null },
    })
    await queries.invalidateQueries({ queryKey: ['user-attributes'] })
    onClose()
  })
  return (
    <FormDialog
      title={t('teams.editTitle', { name: attribute.name })}
      submit={t('common.save')}
      action={action}
      onClose={onClose}
    >
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={2}
      />
      <Checkbox isChecked={hasDefault} onChange={setHasDefault}>
        {t('attributes.hasDefault')}
      </Checkbox>
      {hasDefault && <TextField label={t('attributes.default')} value={value} onChange={setValue} maxLength={4096} />}
      <p className="text-xs text-muted">{t('attributes.nameStays')}</p>
    </FormDialog>
  )
}
