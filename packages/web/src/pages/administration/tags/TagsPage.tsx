import type { NewVersionTag, VersionTag, Workbook } from '@octavo/core/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, send } from '../../../api.ts'
import { Badge, Checkbox, type Choice, Drawer, type TableColumn, TextArea, TextField } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button, classNames, MenuItem, Message, notify, Plus, Tag } from '../../../ui/index.ts'
import { listAll, type PageOf } from '../../data/list-all.ts'
import { useMemberNames } from '../../data/people.ts'
import { tagsQuery } from '../../data/tags.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm, FormDialog } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { PeoplePicker } from '../../sharing/PeoplePicker.tsx'
import { useMemberChoices } from '../../sharing/people-choices.ts'
import { slugOf } from '../../workbook-address.ts'
import { RowMenu } from '../RowMenu.tsx'

type Color = NonNullable<VersionTag['color']>
const dots: Record<Color, string> = {
  cyan: 'bg-[#0891b2]',
  grass: 'bg-[#46a758]',
  violet: 'bg-[#6e56cf]',
  plum: 'bg-[#ab4aba]',
  amber: 'bg-[#e59a0b]',
  bronze: 'bg-[#a18072]',
}
const colors = Object.keys(dots) as Color[]

const taggedQuery = (tagId: string) =>
  queryOptions({
    queryKey: ['tags', 'workbooks', tagId],
    queryFn: ({ signal }) => listAll<Workbook>(`/v2/tags/${tagId}/workbooks`, { signal }),
  })

type Task = { action: 'new' } | { action: 'edit' | 'delete' | 'open'; tag: VersionTag } | null

/** The version tags of the organization, such as Production. */
export function TagsPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const tags = useQuery(tagsQuery)
  const [task, setTask] = useState<Task>(null)
  const close = () => setTask(null)
  return (
    <Page
      title={t('sections.tags')}
      lead={t('tags.lead')}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setTask({ action: 'new' })}>
            <Plus className="size-4" /> {t('tags.new')}
          </Button>
        )
      }
    >
      <Loaded query={tags} title={t('tags.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Tag} className="py-16" title={t('tags.empty')} text={t('tags.emptyText')} />
            </Card>
          ) : (
            <TagList tags={entries} onTask={setTask} />
          )
        }
      </Loaded>
      {task?.action === 'new' && <TagDialog tag={null} onClose={close} />}
      {task?.action === 'edit' && <TagDialog tag={task.tag} onClose={close} />}
      {task?.action === 'delete' && <DeleteTag tag={task.tag} onClose={close} />}
      {task?.action === 'open' && <TaggedDocuments tag={task.tag} onClose={close} />}
    </Page>
  )
}

function TagList({ tags, onTask }: { tags: readonly VersionTag[]; onTask: (task: Task) => void }) {
  const { t } = useTranslation('organization')
  const nameOf = useMemberNames(tags.flatMap(({ approverIds }) => approverIds.slice(0, 3)))
  const columns: TableColumn<VersionTag>[] = [
    {
      id: 'name',
      label: t('files.name'),
      cell: (tag) => (
        <span className="flex min-w-0 items-center gap-3">
          <span aria-hidden className={classNames('size-3 shrink-0 rounded-full', dots[tag.color ?? 'cyan'])} />
          <span className="min-w-0 grow">
            <button
              type="button"
              data-row-main
              className="block max-w-full truncate rounded text-left font-medium"
              onClick={() => onTask({ action: 'open', tag })}
            >
              {tag.name}
            </button>
            {tag.description && <span className="block truncate text-xs text-muted">{tag.description}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'protected',
      label: t('tags.who'),
      width: 140,
      className: 'hidden whitespace-nowrap sm:table-cell',
      cell: ({ isProtected, approverIds }) =>
        isProtected ? (
          <span className="flex items-center gap-2">
            <Badge tone="warning">{t('tags.protected')}</Badge>
            <span className="max-w-52 truncate text-muted">
              {approverIds.slice(0, 3).map(nameOf).filter(Boolean).join(', ')}
              {approverIds.length > 3 && ` +${approverIds.length - 3}`}
            </span>
          </span>
        ) : (
          <span className="text-muted">{t('tags.anybody')}</span>
        ),
    },
    {
      id: 'menu',
      label: t('common.actions'),
      isBare: true,
      width: 56,
      className: '!py-0',
      cell: (tag) => (
        <RowMenu label={t('files.menu', { name: tag.name })}>
          <MenuItem onSelect={() => onTask({ action: 'open', tag })}>{t('tags.documents')}</MenuItem>
          <MenuItem onSelect={() => onTask({ action: 'edit', tag })}>{t('teams.edit')}</MenuItem>
          <MenuItem onSelect={() => onTask({ action: 'delete', tag })}>{t('common.delete')}</MenuItem>
        </RowMenu>
      ),
    },
  ]
  return (
    <PagedTable
      label={t('sections.tags')}
      rows={tags}
      keyOf={({ versionTagId }) => versionTagId}
      nameOf={({ name }) => name}
      columns={columns}
    />
  )
}

function TagDialog({ tag, onClose }: { tag: VersionTag | null; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const people = useMemberChoices()
  const nameOf = useMemberNames(tag?.approverIds ?? [])
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState<Color>(tag?.color ?? 'cyan')
  const [description, setDescription] = useState(tag?.description ?? '')
  const [isProtected, setProtected] = useState(tag?.isProtected ?? false)
  const [approverIds, setApproverIds] = useState<readonly string[]>(tag?.approverIds ?? [])
  const approvers = approverIds.map(
    (id): Choice => people.choices.find(({ value }) => value === id) ?? { value: id, label: nameOf(id) || id },
  )
  const action = useAction(async () => {
    const body: NewVersionTag = { name: name.trim(), color, description, isProtected, approverIds: [...approverIds] }
    await send(tag ? `/v2/tags/${tag.versionTagId}` : '/v2/tags', { method: tag ? 'PATCH' : 'POST', body })
    await queries.invalidateQueries({ queryKey: ['tags'] })
    onClose()
  })
  return (
    <FormDialog
      title={tag ? t('teams.editTitle', { name: tag.name }) : t('tags.new')}
      submit={tag ? t('common.save') : t('common.create')}
      action={action}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      <TextField label={t('files.name')} value={name} onChange={setName} maxLength={128} autoComplete="off" />
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('tags.color')}</legend>
        <div className="flex gap-2">
          {colors.map((each) => (
            <label
              key={each}
              title={t(`tags.colors.${each}`)}
              className="cursor-pointer rounded-full p-1 has-checked:ring-2 has-checked:ring-focus has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="color"
                className="sr-only"
                aria-label={t(`tags.colors.${each}`)}
                checked={color === each}
                onChange={() => setColor(each)}
              />
              <span className={classNames('block size-5 rounded-full', dots[each])} />
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t('common.description')}
        isOptional={t('common.optional')}
        value={description}
        onChange={setDescription}
        rows={2}
      />
      <Checkbox isChecked={isProtected} onChange={setProtected}>
        {t('tags.protected')}
        <span className="block text-xs text-muted">{t('tags.protectedText')}</span>
      </Checkbox>
      {isProtected && (
        <PeoplePicker
          people={people}
          label={t('tags.approvers')}
          chosen={approvers}
          onChange={(chosen) => setApproverIds(chosen.map(({ value }) => value))}
        />
      )}
    </FormDialog>
  )
}

function DeleteTag({ tag, onClose }: { tag: VersionTag; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const tagged = useQuery({
    // Not part of the lists of tags, because those are reloaded while this one no longer exists.
    queryKey: ['tagged-count', tag.versionTagId],
    queryFn: ({ signal }) =>
      call<PageOf<Workbook>>(`/v2/tags/${tag.versionTagId}/workbooks`, { signal, query: { limit: 1 } }),
  })
  const action = useAction(async () => {
    await send(`/v2/tags/${tag.versionTagId}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: ['tags'] })
    notify({ title: t('tags.deleted', { name: tag.name }), tone: 'done' })
    onClose()
  })
  return (
    <Confirm
      title={t('tags.deleteTitle', { name: tag.name })}
      confirm={t('tags.deleteConfirm')}
      action={action}
      onClose={onClose}
    >
      <p>{tagged.data?.total ? t('tags.deleteText', { count: tagged.data.total }) : t('tags.deleteUnused')}</p>
      <p className="text-muted">{t('tags.deleteForGood')}</p>
    </Confirm>
  )
}

function TaggedDocuments({ tag, onClose }: { tag: VersionTag; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const org = useSession()?.organization.slug ?? '-'
  const tagged = useQuery(taggedQuery(tag.versionTagId))
  return (
    <Drawer title={tag.name} closeLabel={t('common.close', { ns: 'translation' })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        {tag.description && <p className="text-muted">{tag.description}</p>}
        <h3 className="font-medium">{t('tags.documents')}</h3>
        <Loaded query={tagged} title={t('home.failed')}>
          {({ entries }) =>
            entries.length === 0 ? (
              <p className="text-muted">{t('tags.noDocuments')}</p>
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line">
                {entries.map(({ workbookId, workbookUrlId, name, path }) => (
                  <li key={workbookId} className="px-3 py-2">
                    <Link
                      to="/$org/workbook/$slug"
                      params={{ org, slug: slugOf(name, workbookUrlId) }}
                      className="block truncate rounded font-medium hover:underline"
                    >
                      {name}
                    </Link>
                    <span className="block truncate text-xs text-muted">{path.replaceAll('/', ' / ')}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Drawer>
  )
}
