import type { CustomFunction } from '@octavo/core/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../../api.ts'
import { Badge, type TableColumn } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { timeInWords } from '../../../time-in-words.ts'
import { Button, Formula, MenuItem, Message, notify, Plus } from '../../../ui/index.ts'
import { useMemberNames } from '../../data/people.ts'
import { useAction } from '../../data/use-action.ts'
import { Confirm } from '../../frame/dialogs.tsx'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { PagedTable } from '../../frame/PagedTable.tsx'
import { SearchField } from '../../home/SearchField.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { CustomFunctionDialog } from './CustomFunctionDialog.tsx'
import { customFunctionsQuery } from './custom-functions.ts'

type Task = { action: 'new' } | { action: 'edit' | 'delete'; of: CustomFunction } | null

/** Named formulas that every formula of the organization can call. */
export function CustomFunctionsPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const functions = useQuery(customFunctionsQuery)
  const [task, setTask] = useState<Task>(null)
  const close = () => setTask(null)
  const known = functions.data?.entries ?? []
  return (
    <Page
      title={t('sections.customFunctions')}
      lead={t('functions.lead')}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setTask({ action: 'new' })}>
            <Plus className="size-4" /> {t('functions.new')}
          </Button>
        )
      }
    >
      <Loaded query={functions} title={t('functions.failed')}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Card>
              <Message icon={Formula} className="py-16" title={t('functions.empty')} text={t('functions.emptyText')} />
            </Card>
          ) : (
            <FunctionList functions={entries} mayChange={isAdmin} onTask={setTask} />
          )
        }
      </Loaded>
      {task?.action === 'new' && <CustomFunctionDialog definition={null} known={known} onClose={close} />}
      {task?.action === 'edit' && <CustomFunctionDialog definition={task.of} known={known} onClose={close} />}
      {task?.action === 'delete' && <DeleteFunction definition={task.of} onClose={close} />}
    </Page>
  )
}

interface FunctionListProps {
  functions: readonly CustomFunction[]
  mayChange: boolean
  onTask: (task: Task) => void
}

function FunctionList({ functions, mayChange, onTask }: FunctionListProps) {
  const { t } = useTranslation('organization')
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = functions.filter(({ name, description, body }) =>
    `${name} ${description} ${body}`.toLocaleLowerCase().includes(wanted),
  )
  const nameOf = useMemberNames(found.map(({ updatedBy }) => updatedBy))
  const columns = useFunctionColumns(nameOf, mayChange, onTask)
  return (
    <>
      <div className="mb-3">
        <SearchField label={t('functions.search')} value={text} onChange={setText} className="w-full sm:w-64" />
      </div>
      <PagedTable
        resetOn={wanted}
        label={t('sections.customFunctions')}
        rows={found}
        keyOf={({ customFunctionId }) => customFunctionId}
        nameOf={({ name }) => name}
        columns={columns}
        nothing={
          <Message
            icon={Formula}
            className="py-16"
            title={t('common.nothingTitle', { text: text.trim() })}
            text={t('common.nothingText')}
          />
        }
      />
    </>
  )
}

/** `nameOf` returns the name of a member. */
function useFunctionColumns(
  nameOf: (memberId: string) => string,
  mayChange: boolean,
  onTask: (task: Task) => void,
): TableColumn<CustomFunction>[] {
  const { t } = useTranslation('organization')
  return [
    {
      id: 'name',
      label: t('files.name'),
      cell: (each) => <NameCell definition={each} onTask={onTask} />,
    },
    {
      id: 'type',
      label: t('functions.gives'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted sm:table-cell',
      cell: ({ type }) => type ?? '–',
    },
    {
      id: 'updated',
      label: t('files.updated'),
      width: 140,
      className: 'hidden whitespace-nowrap text-muted tabular md:table-cell',
      cell: ({ updatedAt, updatedBy }) => (
        <time dateTime={updatedAt} title={nameOf(updatedBy)}>
          {timeInWords(updatedAt, Date.now())}
        </time>
      ),
    },
    ...(mayChange
      ? [
          {
            id: 'menu',
            label: t('common.actions'),
            isBare: true,
            width: 56,
            className: '!py-0',
            cell: (each: CustomFunction) => (
              <RowMenu label={t('files.menu', { name: each.name })}>
                <MenuItem onSelect={() => onTask({ action: 'edit', of: each })}>{t('teams.edit')}</MenuItem>
                <MenuItem onSelect={() => onTask({ action: 'delete', of: each })}>{t('common.delete')}</MenuItem>
              </RowMenu>
            ),
          },
        ]
      : []),
  ]
}

function NameCell({ definition, onTask }: { definition: CustomFunction; onTask: (task: Task) => void }) {
  const { t } = useTranslation('organization')
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          data-row-main
          className="truncate rounded text-left font-mono font-medium"
          onClick={() => onTask({ action: 'edit', of: definition })}
        >
          {definition.signature}
        </button>
        {definition.problems.length > 0 && <Badge tone="danger">{t('functions.broken')}</Badge>}
      </span>
      <span className="block truncate text-xs text-muted">
        {definition.problems[0]?.message ?? (definition.description || definition.body)}
      </span>
    </span>
  )
}

function DeleteFunction({ definition, onClose }: { definition: CustomFunction; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const queries = useQueryClient()
  const action = useAction(async () => {
    await send(`/v2/customFunctions/${definition.customFunctionId}`, { method: 'DELETE' })
    await queries.invalidateQueries({ queryKey: customFunctionsQuery.queryKey })
    notify({ title: t('common.deleted', { name: definition.name }), tone: 'done' })
    onClose()
  })
  return (
    <Confirm
      title={t('functions.deleteTitle', { name: definition.name })}
      confirm={t('functions.deleteConfirm')}
      action={action}
      onClose={onClose}
    >
      <p>{t('functions.deleteText')}</p>
      <p className="text-muted">{t('functions.deleteForGood')}</p>
    </Confirm>
  )
}
