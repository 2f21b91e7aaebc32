import { adminTypeName, featureNames, features, isFeaturePermission } from '@octavo/core/access'
import type { AccountTypePermission } from '@octavo/core/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Badge } from '../../../forms/index.ts'
import { useSession } from '../../../session.ts'
import { Button, Check, classNames, EdgeFades, MenuItem, Plus } from '../../../ui/index.ts'
import { accountTypesQuery, memberCountQuery } from '../../data/people.ts'
import { Card, Loaded, Page } from '../../frame/Page.tsx'
import { RowMenu } from '../RowMenu.tsx'
import { AccountTypeDialog } from './AccountTypeDialog.tsx'
import { DeleteTypeDialog } from './DeleteTypeDialog.tsx'
import { groups, useFeatureWords } from './feature-words.ts'
import type { TypeWithRights } from './type-with-rights.ts'

/** Compares what each account type allows. */
export function AccountTypesPage() {
  const { t } = useTranslation('organization')
  const isAdmin = useSession()?.member.isAdmin ?? false
  const types = useQuery(accountTypesQuery)
  const members = useQueries({
    queries: (types.data?.entries ?? []).map(({ accountTypeName }) => memberCountQuery(accountTypeName)),
  })
  const rights = useQueries({
    queries: (types.data?.entries ?? []).map(({ accountTypeId }) => ({
      queryKey: ['account-types', accountTypeId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<AccountTypePermission[]>(`/v2/accountTypes/${accountTypeId}/permissions`, { signal }),
    })),
  })
  const [task, setTask] = useState<
    { action: 'new' } | { action: 'edit' | 'copy' | 'delete'; type: TypeWithRights } | null
  >(null)
  const failed = rights.find(({ isError }) => isError)
  const whole: TypeWithRights[] | undefined =
    types.data && rights.every(({ data }) => data)
      ? types.data.entries.map((type, place) => ({
          ...type,
          rights: new Set((rights[place]?.data ?? []).map(({ permission }) => permission).filter(isFeaturePermission)),
          members: members[place]?.data ?? null,
        }))
      : undefined
  const query = {
    data: whole,
    error: types.error ?? failed?.error ?? null,
    isPending: whole === undefined,
    refetch: () => Promise.all([types.refetch(), ...rights.map((each) => each.refetch())]),
  }
  const close = () => setTask(null)
  return (
    <Page
      title={t('sections.accountTypes')}
      lead={t('types.lead')}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setTask({ action: 'new' })}>
            <Plus className="size-4" /> {t('types.new')}
          </Button>
        )
      }
    >
      <Loaded query={query} title={t('types.failed')}>
        {(list) => (
          <>
            <Matrix types={list} onTask={(action, type) => setTask({ action, type })} />
            {task?.action === 'new' && <AccountTypeDialog types={list} type={null} from={null} onClose={close} />}
            {task?.action === 'copy' && <AccountTypeDialog types={list} type={null} from={task.type} onClose={close} />}
            {task?.action === 'edit' && <AccountTypeDialog types={list} type={task.type} from={null} onClose={close} />}
            {task?.action === 'delete' && <DeleteTypeDialog type={task.type} types={list} onClose={close} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface MatrixProps {
  types: readonly TypeWithRights[]
  onTask: (action: 'edit' | 'copy' | 'delete', type: TypeWithRights) => void
}

function Matrix({ types, onTask }: MatrixProps) {
  const { t } = useTranslation('organization')
  const words = useFeatureWords()
  const scroller = useRef<HTMLElement>(null)
  return (
    <Card>
      <div className="relative">
        <section
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by the keyboard too
          tabIndex={0}
          aria-label={t('types.matrix')}
          className="relative max-h-[calc(100dvh-13rem)] overflow-auto scroll-quiet"
        >
          <table className="min-w-full border-separate border-spacing-0 text-left">
            <thead>
              <tr>
                <th
                  scope="col"
                  className="sticky top-0 left-0 z-20 min-w-44 border-r border-b border-r-line-strong border-b-line bg-sunken px-4 py-2 text-xs font-medium text-muted sm:min-w-72"
                >
                  {t('types.permission')}
                </th>
                {types.map((type) => (
                  <th
                    key={type.accountTypeId}
                    scope="col"
                    title={type.description}
                    className="sticky top-0 z-10 min-w-28 border-b border-line bg-sunken px-3 py-2 text-center align-bottom font-medium"
                  >
                    <span className="flex min-h-control items-center justify-center gap-1">
                      <span className="max-w-36 truncate">{type.accountTypeName}</span>
                      {type.accountTypeName !== adminTypeName && (
                        <RowMenu label={t('files.menu', { name: type.accountTypeName })}>
                          <MenuItem onSelect={() => onTask('copy', type)}>{t('types.copy')}</MenuItem>
                          {type.isCustom && (
                            <>
                              <MenuItem onSelect={() => onTask('edit', type)}>{t('types.edit')}</MenuItem>
                              <MenuItem onSelect={() => onTask('delete', type)}>{t('types.delete')}</MenuItem>
                            </>
                          )}
                        </RowMenu>
                      )}
                    </span>
                    <span className="flex flex-col items-center gap-1 text-2xs font-normal text-muted">
                      {type.members !== null && t('types.members', { count: type.members })}
                      {type.isCustom && <Badge tone="accent">{t('types.custom')}</Badge>}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => (
              <tbody key={group}>
                <tr>
                  <th
                    scope="colgroup"
                    colSpan={types.length + 1}
                    className="border-b border-line bg-canvas px-4 pt-4 pb-1.5 text-xs font-medium text-muted"
                  >
                    <span className="sticky left-4">{t(`types.group.${group}`)}</span>
                  </th>
                </tr>
                {featureNames()
                  .filter((name) => features[name].group === group)
                  .map((name) => (
                    <tr key={name} className="group/row">
                      <th
                        scope="row"
                        className="sticky left-0 z-10 border-r border-b border-r-line-strong border-b-line bg-surface px-4 py-1.5 font-normal group-hover/row:bg-hover"
                      >
                        <span className="block">{words.label(name)}</span>
                        <span className="block text-xs text-muted max-sm:hidden">{words.text(name)}</span>
                      </th>
                      {types.map((type) => (
                        <td
                          key={type.accountTypeId}
                          className="border-b border-line text-center group-hover/row:bg-hover"
                        >
                          {type.rights.has(name) ? (
                            <>
                              <Check className="mx-auto size-4 text-accent-text" />
                              <span className="sr-only">{t('why.yes')}</span>
                            </>
                          ) : (
                            <span className={classNames('text-faint')}>
                              <span aria-hidden>–</span>
                              <span className="sr-only">{t('why.no')}</span>
                            </span>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            ))}
          </table>
        </section>
        <EdgeFades scroller={scroller} startAt="left-44 sm:left-72" />
      </div>
    </Card>
  )
}
